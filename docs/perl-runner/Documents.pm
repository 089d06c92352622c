# The model's types (docs/MODEL.md), and fixtures, which hold the documents.
package Documents;
use v5.26;
use warnings;
no warnings 'recursion';    # documents may be 60 deep
use Exporter qw(import);
use Lines;
our @EXPORT = qw(read_model read_fixture write_fixture $root %fields %types);

# A type is [kind] or [kind, of what]. Fields are in the schema's order; types are those of fields by name.
our (%fields, %types, $root);
sub type {
    $_[0] =~ s/^(\w+) ?//;
    my $kind = $1;
    return [$kind, type($_[0])] if $kind =~ /^(list|map)$/;
    return [$kind, $_[0] =~ s/^(\w+) ?// && $1] if $kind =~ /^(record|enum)$/;
    return [$kind] if $kind =~ /^(boolean|int32|int64|double|string|uuid|instant|bytes)$/;
    give_up("unsupported a scalar of Perl doesn't tell a number from a string, as any needs") if $kind eq 'any';
    give_up("unsupported the model has the word $kind");
}
sub read_model {
    my $record;
    for (split /\n/, characters(slurp($_[0]))) {
        my ($key, $text) = split / /, $_, 2;
        if ($key eq 'root') { $root = type($text) }
        elsif ($key eq 'record') { $fields{$record = $text} = [] }
        elsif ($key eq 'field') {
            $text =~ s/^(\w+) //;
            my $type = type($text);    # takes its words away: what is left is the name
            my $name = unescaped($text);
            push @{ $fields{$record} }, { name => $name, type => $type };
            $types{$record}{$name} = $type;
        }
        elsif ($key !~ /^(model|dataset|enum|value)$/) { give_up("unsupported the model has the word $key") }
    }
}

# Fixtures: big-endian, a tag and what it is of.
sub read_fixture {
    my ($bytes, $at) = (slurp($_[0]), 12);
    my $take = sub { substr $bytes, ($at += $_[0]) - $_[0], $_[0] };
    my $chunk = sub { $take->(unpack 'N', $take->(4)) };
    my $value;
    my $entries = sub { map { characters($chunk->()) => $value->() } 1 .. unpack 'N', $take->(4) };
    my %read = (
        N => sub { undef }, T => sub { 1 }, F => sub { 0 },
        i => sub { unpack 'l>', $take->(4) }, l => sub { unpack 'q>', $take->(8) }, m => sub { unpack 'q>', $take->(8) },
        d => sub { unpack 'd>', $take->(8) },
        s => sub { characters($chunk->()) }, e => sub { characters($chunk->()) }, b => $chunk,
        u => sub { join '-', unpack 'H8 H4 H4 H4 H12', $take->(16) },
        '[' => sub { [map { $value->() } 1 .. unpack 'N', $take->(4)] },
        '{' => sub { +{ $entries->() } }, M => sub { +{ $entries->() } },
    );
    $value = sub { $read{ $take->(1) }->() };
    return map { $value->() } 1 .. unpack 'N', substr $bytes, 8, 4;
}
sub fixture {
    my ($type, $value) = @_;
    return 'N' unless defined $value;
    my ($kind, $of) = @$type;
    my $text = sub { pack 'N/a*', utf8($_[0]) };
    return $value ? 'T' : 'F' if $kind eq 'boolean';
    return pack 'aq>', $kind eq 'instant' ? 'm' : 'l', $value if $kind =~ /^int|^instant/;
    return pack 'ad>', 'd', $value if $kind eq 'double';
    return pack 'aN/a*', 'b', $value if $kind eq 'bytes';
    return pack('aN', '[', scalar @$value) . join '', map { fixture($of, $_) } @$value if $kind eq 'list';
    return pack('aN', 'M', scalar %$value) . join '', map { $text->($_) . fixture($of, $value->{$_}) } keys %$value
        if $kind eq 'map';
    return 's' . $text->($value) if $kind ne 'record';
    my @there = grep { exists $value->{ $_->{name} } } @{ $fields{$of} };
    return pack('aN', '{', scalar @there)
        . join '', map { $text->($_->{name}) . fixture($_->{type}, $value->{ $_->{name} }) } @there;
}
sub write_fixture { join '', "WMFIX 1\n", pack('N', scalar @_), map { fixture($root, $_) } @_ }
1;
