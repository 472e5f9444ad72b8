"""Punycode (RFC 3492): the kernel encodes and decodes like the codec of the standard library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .kernels import variants_of

VARIANTS, PARAMETERS = variants_of("uri_extract.uri._host_names")
LETTERS = st.text(st.characters() | st.sampled_from("abyz019-é\x7f\x80\u4e00\U0010ffff\ud800"))
#: Numbers that are short, long, too large, or truncated.
NUMBERS = st.lists(st.sampled_from(["a", "Z", "0", "9", "-", "zz", "a9", "99", "_", "é", "kva", "b"]), max_size=20)

# RFC 3492 §7.1: samples (A) Arabic, (B) Chinese, (D) Czech, (L) Japanese with digits, (S) ASCII alone.
SAMPLES = [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("-> $1.00 <-", "-> $1.00 <--"),
]  # fmt: skip


@pytest.mark.parametrize("variant", PARAMETERS)
@pytest.mark.parametrize(("label", "encoded"), SAMPLES)
def test_7_1_samples(variant, label, encoded):
    assert VARIANTS[variant].to_punycode(label) == encoded
    assert VARIANTS[variant].from_punycode(encoded.encode()) == label


@pytest.mark.parametrize("variant", PARAMETERS)
@given(label=LETTERS)
def test_a_label_is_encoded_as_the_codec_does_and_decoded_to_itself(variant, label):
    encoded = VARIANTS[variant].to_punycode(label)
    assert encoded == label.encode("punycode").decode("ascii")
    assert VARIANTS[variant].from_punycode(encoded.encode()) == label


@pytest.mark.parametrize("variant", PARAMETERS)
@given(text=NUMBERS.map("".join))
def test_any_text_is_decoded_as_the_codec_does(variant, text):
    try:
        expected = text.encode().decode("punycode")
    except UnicodeError:
        expected = None
    assert VARIANTS[variant].from_punycode(text.encode()) == expected


@pytest.mark.parametrize("variant", PARAMETERS)
def test_a_label_of_many_different_letters_is_encoded(variant):
    """The codec of the standard library takes minutes: it reads the label once for each different letter."""
    label = "".join(chr(0x4E00 + i * 7919 % 20_000) for i in range(20_000))
    assert VARIANTS[variant].from_punycode(VARIANTS[variant].to_punycode(label).encode()) == label
