"""Words of Han, Kana and Hangul directly after a reference belong to the text, or to its path."""

import pytest

from uri_extract import extract_text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("浏览器输入http://a.example/访问服务", "http://a.example/"),
        ("브라우저에서 http://localhost:8080/접속 후", "http://localhost:8080/"),
        ("次はhttp://a.example/アクセスする\n", "http://a.example/"),
        ("見て http://a.example/港 へ", "http://a.example/港"),  # a blank divides it from the sentence
        ("链接：\nhttp://a.example/港口\n", "http://a.example/港口"),  # a line of its own
        ("见http://a.example/港口.png", "http://a.example/港口.png"),
        ("见http://a.example/港1.png", "http://a.example/港1.png"),
        ("见http://a.example/港口/潮汐", "http://a.example/港口/潮汐"),
        ("见http://a.example/搜索?q=1", "http://a.example/搜索?q=1"),
        ("见http://a.example/wiki/港口", "http://a.example/wiki/港口"),
        ("见file:///港口", "file:///港口"),
        ('"http://a.example/b/ から入"', "http://a.example/b/"),  # a blank within quotation marks
        ("(http://a.example/港口)", "http://a.example/港口"),
        ("见（http://a.example/港口）", "http://a.example/港口"),
        ("见「http://a.example/港口」", "http://a.example/港口"),
        ("一、http://a.example/访问。", "http://a.example/"),  # no brackets
        ("见 http://a.example/港口，", "http://a.example/港口"),  # there would be a blank after it as well
        ("在 http://a.example/进行订单", "http://a.example/"),  # but for a preposition before it
        ('"http://a.example/港口"', "http://a.example/港口"),
    ],
)
def test_a_word_after_the_slash_of_a_host_belongs_to_the_text(text, meant):
    (found,) = extract_text(text)
    assert found.reference == meant


def test_the_other_reading_is_an_alternate():
    (found,) = extract_text("浏览器输入http://a.example/访问服务")
    assert found.alternates == ("http://a.example/访问服务",)
