# The types of the model (docs/PROTOCOL.md), and values of the type `any`.
package Documents;
use v5.26;
use warnings;
use B ();
use Exporter qw(import);
use JSON::PP ();
our @EXPORT = qw(read_model $root %fields %types unescaped utf8 characters $true $false type_of);

# A type is [kind], or [kind, element type or name]. %fields has the fields of each record in the schema's order, %types their types by name.
our (%fields, %types, $root);
sub type {
    $_[0] =~ s/^(\w+) ?//;
    my $kind = $1;
    return [$kind, type($_[0])] if $kind =~ /^(list|map)$/;
    return [$kind, $_[0] =~ s/^(\w+) ?// && $1] if $kind =~ /^(record|enum)$/;
    return [$kind] if $kind =~ /^(boolean|int32|int64|double|string|uuid|instant|bytes|any)$/;
    die "unsupported the model has the word $kind\n";
}
sub read_model {
    my $record;
    for (split /\n/, characters($_[0])) {
        my ($key, $text) = split / /, $_, 2;
        if ($key eq 'root') { $root = type($text) }
        elsif ($key eq 'record') { $fields{$record = $text} = [] }
        elsif ($key eq 'field') {
            $text =~ s/^(\w+) //;
            my $type = type($text);    # removes the type's words from $text, which leaves the name
            my $name = unescaped($text);
            push @{ $fields{$record} }, { name => $name, type => $type };
            $types{$record}{$name} = $type;
        }
        elsif ($key !~ /^(model|dataset|enum|value)$/) { die "unsupported the model has the word $key\n" }
    }
}

# Lines of the protocol and of the model.
my %plain = (n => "\n", r => "\r");
sub unescaped { $_[0] =~ s/\\(.)/$plain{$1} \/\/ $1/ger }

# Not with Encode, which rejects U+10FFFF.
sub utf8 { my $text = $_[0]; utf8::encode($text); $text }
sub characters { my $bytes = $_[0]; utf8::decode($bytes) or die "not UTF-8\n"; $bytes }

# The type of a value in a field of type `any`, from the value itself.
our ($true, $false) = ($JSON::PP::true, $JSON::PP::false);
my %type_of = (ARRAY => ['list', ['any']], HASH => ['map', ['any']], ref($true) => ['boolean']);
sub type_of { $type_of{ ref $_[0] } // (B::svref_2object(\$_[0])->FLAGS & B::SVf_POK ? ['string'] : ['double']) }
1;
