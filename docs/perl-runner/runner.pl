# A complete runner (docs/PROTOCOL.md). The serializer is PlainJson.pm; Documents.pm reads the model's types.
# Documents are Perl's own data: hashes, arrays and scalars. An instant is a number of milliseconds, a boolean is one of JSON::PP,
# which comes with Perl; bytes are a string of bytes, and a uuid and an enum are strings.
use v5.26;
use warnings;
no warnings 'recursion';    # documents may be 60 deep
use FindBin qw($Bin);
use lib $Bin;
use Documents;
use PlainJson;
use Time::HiRes qw(CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID clock_gettime);

# ---- Lines: a key, one space, a value ----------------------------------------------------------------------------------------

$| = 1;    # flush after each print
my %escape = ("\\" => "\\\\", "\n" => "\\n", "\r" => "\\r");
sub say_line { print $_[0] =~ s/([\\\n\r])/$escape{$1}/gr . "\n" }
sub next_line {
    chomp(my $line = <STDIN> // exit);    # exits when the input ends
    return split / /, unescaped($line), 2;
}

# ---- Frames and fixtures -----------------------------------------------------------------------------------------------------

sub read_file { open my $file, '<:raw', $_[0] or die "can't read $_[0]: $!\n"; local $/; <$file> }
sub read_frames { unpack '(N/a*)*', read_file($_[0]) }

# Tags give each value's type, so reading needs no model.
sub read_fixture {
    my ($bytes, $at) = (read_file($_[0]), 12);    # after the magic and the number of documents
    my $take = sub { substr $bytes, ($at += $_[0]) - $_[0], $_[0] };
    my $count = sub { unpack 'N', $take->(4) };
    my $chunk = sub { $take->($count->()) };
    my $value;
    my $entries = sub { map { characters($chunk->()) => $value->() } 1 .. $count->() };
    my %read = (
        N => sub { undef }, T => sub { $true }, F => sub { $false },
        l => sub { unpack 'q>', $take->(8) }, d => sub { unpack 'd>', $take->(8) },
        s => sub { characters($chunk->()) }, m => sub { unpack 'q>', $take->(8) }, b => $chunk,
        '[' => sub { [map { $value->() } 1 .. $count->()] },
        '{' => sub { +{ $entries->() } }, M => sub { +{ $entries->() } },
    );
    $value = sub { $read{ $take->(1) }->() };
    return map { $value->() } 1 .. unpack 'N', substr $bytes, 8, 4;
}

# Perl's scalars have no types, so writing uses the model's.
sub fixture { join '', "WMFIX 2\n", pack('N', 1), fixture_value($root, $_[0]) }
my %wanted = (list => 'ARRAY', record => 'HASH', map => 'HASH', boolean => 'JSON::PP::Boolean');
sub fixture_value {
    my ($type, $value) = @_;
    return 'N' unless defined $value;
    my ($kind, $of) = @$type;
    return fixture_value(type_of($value), $value) if $kind eq 'any';
    die "mismatch deserialize returned a $kind that is ", ref $value || 'a scalar', "\n" if ref $value ne ($wanted{$kind} // '');
    my $named = sub { pack 'N/a*a*', utf8($_[0]), fixture_value($_[1], $_[2]) };    # name, type, value
    return $value ? 'T' : 'F' if $kind eq 'boolean';
    return pack 'aq>', 'l', $value if $kind =~ /^int/;
    return pack 'aq>', 'm', $value if $kind eq 'instant';
    return pack 'ad>', 'd', $value if $kind eq 'double';
    return pack 'aN/a*', 'b', $value if $kind eq 'bytes';
    return pack 'aN(a*)*', '[', scalar @$value, map { fixture_value($of, $_) } @$value if $kind eq 'list';
    return pack 'aN(a*)*', 'M', scalar %$value, map { $named->($_, $of, $value->{$_}) } keys %$value if $kind eq 'map';
    return pack 'aN/a*', 's', utf8($value) if $kind ne 'record';
    my @there = grep { exists $value->{ $_->{name} } } @{ $fields{$of} };
    return pack 'aN(a*)*', '{', scalar @there, map { $named->($_->{name}, $_->{type}, $value->{ $_->{name} }) } @there;
}

# ---- Commands ----------------------------------------------------------------------------------------------------------------

my ($run, $read, $finish);    # the timed function; reads inputs from a file; turns a result into bytes
my ($done, @inputs, @kept) = (0);

sub clocks { map { clock_gettime($_) * 1e9 } CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID }
sub slice {
    my ($ops, $keep) = @_;
    my $first = $done;
    my ($end, $keep_from, @results) = ($first + $ops, $first + $ops - $keep);
    my @start = clocks();
    my $ok = eval {
        while ($done < $end) {
            my $result = $run->($inputs[$done % @inputs]);
            push @results, $result if $done >= $keep_from;
            $done++;
        }
        1;
    };
    my @stop = clocks();
    return sprintf 'failed %d %s', $done - $first, $@ =~ s/\s+$//r unless $ok;
    my %seen;
    for (@results) { die "mismatch two results are the same object\n" if ref && $seen{$_}++ }
    push @kept, map { $finish->($_) } @results;
    return sprintf 'slice %d %.0f %.0f %d', $ops, $stop[0] - $start[0], $stop[1] - $start[1], 0;
}

my %commands = (
    set => sub {
        my ($count, $path) = split / /, $_[0], 2;
        ($done, @inputs) = (0, $read->($path));
        "set $count";
    },
    slice => sub { slice(split / /, $_[0]) },
    kept => sub {
        open my $file, '>:raw', $_[0] or die "can't write $_[0]: $!\n";
        print $file pack '(N/a*)*', @kept;
        close $file or die "can't write $_[0]: $!\n";
        my $count = @kept;
        @kept = ();
        "kept $count";
    },
    end => sub { say_line('bye'); exit },
);

# ---- The job, then commands until the end ------------------------------------------------------------------------------------

sub load_job {
    my %job;
    while (my ($key, $value) = next_line()) { last if $key eq 'load'; $job{$key} = $value }
    die "this runner speaks wiremark 4, not $job{wiremark}\n" if $job{wiremark} ne '4';
    die "unavailable there is no serializer $job{serializer}\n" if $job{serializer} ne 'plain';
    read_model(read_file($job{model}));
    ($run, $read, $finish) =
        $job{task} eq 'serialize' ? (\&serialize, \&read_fixture, \&output)
        : $job{task} eq 'deserialize' ? (\&deserialize, \&read_frames, \&fixture)
        : die "unsupported there is no task $job{task}\n";
    say_line($_) for 'wiremark 4', "runtime perl $^V", 'version 1', 'ready';
}
sub output { ref $_[0] || utf8::is_utf8($_[0]) ? die "mismatch serialize returned something other than bytes\n" : $_[0] }

eval {
    load_job();
    while (my ($command, $value) = next_line()) { say_line($commands{$command}->($value)) }
};
say_line('error ' . ($@ =~ /^(unavailable|unsupported|mismatch) / ? $@ : "crash $@") =~ s/\s+$//r);
exit 1;
