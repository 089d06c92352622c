# What every file of the runner speaks with: lines, errors, files, text.
package Lines;
use v5.26;
use warnings;
use Exporter qw(import);
our @EXPORT = qw(say_lines unescaped give_up slurp utf8 characters);

$| = 1;    # flush after each print
my %escape = ("\\" => "\\\\", "\n" => "\\n", "\r" => "\\r");
my %plain = (n => "\n", r => "\r");
sub say_lines { print map { s/([\\\n\r])/$escape{$1}/gr . "\n" } @_ }
sub unescaped { $_[0] =~ s/\\(.)/$plain{$1} \/\/ $1/ger }
sub give_up { say_lines("error $_[0]"); exit 1 }
sub slurp { open my $file, '<:raw', $_[0] or give_up("crash can't read $_[0]: $!"); local $/; <$file> }

# Not with Encode, which has no U+10FFFF.
sub utf8 { my $text = $_[0]; utf8::encode($text); $text }
sub characters { my $bytes = $_[0]; utf8::decode($bytes) or die "not UTF-8\n"; $bytes }
1;
