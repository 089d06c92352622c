# frozen_string_literal: true

# Creates gems, and the index of a registry that has them (newer RubyGems have no `gem generate_index`):
#
#   ruby make.rb FOLDER < LIST
#
# LIST has a line for each gem, with tabs between its name, version, dependency ("plain ~> 1.0", or nothing) and code
# of its extconf.rb (nothing for pure Ruby).

require "fileutils"
require "rubygems/package"
require "tmpdir"
require "zlib"

root = File.expand_path(ARGV.fetch(0))
Gem::DefaultUserInteraction.ui = Gem::SilentUI.new

def write(path, content)
  FileUtils.mkdir_p(File.dirname(path))
  File.binwrite(path, content)
end

def specification(name, version, needed, extconf)
  Gem::Specification.new do |spec|
    spec.name = name
    spec.version = version
    spec.summary = spec.homepage = "https://example.com/#{name}"
    spec.authors = ["nobody"]
    spec.license = "MIT"
    spec.files = ["lib/#{name}.rb"]
    spec.add_dependency(*needed.split(" ", 2)) unless needed.empty?
    next if extconf.empty?

    spec.files << "ext/extconf.rb"
    spec.extensions = ["ext/extconf.rb"]
  end
end

specs = $stdin.readlines(chomp: true).map do |line|
  name, version, needed, extconf = line.split("\t", -1)
  spec = specification(name, version, needed, extconf)
  Dir.mktmpdir do |folder|
    Dir.chdir(folder) do
      write("lib/#{name}.rb", "puts \"#{name} #{version}\"\n")
      write("ext/extconf.rb", extconf)
      write(File.join(root, "gems", "#{spec.full_name}.gem"), File.binread(Gem::Package.build(spec)))
    end
  end
  spec
end

index = specs.map { |spec| [spec.name, spec.version, "ruby"] }
{ "specs" => index, "latest_specs" => index, "prerelease_specs" => [] }.each do |name, content|
  write(File.join(root, "#{name}.4.8.gz"), Zlib.gzip(Marshal.dump(content)))
end
specs.each do |spec|
  file = File.join(root, "quick/Marshal.4.8", "#{spec.full_name}.gemspec.rz")
  write(file, Zlib::Deflate.deflate(Marshal.dump(spec)))
end
