"""The table of URI schemes: their default ports, and the syntax that text after the colon must have.

Names and status are from IANA's registry of URI schemes (RFC 7595); ports from the document that defines the scheme, or
from the registered port of its protocol. A scheme whose port is uncertain has none here.

The *syntax* answers one question about text: is ``word:rest`` a reference, or a word before a colon? Many registered
names are plain words (``info``, ``query``, ``service``), so a scheme without its own syntax is accepted only if ``//``
follows. A syntax is a pattern that must match directly after the colon. It is evidence; the grammar validates. No
pattern reads past a ``:`` before it has enough evidence, so a sequence of failing anchors (``tel:tel:tel:``) is read
once.
"""

from __future__ import annotations

from types import MappingProxyType

from uri_extract._compat._typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

#: Syntaxes of schemes that require ``//``.
HOST: Final = 1  # a host that could exist must follow: ``http``
AUTHORITY: Final = 2  # a host, or nothing and a path: ``ldap:///``
SLASHES: Final = 3  # any character: the scheme defines the syntax after the slashes

#: Syntaxes of schemes that need no ``//``; each name is a key of ``_REST``. After one from ``NUMBER`` to ``DIALLED``,
#: ``//`` and an authority may come instead.
PATH: Final = 4
MAILBOX: Final = 5
ADDRESS: Final = 6
ENDPOINT: Final = 7
NUMBER: Final = 8
NEWSGROUP: Final = 9
NAMESPACE: Final = 10
MEDIA: Final = 11
COORDINATES: Final = 12
TAGGED: Final = 13
CONTENT_ID: Final = 14
QUERY: Final = 15
ACTION: Final = 16
NAMED: Final = 17
DIGITS: Final = 18
DIGEST: Final = 19
KEY: Final = 20
PAIRS: Final = 21
DIALLED: Final = 22
ENTITY: Final = 23
INNER: Final = 24

# A host that does not continue, as in "a@b@c" or in a defanged host.
_CLOSED_HOST = rb"[A-Za-z0-9._\x80-\xff-]++(?!@|\\\[\.|[\[({](?:[.,:/@][\])}]|[dD][oO][tT]))"
_LOCAL = rb"[^\x00-\x20\x7f<>\"@:/?#]"
_ADDRESS = rb"%s{1,64}@(?:\[|(?=[A-Za-z0-9\x80-\xff])%s)" % (_LOCAL, _CLOSED_HOST)
_DOTTED = rb"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,16}[A-Za-z0-9]"

_REST: Final = {
    # RFC 8089: file:/etc/motd, file:///etc/motd, file://host/share; file:////host/share (Appendix E.3.2)
    PATH: rb"//?[^\s/.<>\"']|//?\.\.?/|///(?:(?!/)|//?[A-Za-z0-9$%~_\x80-\xff])",
    MAILBOX: rb"%s|%s{0,64}\?[A-Za-z-]+=" % (_ADDRESS, _LOCAL),  # RFC 6068: an addr-spec, or header fields
    ADDRESS: _ADDRESS,  # RFC 3860, 3859, 7565, 5122
    # RFC 3261 §19.1.1: a user, perhaps with a password, at a host; or a host; RFC 7064, 7065: a host
    ENDPOINT: rb"%s|%s|\[[0-9A-Fa-f:.]+\]|\+[0-9]|%s{1,64}:%s{0,64}@[A-Za-z0-9\[]"
    % (_ADDRESS, _DOTTED + rb"(?![A-Za-z0-9.-]*+@)", _LOCAL, _LOCAL),
    NUMBER: rb"\+?\(?[0-9][0-9().-]",  # RFC 3966, 5724
    NEWSGROUP: rb"[A-Za-z0-9+_-]+\.[A-Za-z0-9]|%s" % _ADDRESS,  # RFC 5538 §2.2, §2.3
    NAMESPACE: rb"[A-Za-z0-9][A-Za-z0-9-]{1,31}:[^\x00-\x20<>\":]",  # RFC 8141 §2: NID ":" NSS
    MEDIA: rb"(?:[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+)?(?>(?:;[^\s<>\",:;]*+)*),",  # RFC 2397 §2
    COORDINATES: rb"-?[0-9]+(?:\.[0-9]+)?,-?[0-9]",  # RFC 5870 §3.3
    TAGGED: rb"(?:[A-Za-z0-9._%%+-]+@)?%s[A-Za-z0-9.-]*,[0-9]{4}(?:-[0-9]{2}){0,2}:" % _DOTTED,  # RFC 4151 §2.1
    CONTENT_ID: rb"[^\x00-\x20<>\"@:]{1,200}(?:@|%40|\.)[A-Za-z0-9]",  # RFC 2392 §2
    QUERY: rb"\?[A-Za-z][A-Za-z0-9.]*=",
    ACTION: rb"[A-Za-z0-9._,+-]+\?[A-Za-z]",
    NAMED: rb"[a-z][a-z0-9.-]*/[^\s/]",  # RFC 4452 §3: namespace "/" identifier; ECMA-427: type "/" name
    DIGITS: rb"[0-9]+(?:\.[0-9]+)+",
    DIGEST: rb"[a-z0-9-]+;[0-9A-Za-z_-]",  # RFC 6920 §7
    KEY: rb"[A-Za-z0-9]{25,}",
    PAIRS: rb"[A-Za-z-]+=[^\s;]+",  # RFC 7512 §2.3
    # Matrix specification, appendices: the kind of an entity and its identifier, perhaps after an authority
    ENTITY: rb"(?://[^\s/<>\"]{1,255}/)?(?:user|u|roomid|room|r|event|e)/[^\s/]",
    DIALLED: rb"\+?\(?[0-9][0-9().-]",
    INNER: rb"[a-z][a-z0-9+.-]{1,20}:/{1,3}[^\s/]|[^\s:!]{1,200}!/",  # another URI, or a file and an entry of it
}

#: The number of bytes after the colon that a syntax may read.
REST_WINDOW: Final = 320


class Scheme(NamedTuple):
    """A scheme: its ``name`` in lower case, its default ``port`` or None, the ``syntax`` after its colon."""

    name: str
    port: int | None
    syntax: int


# One line for each syntax; `name=port` if the default port is certain.
_TABLE: Final = (
    (
        HOST,
        "http=80 https=443 ws=80 wss=443 ftp=21 ftps gopher=70 gemini=1965 coap=5683 coaps=5684 coap+tcp=5683 "
        "coaps+tcp=5684 coap+ws=80 coaps+ws=443 shttp wais=210 rtsp=554 rtsps=322 rtmp rtmps ipp=631 ipps=631 dav davs "
        "webcal webcals git=9418 svn=3690 rsync=873 feed icap=1344",
    ),
    (
        AUTHORITY,
        "aaa=3868 aaas=5658 acap=674 afp=548 amqp=5672 amqps=5671 cap=1026 dict=2628 dns=53 finger fish hkp hkps "
        "iax=4569 imap=143 imaps=993 irc=6667 irc6 ircs=6697 ldap=389 ldaps=636 ldapi mms=1755 mmsh mongodb=27017 "
        "mongodb+srv mqtt=1883 mqtts=8883 msrp=2855 msrps mtqp=1038 mumble mupdate=3905 mysql nfs=2049 nntp=119 "
        "nntps=563 pop=110 pops=995 pop3 postgres postgresql prospero=1525 redis=6379 rediss reload rlogin rmi "
        "rtmfp rtspu=554 sftp=22 scp sieve=4190 smb=445 cifs smtp smtps snmp=161 socks4 socks5 socks5h ssh=22 ssl "
        "svn+ssh=22 git+ssh=22 tcp teamspeak telnet=23 tftp=69 tip=3372 tls tn3270 udp vemmi=575 ventrilo vnc=5900 rdp "
        "spice xmlrpc.beep xmlrpc.beeps z39.50r=210 z39.50s=210 iscsi gluster hdfs webhdfs s3 s3a gs abfs abfss wasb "
        "wasbs bk bzr hg cvs nbd",
    ),
    (
        SLASHES,
        "about acr adiumxtra afs aim android-app appdata apt attachment aw barion beshare bolo cdrom chrome "
        "chrome-extension com-eventbrite-attendee content crid dis dlna-playcontainer dlna-playsingle dntp docker "
        "dtn dvb ed2k edge example facetime feedready gg gizmoproject go ham hcp hdl icon intent "
        "ios-app iotdisco ipc ipfs ipn ipns iris iris.beep iris.lwz iris.xpc iris.xpcs isostore itms itmss "
        "keyparc lastfm mailserver maps market message moz-extension ms-access ms-drive-to "
        "ms-enrollment ms-excel ms-getoffice ms-help ms-infopath ms-media-stream-id ms-powerpoint ms-project "
        "ms-publisher ms-search-repair ms-secondary-screen-controller ms-secondary-screen-setup ms-settings "
        "ms-settings-airplanemode ms-settings-bluetooth ms-settings-camera ms-settings-cellular "
        "ms-settings-cloudstorage ms-settings-connectabledevices ms-settings-displays-topology "
        "ms-settings-emailandaccounts ms-settings-language ms-settings-location ms-settings-lock "
        "ms-settings-nfctransactions ms-settings-notifications ms-settings-power ms-settings-privacy "
        "ms-settings-proximity ms-settings-screenrotation ms-settings-wifi ms-settings-workplace ms-spd "
        "ms-transit-to ms-visio ms-walk-to ms-word msnim ni nix notes onion pack palm paparazzi payto platform "
        "proxy psyc query res resource rtp secondlife service session sgn snntp soap.beep soap.beeps soldat sqlite "
        "srt steam submit teliaeid tg things thismessage tool tv unix unreal upi ut2004 v-event videotex "
        "vscode wpid wtai wyciwyg xcon xcon-userid xfire xri ymsgr z39.50 zoommtg",
    ),
    (PATH, "file"),
    (MAILBOX, "mailto"),
    (ADDRESS, "im pres acct jabber xmpp gtalk"),
    (ENDPOINT, "sip sips h323 stun stuns turn turns"),
    (NUMBER, "tel sms fax modem"),
    (DIALLED, "callto smsto"),
    (NEWSGROUP, "news snews=563"),
    (NAMESPACE, "urn did swh spotify jdbc jms"),
    (MEDIA, "data"),
    (COORDINATES, "geo"),
    (TAGGED, "tag"),
    (CONTENT_ID, "cid mid"),
    (QUERY, "magnet"),
    (ACTION, "skype"),
    (NAMED, "info mvn pkg"),
    (ENTITY, "matrix"),
    (DIGITS, "oid"),
    (DIGEST, "nih"),
    (KEY, "bitcoin bitcoincash ethereum lightning litecoin monero nostr openpgp4fpr opaquelocktoken"),
    (INNER, "blob filesystem jar view-source"),
    (PAIRS, "pkcs11"),
)


def _read() -> dict[str, Scheme]:
    table: dict[str, Scheme] = {}
    for syntax, words in _TABLE:
        for word in words.split():
            name, _, port = word.partition("=")
            table[name] = Scheme(name, int(port) if port else None, syntax)
    return table


#: All known schemes, by name in lower case.
SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(_read())


class _Patterns(dict[int, "re.Pattern[bytes]"]):
    """Patterns of syntaxes, compiled when they are used."""

    def __missing__(self, syntax: int) -> re.Pattern[bytes]:
        import re

        self[syntax] = pattern = re.compile(_REST[syntax])
        return pattern


#: The function from a syntax to its pattern, which must match after the colon, within :data:`REST_WINDOW` bytes.
rest_of: Final[Callable[[int], re.Pattern[bytes]]] = _Patterns().__getitem__
