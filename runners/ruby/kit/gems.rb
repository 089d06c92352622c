# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Activates exactly the gems that the build program listed (build/main.mjs), without Bundler and regardless of other
  # gems on the machine.
  #
  # Call `activate` before loading any of Ruby's own libraries (json, date, stringio): a gem can't replace a library that
  # is already loaded. Rows without such a gem use Ruby's own libraries.
  module Gems
    class << self
      # Loads each gem from its specification, which is much faster than RubyGems' search in a hundred folders. A line
      # `profiler` doesn't activate its gem, but makes it available to `require`.
      def activate(list)
        refuse_bundler
        lines = File.readlines(list, chomp: true, encoding: "UTF-8").map { |line| line.split(" ", 4) }
        @resolved_here = lines.include?(%w[resolved here])
        found = lines.select { |word,| %w[gem profiler].include?(word) }
        Gem.paths = { "GEM_HOME" => File.dirname(File.expand_path(list)),
                      "GEM_PATH" => found.map(&:last).join(File::PATH_SEPARATOR) }
        found.each { |word, name, version, home| load_spec(name, version, home).activate if word == "gem" }
      rescue Gem::LoadError => e
        raise Unavailable, e.message
      end

      # Returns a gem's version to report. Adds "(resolved here)" if the row's versions aren't from Gemfile.lock, because
      # Gemfile.lock is for another series of Rubies or doesn't satisfy the row's requirements.
      def version_of(name)
        spec = Gem.loaded_specs[name] or raise Unavailable, "its GEM is #{name}, which isn't among the row's packages"
        @resolved_here ? "#{spec.version} (resolved here)" : spec.version.to_s
      end

      private

      # Raises Unavailable within `bundle exec`, whose RUBYOPT has loaded another bundle.
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
