# The types of _kernel.py, for its compiled variant.

from uri_extract cimport limits
from uri_extract._compat._ascii cimport *
from uri_extract.scan cimport classes, rows, wrap_signs as sign
from uri_extract.uri cimport schemes
from uri_extract.uri._kernel_c cimport numeric_ipv4


cdef class Text:
    cdef bytes window
    cdef const unsigned char *data
    cdef const unsigned char *flags
    cdef const unsigned char *classes
    cdef Py_ssize_t size            # bytes in the window
    cdef public bint need           # a decision depends on bytes after the window
    cdef public long long examined

    cdef int peek(self, Py_ssize_t i) noexcept


cdef Py_ssize_t character_end(Text text, Py_ssize_t i) noexcept
cdef bint is_punctuation(Text text, Py_ssize_t i) noexcept
cdef bint is_undivided(Text text, Py_ssize_t i) noexcept
cdef bint is_beyond_latin(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_particle(Text text, Py_ssize_t i) noexcept
cdef bint follows_preposition(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_place(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t inner_punctuation_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t backslashes_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t slash_end(Text text, Py_ssize_t i) noexcept
cdef int escaped_unit(Text text, Py_ssize_t i) noexcept
cdef int closing_bracket(int byte) noexcept
cdef bint begins_aside(Text text, Py_ssize_t i) noexcept
cdef bint is_suffix(Text text, Py_ssize_t i) noexcept
cdef bint is_argument(Text text, Py_ssize_t i) noexcept
cdef bint is_assigned(Text text, Py_ssize_t i) noexcept
cdef bint is_escaped_delimiter(Text text, Py_ssize_t i) noexcept
cdef bint is_option(Text text, Py_ssize_t i) noexcept
cdef bint is_path(Text text, Py_ssize_t i) noexcept
cdef bint is_inside_host(Text text, Py_ssize_t i) noexcept
cdef bint is_joined_break(Text text, Py_ssize_t i) noexcept
cdef bint is_reference(Text text, Py_ssize_t i) noexcept
cdef bint is_name(Text text, Py_ssize_t begin, Py_ssize_t stop) noexcept
cdef bint is_break_mark(Text text, Py_ssize_t end) noexcept
cdef bint is_beside_delimiter(Text text, Py_ssize_t end, Py_ssize_t i) noexcept
cdef bint is_label(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef Py_ssize_t before_line(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint ends_file(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint is_texinfo(Text text, Py_ssize_t i) noexcept
cdef bint is_filtered_end(bytes tail) noexcept
cdef bint is_in_braces(Text text, Py_ssize_t begin, Py_ssize_t end, bint before) noexcept
cdef bint is_named(Text text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef bint is_value(Text text, Py_ssize_t i) noexcept
cdef bint is_root(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef bint repeats_segment(Text text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following, Py_ssize_t stop) noexcept
cdef bint is_known_host(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint has_dot(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint begins_with_ending(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_dotted_name(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t typeset_end(Text text, Py_ssize_t i) noexcept
cdef bint closes_escaped(Text text, Py_ssize_t i, int closer) noexcept
cdef bint cuts_host(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t separator_end(Text text, Py_ssize_t i, Py_ssize_t start) noexcept
cdef bint is_pod_escape(Text text, Py_ssize_t i) noexcept
cdef bint is_placeholder(Text text, Py_ssize_t i) noexcept
cdef bint is_expression(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t placeholder_end(Text text, Py_ssize_t i) noexcept
cdef bint has_expression(const unsigned char *data, Py_ssize_t i, Py_ssize_t end) noexcept
cdef Py_ssize_t blanks_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t concatenation_end(Text text, Py_ssize_t i) noexcept
cdef bint adds_name(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t next_blank(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t division_end(Text text, Py_ssize_t i) noexcept
cdef bint begins_comment(Text text, Py_ssize_t sign, Py_ssize_t sign_end) noexcept
cdef bint is_bullet(Text text, Py_ssize_t sign, Py_ssize_t sign_end) noexcept
cdef bint needs_host(Text text, Py_ssize_t end) noexcept
cdef Py_ssize_t page_break_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t footer_end(Text text, Py_ssize_t i) noexcept
cdef Py_ssize_t before_marks(Text text, Py_ssize_t i, Py_ssize_t floor) noexcept
cdef int reply_marks(Text text, Py_ssize_t line) noexcept
cdef bint closes_word(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_word(Text text, Py_ssize_t i) noexcept
cdef bint begins_with_time(Text text, Py_ssize_t i) noexcept
cdef bint is_soft_length(Text text, Py_ssize_t end) noexcept
cdef bint is_encoded_equals(Text text, Py_ssize_t i) noexcept
cdef bint beside_soft_break(Text text, Py_ssize_t line, Py_ssize_t following) noexcept
cdef bint is_declared(Text text, Py_ssize_t low, Py_ssize_t start) noexcept
cdef Py_ssize_t before_blanks(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef Py_ssize_t before_word(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef bint is_css_namespace(Text text, Py_ssize_t low, Py_ssize_t i, bint quoted) noexcept
cdef bint is_at_namespace(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef bint is_xmlns(Text text, Py_ssize_t low, Py_ssize_t equals) noexcept
cdef bint is_xmlns_member(Text text, Py_ssize_t low, Py_ssize_t colon) noexcept
cdef bint is_xmlns_name(Text text, Py_ssize_t begin, Py_ssize_t end) noexcept
cdef bint is_identifier_of_dtd(Text text, Py_ssize_t low, Py_ssize_t i) noexcept
cdef Py_ssize_t usual_name_end(Text text, Py_ssize_t i, Py_ssize_t limit) noexcept
cdef Py_ssize_t ip_literal_end(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint is_numeric_address(Text text, Py_ssize_t i, Py_ssize_t end) noexcept
cdef bint could_exist(Text text, Py_ssize_t i, Py_ssize_t end, bint numbers) noexcept
cdef bint goes_on(Text text, Py_ssize_t i, Py_ssize_t end, bint cut) noexcept
cdef bint is_top_level(bytes label) noexcept
cdef bint is_domain(bytes label) noexcept
cdef Py_ssize_t local_part(Text text, Py_ssize_t low, Py_ssize_t at) noexcept
cdef bint is_identifier(Text text, Py_ssize_t start) noexcept
cdef bint is_dated(Text text, Py_ssize_t start, Py_ssize_t at) noexcept
cdef bint is_global_number(Text text, Py_ssize_t colon) noexcept

cdef Py_ssize_t word_end(Text text, Py_ssize_t i, Py_ssize_t stop) noexcept
cdef int word_signs(Text text, Py_ssize_t begin, Py_ssize_t stop, int before, int last) noexcept


cdef class Word:
    cdef Text text
    cdef Py_ssize_t begin, stop, i, after, dot, host
    cdef int before, last, signs, letters, lower, words, most, dots, delimiters, underscores, slashes, hyphens, opened
    cdef bint bad, impossible, address, segment, call

    cdef void read(self) noexcept
    cdef void delimiter(self, int byte) noexcept
    cdef void slash(self) noexcept
    cdef void equals(self) noexcept
    cdef void colon(self) noexcept
    cdef bint closes(self, int byte) noexcept
    cdef int judged(self) noexcept
    cdef bint is_other(self, int first) noexcept
    cdef int prose_signs(self, int first) noexcept


cdef bint is_longer_before(Text text, Py_ssize_t line, Py_ssize_t length) noexcept
cdef Py_ssize_t width_around(Text text, Py_ssize_t line, Py_ssize_t column, Py_ssize_t i, Py_ssize_t word) noexcept
cdef bint is_cut_at(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t column) noexcept
cdef bint is_in_column(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t i, Py_ssize_t following, Py_ssize_t end) noexcept
cdef bint are_numbered(Text text, Py_ssize_t line, Py_ssize_t following) noexcept
cdef bint begins_item(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following, Py_ssize_t stop, Py_ssize_t rest) noexcept
cdef bint is_package_source(Text text, Py_ssize_t begin, Py_ssize_t stop, Py_ssize_t rest) noexcept
cdef bint are_files(Text text, Py_ssize_t i, Py_ssize_t following, Py_ssize_t stop, Py_ssize_t end) noexcept
cdef bint begins_line(Text text, Py_ssize_t line, Py_ssize_t begin) noexcept
cdef int comment_lines(Text text, Py_ssize_t line, Py_ssize_t begin, Py_ssize_t i, Py_ssize_t following) noexcept
cdef bint set_values(Text text, Py_ssize_t i, Py_ssize_t following) noexcept
cdef int break_signs(Text text, Py_ssize_t authority, Py_ssize_t host_end, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following, Py_ssize_t stop, int signs) noexcept
cdef bint is_repeated(Text text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following) noexcept
cdef int chance(int signs) noexcept
cdef int judge(int signs, int join) noexcept
cdef int look(Text text, Py_ssize_t authority, Py_ssize_t host_end, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t following, Py_ssize_t line, Py_ssize_t column, int known, int before) noexcept


cdef class Candidate(Text):
    cdef Py_ssize_t max_reference
    cdef Py_ssize_t start           # of the candidate
    cdef Py_ssize_t line            # where its line begins; -1: too far before it, -2: not searched yet
    cdef int scheme_syntax          # the syntax of its scheme (uri/schemes.py); 0: the scheme is unknown
    cdef int opener                 # "<" or '"' if one is before it
    cdef int before                 # the byte before it and its prefix, 0 at the start
    cdef Py_ssize_t stop            # its last possible end: that of the window, the limit, or of its host
    cdef Py_ssize_t cut             # where it would end in white space, while its closing bracket is searched for
    cdef Py_ssize_t bar             # its first "|"
    cdef Py_ssize_t expression      # the bracket of the first expression of a program in it or after it, or -1
    cdef Py_ssize_t host_end
    cdef Py_ssize_t user            # where its userinfo begins, 0 without one
    cdef Py_ssize_t known           # the end of the part already read as a host, all of it plain
    cdef int parens                 # open inside it
    cdef int escaped_brackets       # open inside it, each after a backslash
    cdef int brackets, braces
    cdef Py_ssize_t bracket_begin   # where the search for a closing bracket began, and where it ended
    cdef Py_ssize_t bracket_end, brace_begin, brace_end
    cdef int apostrophes
    cdef bint query
    cdef Py_ssize_t parameter       # where its last parameter begins, or the first "=" or "#" in it
    cdef bint bracketed             # a pair of brackets belongs to it
    cdef bint beyond_ascii          # it has a character outside ASCII
    cdef Py_ssize_t first_beyond    # where the first such character is, 0 if an escape or a dash comes first
    cdef bint western               # it has such a character in windows-1252
    cdef bint quoted_before         # a quotation mark or apostrophe is before it, so JSON's escapes are decoded
    cdef int escaped                # the meaning of its backslashes: rows.ESCAPED, rows.BACKSLASHES

    cdef void begin(self, Py_ssize_t start) noexcept
    cdef bint ends(self, Py_ssize_t i) noexcept
    cdef void note_expression(self, Py_ssize_t i) noexcept
    cdef bint is_partial(self, Py_ssize_t end) noexcept
    cdef bint is_elided(self, Py_ssize_t end) noexcept
    cdef bint begins_label(self, Py_ssize_t i) noexcept
    cdef bint closed(self, Py_ssize_t i, int closer) noexcept
    cdef Py_ssize_t trim(self, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef bint is_pattern(self, Py_ssize_t end) noexcept


cdef class Token(Candidate):
    cdef Py_ssize_t read(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t pattern_end(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t character(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t escape(self, Py_ssize_t i) noexcept
    cdef bint host(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t usual_host(self, Py_ssize_t i, Py_ssize_t limit) noexcept
    cdef bint name(self, Py_ssize_t i, Py_ssize_t end, Py_ssize_t limit) noexcept
    cdef Py_ssize_t label_placeholder_end(self, Py_ssize_t i) noexcept


cdef class WrappedReference(Token):
    cdef public object pieces       # as an array for callers
    cdef long long[::1] piece
    cdef Py_ssize_t made            # the number of pieces written, of all rows
    cdef Py_ssize_t first           # the candidate's own first piece
    cdef int slashes                # after its scheme's colon: 0, 1 or 2
    cdef bint printable             # "=3D" was seen in it: quoted-printable
    cdef int delimiter              # the last "=", "&" or "?" in the pieces that end in "="
    cdef Py_ssize_t last_begin      # start of the piece after the last break beside the slashes
    cdef Py_ssize_t first_end       # end of its first piece
    cdef int depth                  # reply marks before it on its line
    cdef Py_ssize_t sign            # start and end of the comment sign after them
    cdef Py_ssize_t sign_end
    cdef bint broke                 # the last gap had a line break
    cdef bint filtered              # it is a link of a mail filter, whose end has not come
    cdef bint operated              # an operator was before the last literal, or after the one before it

    cdef void read_line(self) noexcept
    cdef Py_ssize_t gap(self, Py_ssize_t i, bint enclosed) noexcept
    cdef bint names_item(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t divided(self, Py_ssize_t end, bint enclosed) noexcept
    cdef Py_ssize_t next_literal(self, Py_ssize_t end) noexcept
    cdef bint leaves_comment(self, Py_ssize_t j) noexcept
    cdef bint is_one_string(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef bint is_in_literal(self, Py_ssize_t begin, int quote) noexcept
    cdef Py_ssize_t hierarchy(self, Py_ssize_t i) noexcept
    cdef Py_ssize_t soft(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint divided_host(self, Py_ssize_t i) noexcept
    cdef void add(self, Py_ssize_t start, Py_ssize_t end) noexcept


cdef class EnclosedReference(WrappedReference):
    cdef Py_ssize_t label_end       # the ">" after its label, if it has one

    cdef Py_ssize_t find_label_end(self) noexcept
    cdef Py_ssize_t enclosed(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t unfolded(self, Py_ssize_t end) noexcept
    cdef bint closes_other(self, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t cut, int blanks, int apart) noexcept
    cdef bint begins_other(self, Py_ssize_t end, Py_ssize_t j) noexcept
    cdef bint is_prose(self, Py_ssize_t end, Py_ssize_t j, bint templated) noexcept
    cdef bint is_prose_after_break(self, Py_ssize_t end, Py_ssize_t j) noexcept


cdef class BareReference(EnclosedReference):
    cdef public int joins
    cdef int confidence             # in per cent, of its weakest break

    cdef Py_ssize_t folded(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef Py_ssize_t bare(self, Py_ssize_t begin, Py_ssize_t floor, Py_ssize_t end) noexcept
    cdef Py_ssize_t before_word(self, Py_ssize_t end) noexcept
    cdef bint precedes_verb(self, Py_ssize_t first, Py_ssize_t end) noexcept
    cdef Py_ssize_t top_label_end(self) noexcept
    cdef Py_ssize_t added_literal(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef bint ends_comment(self, Py_ssize_t end) noexcept
    cdef bint repeats(self, Py_ssize_t end, Py_ssize_t following) noexcept
    cdef bint in_filter(self, Py_ssize_t end) noexcept
    cdef bytes tail(self, Py_ssize_t begin, Py_ssize_t end)
    cdef int weigh(self, int signs, Py_ssize_t end) noexcept


cdef Py_ssize_t web_scheme(Text text, Py_ssize_t colon) noexcept


cdef class SchemeFinder(BareReference):
    cdef public Py_ssize_t low          # where the last reference ended
    cdef bint glued                     # a word is before the candidate's scheme, without a blank

    cdef bint has_path(self, Py_ssize_t i) noexcept
    cdef bint is_label(self, Py_ssize_t colon) noexcept
    cdef bint is_in_word(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t scheme(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t without_bracket(self, Py_ssize_t end) noexcept
    cdef Py_ssize_t after_word(self, Py_ssize_t web) noexcept
    cdef long long look_back(self) noexcept


cdef class UsualReference(SchemeFinder):
    cdef Py_ssize_t usual_end(self, Py_ssize_t colon) noexcept


cdef class Kernel(UsualReference):
    cdef public object compiled
    cdef public object table        # the rows, as an array for callers
    cdef public Py_ssize_t count    # rows written
    cdef public Py_ssize_t pos
    cdef public long long cost
    cdef public long long offset    # of the window in the document
    cdef Py_ssize_t labelled        # the last colon of "URL:"
    cdef long long[::1] row
    cdef bint final

    cdef inline bint cannot_be_scheme(self, Py_ssize_t colon) noexcept
    cdef bint is_opened(self, Py_ssize_t colon) noexcept
    cdef inline Py_ssize_t usual(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t try_at(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t candidate(self, Py_ssize_t anchor) noexcept
    cdef Py_ssize_t reference(self, Py_ssize_t colon) noexcept
    cdef bint opens_address(self, Py_ssize_t colon) noexcept
    cdef bint is_unregistered(self, Py_ssize_t colon) noexcept
    cdef Py_ssize_t other_end(self, Py_ssize_t end, Py_ssize_t whole) noexcept
    cdef bint accepted(self, Py_ssize_t colon, Py_ssize_t i, long long bits) noexcept
    cdef bint fits(self, Py_ssize_t i, Py_ssize_t end, Py_ssize_t whole) noexcept
    cdef void write(self, Py_ssize_t colon, Py_ssize_t end, long long bits) noexcept
