# frozen_string_literal: true

# Installs a gem's file into its own folder, as `gem install --install-dir` does. installer.mjs starts it:
#
#   ruby install.rb FILE FOLDER HOMES
#
# HOMES are folders of the gem's dependencies, separated by colons. If the installation fails, the reason, the compiler's
# output and the lines of mkmf.log go to standard output.

require "rubygems/installer"
require "rubygems/package"
require "fileutils"
require "shellwords"

# Returns the arguments for the gem's extconf.rb that the user has set by `bundle config build.NAME`.
def build_arguments(name)
  require "bundler"
  Bundler.settings["build.#{name}"].to_s.shellsplit
rescue LoadError, StandardError
  []
end

# Compilation may need other gems (mini_portile2, rake), which RubyGems finds through the environment.
def use_homes(folder, homes)
  ENV["GEM_HOME"] = folder
  ENV["GEM_PATH"] = homes
  Gem.paths = ENV.to_h
end

# Removes files that aren't needed at run time, such as the gem's file, C sources and logs, to keep the cache small.
def remove_leftovers(folder, spec)
  %w[cache doc build_info plugins bin].each { |name| FileUtils.rm_rf(File.join(folder, name)) }
  return if spec.extensions.empty?

  sources = spec.require_paths.any? { |path| path.start_with?("ext") } ? %w[ports tmp] : %w[ports tmp ext]
  sources.each { |name| FileUtils.rm_rf(File.join(folder, "gems", spec.full_name, name)) }
  FileUtils.rm_f(Dir.glob(File.join(folder, "extensions/**/*.{out,log}")))
end

# Returns a list with a message if the compiler is missing. Gems rarely report this themselves: most continue until
# something else fails.
def missing_tools(spec)
  return [] if spec.nil? || spec.extensions.empty?

  compiler = RbConfig::CONFIG["CC"].split.first
  folders = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
  found = [compiler, *folders.map { |folder| File.join(folder, compiler) }].any? { |file| File.executable?(file) }
  found ? [] : ["#{compiler}: not found"]
end

def mkmf_log(folder)
  logs = Dir.glob(File.join(folder, "{extensions,gems}/**/mkmf.log"))
  logs.flat_map { |log| File.readlines(log, chomp: true) }.map { |line| "mkmf.log: #{line}" }
end

def install(file, folder, homes)
  spec = Gem::Package.new(file).spec
  use_homes(folder, homes)
  options = { install_dir: folder, ignore_dependencies: true, document: [], wrappers: true,
              build_args: spec.extensions.empty? ? [] : build_arguments(spec.name) }
  Gem::Installer.at(file, options).install
  remove_leftovers(folder, spec)
rescue StandardError => e
  $stdout.puts e.message, *mkmf_log(folder), *missing_tools(spec)
  exit 1
end

$stdout.sync = true
Gem::DefaultUserInteraction.ui = Gem::SilentUI.new
install(*ARGV)
