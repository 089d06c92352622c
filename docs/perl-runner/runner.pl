# A runner, whole, after docs/PROTOCOL.md. Its natural model is Perl's own data: hashes, arrays and scalars. An instant is
# a number of milliseconds, a boolean 1 or 0, bytes are a string of bytes, and a uuid and an enum are strings.
use v5.26;
use warnings;
no warnings 'recursion';
use FindBin qw($Bin);
use lib $Bin;
use Documents;
use Lines;
use PlainJson;
use Time::HiRes qw(CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID clock_gettime);

# What a slice adds up, see "slice": units of bytes are bytes, those of strings code points.
sub place { ($_[1] >> 8) * $_[0] >> 24 }
sub step { ($_[0] * 1664525 + 1013904223) & 0xffffffff }
sub units { my ($text, $s) = @_; my $n = length $text; $n && $n + ord substr $text, place($n, $s), 1 }
sub sample {
    my ($type, $value, $s, $w) = @_;
    return 1 unless defined $value;
    my ($kind, $of) = @$type;
    return $value ? 3 : 2 if $kind eq 'boolean';
    return $value & 0xffff if $kind =~ /^int|^instant/;
    if ($kind eq 'double') { my ($high, $low) = unpack 'NN', pack 'd>', $value; return ($high ^ $low) & 0xffff }
    return length $value if $kind eq 'enum';
    return hex substr $value, -1 if $kind eq 'uuid';
    return units($value, $s) if $kind =~ /^string|^bytes/;
    return 6 + keys %$value if $kind eq 'map';
    if ($kind eq 'list') { my $n = @$value; return $n ? $n + sample($of, $value->[place($n, $w)], $s, step($w)) : 5 }
    my @fields = @{ $fields{$of} } or return 4;
    my $field = $fields[place(scalar @fields, $w)];
    sample($field->{type}, $value->{ $field->{name} }, $s, step($w));
}

# The job, then commands until the end.
chomp(my $hello = <STDIN> // exit);
my %job;
while (<STDIN>) {
    chomp;
    last if $_ eq 'load';
    my ($key, $value) = split / /, $_, 2;
    $value =~ s/^\d+ // if $key =~ /^(documents|hard)/;    # how many there are
    $job{$key} = unescaped($value);
}
give_up("crash this runner speaks wiremark 3, not $hello") if $hello ne 'wiremark 3';
give_up("unavailable there is no serializer $job{serializer}") if $job{serializer} ne 'plain';
my $writes = $job{task} eq 'serialize';
give_up("unsupported there is no task $job{task}") unless $writes || $job{task} eq 'deserialize';
read_model($job{model});
my $run = $writes ? \&serialize : \&deserialize;
sub prepared { $writes ? [read_fixture($_[0])] : [unpack '(N/a*)*', slurp($_[0])] }
my %sets = map { $_ => prepared($job{ $writes ? $_ : "$_-input" }) } qw(documents hard);
say_lines('wiremark 3', "runtime perl $^V", "version 1", 'ready');

my ($operation, @fresh) = (0);
sub timed {
    my ($wall, $cpu) = map { clock_gettime($_) } CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID;
    $_[0]->();
    my ($wall_end, $cpu_end) = map { clock_gettime($_) } CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID;
    sprintf '%.0f %.0f', ($wall_end - $wall) * 1e9, ($cpu_end - $cpu) * 1e9;
}
my %commands = (
    slice => sub {
        my ($ops, $s) = split / /, $_[0];
        my ($documents, $sum, $w) = ($sets{documents}, 0);
        my $times = timed(sub {
            for my $k (0 .. $ops - 1) {
                $s = step($s);
                $w = $s if $k % 64 == 0;
                my $result = $run->($documents->[$operation++ % @$documents]);
                $sum += $writes ? units($result, $s) : sample($root, $result, $s, $w);
            }
        });
        "slice $ops $times $sum";
    },
    fresh => sub {
        my ($n, $path) = split / /, $_[0], 2;
        my $documents = prepared(unescaped($path));
        my $times = timed(sub { @fresh = map { $run->($_) } @$documents });
        "fresh $n $times";
    },
    dump => sub {
        my ($set, $path) = split / /, $_[0], 2;
        my @results = $set eq 'fresh' ? @fresh : map { $run->($_) } @{ $sets{$set} };
        open my $file, '>:raw', unescaped($path) or give_up("crash can't write $path: $!");
        print $file $writes ? pack '(N/a*)*', @results : write_fixture(@results);
        close $file or give_up("crash can't write $path: $!");
        "dumped $set " . @results;
    },
    memory => sub { 'unknown allocated not counted', 'unknown collections there are none', "memory $_[0]" },
);
while (<STDIN>) {
    chomp;
    my ($command, $words) = split / /, $_, 2;
    if ($command eq 'end') { say_lines('bye'); exit }
    my @answer = eval { $commands{$command}->($words) } or give_up("crash $@" =~ s/\s+$//r);
    say_lines(@answer);
}
