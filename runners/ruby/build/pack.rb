# frozen_string_literal: true

# Makes a gem file from a folder, or copies an existing gem file. local.mjs starts it:
#
#   ruby pack.rb NAME PATH FOLDER
#
# It writes FOLDER/NAME-VERSION.gem and prints version and dependencies. For an error, it prints the reason as a plain
# line, and the fix, if there is one, as a line `wiremark:fix`.

require "rubygems/package"
require "fileutils"

def refuse(why, fix = nil)
  puts why
  puts "wiremark:fix #{fix}" if fix
  exit 1
end

# Refuses a gem that doesn't support this Ruby: Bundler checks this only for gems of a registry.
def require_this_ruby(spec)
  wanted = spec.required_ruby_version
  return if wanted.satisfied_by?(Gem.ruby_version)

  refuse "#{spec.name} requires Ruby #{wanted}, and this is #{Gem.ruby_version}", "name another Ruby in WIREMARK_RUBY"
end

def spec_in(path, name)
  file = [File.join(path, "#{name}.gemspec"), *Dir.glob(File.join(path, "*.gemspec"))].find { |one| File.file?(one) }
  refuse "there is no gemspec", "name the folder that has it, or the file of a gem" if file.nil?
  spec = Gem::Specification.load(file)
  refuse "#{File.basename(file)} can't be loaded" if spec.nil?
  refuse "#{File.basename(file)} lists no files: where it asks git for them, it takes a git checkout" if spec.files.empty?
  spec
end

Gem::DefaultUserInteraction.ui = Gem::SilentUI.new
name, path, folder = ARGV
begin
  if File.directory?(path)
    # A gemspec finds files, and runs git, relative to its folder.
    Dir.chdir(path)
    spec = spec_in(path, name)
  else
    spec = Gem::Package.new(path).spec
  end
  refuse "it is the gem #{spec.name}, not #{name}", "write #{spec.name}@file: in the row's packages" if spec.name != name
  require_this_ruby(spec)
  file = File.join(folder, "#{spec.full_name}.gem")
  File.directory?(path) ? Gem::Package.build(spec, true, false, file) : FileUtils.cp(path, file)
rescue Gem::Exception, SystemCallError, ScriptError => e
  refuse e.message.lines.first.to_s.chomp
end
puts "wiremark:version #{spec.version}"
spec.runtime_dependencies.each { |need| puts "wiremark:needs #{need.name} (#{need.requirement})" }
