# The serializer, whose code is timed.
package PlainJson;
use v5.26;
use warnings;
no warnings 'recursion';
use Documents;
use Exporter qw(import);
use MIME::Base64 qw(decode_base64 encode_base64);
use POSIX qw(strtod);
use Time::Local qw(timegm_modern);
our @EXPORT = qw(serialize deserialize);

my %escape = (map({ chr, sprintf '\\u%04x', $_ } 0 .. 31), '"' => '\\"', '\\' => '\\\\');
sub quoted { '"' . $_[0] =~ s/(["\\\x00-\x1f])/$escape{$1}/gr . '"' }
sub instant_text {
    my $ms = $_[0] % 1000;
    my ($s, $min, $h, $day, $month, $year) = gmtime(($_[0] - $ms) / 1000);
    sprintf '"%04d-%02d-%02dT%02d:%02d:%02d.%03dZ"', $year + 1900, $month + 1, $day, $h, $min, $s, $ms;
}
sub record_text {
    my ($value, $name) = @_;
    my @there = grep { exists $value->{ $_->{name} } } @{ $fields{$name} };
    '{' . join(',', map { quoted($_->{name}) . ':' . text($_->{type}, $value->{ $_->{name} }) } @there) . '}';
}
my %text = (
    boolean => sub { $_[0] ? 'true' : 'false' }, bytes => sub { '"' . encode_base64($_[0], '') . '"' },
    int32 => sub { $_[0] }, int64 => sub { $_[0] }, double => sub { sprintf '%.17g', $_[0] },
    string => \&quoted, enum => \&quoted, uuid => \&quoted, instant => \&instant_text, record => \&record_text,
    any => sub { text(type_of($_[0]), $_[0]) },
    list => sub { my ($value, $of) = @_; '[' . join(',', map { text($of, $_) } @$value) . ']' },
    map => sub {
        my ($value, $of) = @_;
        '{' . join(',', map { quoted($_) . ':' . text($of, $value->{$_}) } keys %$value) . '}';
    },
);
sub text { defined $_[1] ? $text{ $_[0][0] }->($_[1], $_[0][1]) : 'null' }
sub serialize { utf8(text($root, $_[0])) }

my @tokens;
my %plain = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
sub expect { my $token = shift @tokens // ''; $token eq $_[0] or die "expected $_[0], found $token\n" }
sub string {
    my $text = characters(substr shift @tokens, 1, -1);
    $text =~ s/\\u([dD][89abAB]..)\\u(....)|\\u(....)|\\(.)/
        defined $1 ? chr(0x10000 + (hex($1) - 0xd800) * 0x400 + hex($2) - 0xdc00)
        : defined $3 ? chr hex $3
        : $plain{$4} \/\/ $4/ge;
    $text;
}
sub elements {    # of a list, a map or a record
    my ($begin, $end, $each) = @_;
    expect($begin);
    return shift @tokens if $tokens[0] eq $end;
    do { $each->() } while @tokens && $tokens[0] eq ',' && shift @tokens;
    expect($end);
}
sub named { my $name = string(); expect(':'); $name }
sub instant {
    my ($year, $month, $day, $h, $min, $s, $fraction, $sign, @offset) =
        string() =~ /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/ or die "no instant\n";
    my $seconds = timegm_modern($s, $min, $h, $day, $month - 1, $year);
    $seconds -= "${sign}1" * ($offset[0] * 3600 + $offset[1] * 60) if $sign;
    $seconds * 1000 + substr(($fraction // '') . '000', 0, 3);
}
sub record {
    my ($types, %record) = $types{ $_[0] };
    elements('{', '}', sub { my $name = named(); $record{$name} = parse($types->{$name}) });
    \%record;
}
sub integer { 0 + shift @tokens }
my %kind = ('[' => 'list', '{' => 'map', '"' => 'string', t => 'boolean', f => 'boolean');    # of `any`, by the first letter
my %parse = (
    boolean => sub { shift @tokens eq 'true' ? $true : $false }, bytes => sub { decode_base64(string()) },
    int32 => \&integer, int64 => \&integer, double => sub { scalar strtod(shift @tokens) },
    string => \&string, enum => \&string, uuid => \&string, instant => \&instant, record => \&record,
    any => sub { parse([$kind{ substr $tokens[0], 0, 1 } // 'double', ['any']]) },
    list => sub { my ($of, @list) = @_; elements('[', ']', sub { push @list, parse($of) }); \@list },
    map => sub { my ($of, %map) = @_; elements('{', '}', sub { my $key = named(); $map{$key} = parse($of) }); \%map },
);
sub parse {
    my $token = $tokens[0] // die "the text ends too early\n";
    return $token eq 'null' ? do { shift @tokens; undef } : $parse{ $_[0][0] }->($_[0][1]);
}
sub deserialize {
    @tokens = $_[0] =~ /\G\s*([\[\]{},:]|"[^"\\]*+(?:\\.[^"\\]*+)*+"|[^\s\[\]{},:"]+)/gs;
    my $value = parse($root);
    @tokens ? die "more after the end\n" : $value;
}
1;
