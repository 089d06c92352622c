# frozen_string_literal: true

# Installs a gem from its file to a folder of its own, as `gem install --install-dir` does. Started by installer.mjs:
#
#   ruby install.rb FILE FOLDER HOMES
#
# HOMES are the folders of the gems that it needs, with colons between. What a compiler says, and why it failed, comes on
# standard output.

require "rubygems/installer"
require "rubygems/package"
require "fileutils"
require "shellwords"

# What `bundle config build.NAME` says is to be given to the gem's extconf.rb.
def build_arguments(name)
  require "bundler"
  Bundler.settings["build.#{name}"].to_s.shellsplit
rescue LoadError, StandardError
  []
end

# It may not compile without gems that it needs (mini_portile2, rake), which are looked for in the environment.
def use_homes(folder, homes)
  ENV["GEM_HOME"] = folder
  ENV["GEM_PATH"] = homes
  Gem.paths = ENV.to_h
end

# The file itself, and what something was compiled from: nothing of it is needed to run, and all would be kept and looked after.
def remove_leftovers(folder, spec)
  %w[cache doc build_info plugins bin].each { |name| FileUtils.rm_rf(File.join(folder, name)) }
  return if spec.extensions.empty?

  sources = spec.require_paths.any? { |path| path.start_with?("ext") } ? %w[ports tmp] : %w[ports tmp ext]
  sources.each { |name| FileUtils.rm_rf(File.join(folder, "gems", spec.full_name, name)) }
  FileUtils.rm_f(Dir.glob(File.join(folder, "extensions/**/*.{out,log}")))
end

# What no gem's own words say plainly: most go on until something else fails.
def missing_tools(spec)
  return [] if spec.nil? || spec.extensions.empty?

  compiler = RbConfig::CONFIG["CC"].split.first
  folders = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
  found = [compiler, *folders.map { |folder| File.join(folder, compiler) }].any? { |file| File.executable?(file) }
  found ? [] : ["#{compiler}: not found"]
end

# What extconf.rb has tried to compile and start, which goes with the folder.
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
