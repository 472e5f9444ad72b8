"""Letters beyond ASCII that look like those of ASCII (UTS #39 §4).

Source: https://www.unicode.org/Public/security/latest/confusables.txt, version 16.0.0 of 2024-08-14, of which
`corpora/derive_confusables.py` writes the table. © Unicode, Inc., under the Unicode License v3
(https://www.unicode.org/license.txt); this file has less than a tenth of it.
"""

from __future__ import annotations

from functools import cache

from uri_extract._compat._typing import Final

# The ASCII letters that are imitated, a colon, and the letters that look like them.
_TABLE: Final = (
    "2:ᒿ 3:𑣊𖼻 4:Ꮞ 6:бᏮ𑣕 7:𑣆 8:ȣ𐌚 9:𑣌𑣖 a:ɑαаᎪᗅꓮ𐊠𖽀 ae:ӕ b:ᏏᏴᑲᖯᗷꓐ𐊂𐊡𐌁 c:сᏟᴄⲥꓚ𐊢𐌂𐐽𐔜 d:ԁᎠᏧᑯᗞᗪꓒꓓ "
    "e:еҽᎬⴹꓰꬲ𐊆 f:քᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂 g:ƍɡցᏀᏳᶃꓖ h:һհᎻᏂᕼꓧ𐋏 i:ɩɪιіӏᎥꙇ𑣃 j:ϳјᎫᒍꓙ k:Ꮶᛕꓗ𐔘 l:ǀוןاߊᏞᒪᛁⵏꓡꓲ𐊊𐌉𐔦𖼖𖼨 "
    "ll:װ m:Ꮇᗰᛖꓟ𐊰𐌑 n:ոռꓠ𐔓 o:οσоօסهھہەଠഠဝჿዐᴏᴑⲟⵔꓳꬽ𐊒𐊫𐐬𐓪𐔖𑣈𑣗 oo:ꚙ p:ρрᏢᑭⲣꓑ𐊕 q:ԛգզⵕ r:гᎡᏒᖇᴦⲅꓣꭇꭈ𖼵 rn:𑜀 "
    "s:ƽѕᏕᏚꓢꜱ𐊖𐑈𑣁𖼺 t:Ꭲꓔ𐊗𐊱𐌕𖼊 u:ʋυսሀᑌᴜꓴꞟꭎꭒ𐓶𑣘𖽂 v:νѵטᏙᐯᴠⴸꓦꛟ𐔝𑜆𑣀𖼈 w:ɯѡԝաᎳᏔᴡꓪ𑜊𑜎𑜏 x:хᕁᕽᚷⵝꓫ𐊐𐊴𐌗𐔧 "
    "y:ɣʏγуүყᎩᎽᶌỿꓬꭚ𐊲𑣜𖽃 z:Ꮓᴢꓜ𑣄 "
)


@cache
def _skeletons() -> dict[int, str]:
    return {
        ord(letter): seen for seen, _, letters in (row.partition(":") for row in _TABLE.split()) for letter in letters
    }


def ascii_lookalike(label: str) -> str | None:
    """Return the ASCII label that *label* looks like, in lower case; None if a letter does not look like an ASCII one.

    >>> ascii_lookalike("\u0430\u0440\u0440\u04cf\u0435")
    'appie'
    """
    seen = label.translate(_skeletons())
    return seen.lower() if seen.isascii() else None
