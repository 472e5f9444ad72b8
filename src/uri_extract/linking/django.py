"""The filter ``linkify`` as a library of Django: ``"OPTIONS": {"builtins": ["uri_extract.linking.django"]}``."""

from django.template import Library

from uri_extract.linking.filters import linkify

register = Library()
register.filter("linkify", linkify)
