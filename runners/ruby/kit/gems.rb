# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # The gems of a row, as the build program has listed them (build/main.mjs): exactly those, in exactly those versions, wherever
  # else on the machine there are others. No Bundler runs.
  #
  # `activate` must come before anything else is loaded but errors.rb: what Ruby has itself and a gem replaces (json, date,
  # stringio) can't be replaced once it is there. What no line names is Ruby's own.
  module Gems
    class << self
      # Takes a list's path. A gem is loaded from its own description, which is much faster than to have RubyGems look for it in
      # a hundred folders.
      def activate(list)
        refuse_bundler
        lines = File.readlines(list, chomp: true, encoding: "UTF-8").map { |line| line.split(" ", 4) }
        @resolved_here = lines.include?(%w[resolved here])
        found = lines.select { |word,| %w[gem profiler].include?(word) }
        # Where RubyGems looks for what is required later: default gems of Ruby's come besides, and nothing else does.
        Gem.paths = { "GEM_HOME" => File.dirname(File.expand_path(list)),
                      "GEM_PATH" => found.map(&:last).join(File::PATH_SEPARATOR) }
        found.each { |word, name, version, home| load_spec(name, version, home).activate if word == "gem" }
      rescue Gem::LoadError => e
        raise Unavailable, e.message
      end

      # As reported for a row. The lock is of one series of Rubies: for another, versions are what this machine's registry had.
      def version_of(name)
        spec = Gem.loaded_specs[name] or raise Unavailable, "its GEM is #{name}, which isn't among the row's packages"
        @resolved_here ? "#{spec.version} (resolved here)" : spec.version.to_s
      end

      private

      # RUBYOPT from within `bundle exec` has loaded another bundle before us.
      def refuse_bundler
        return unless defined?(Bundler::ORIGINAL_ENV)

        raise Unavailable, "it was started with Bundler's RUBYOPT: run wiremark outside of bundle exec"
      end

      def load_spec(name, version, home)
        Gem::Specification.load(File.join(home, "specifications", "#{name}-#{version}.gemspec")) or
          raise Unavailable, "#{name} #{version} is gone from #{home}"
      end
    end
  end
end
