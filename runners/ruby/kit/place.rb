# frozen_string_literal: true

module Wiremark
  # Finds where an error comes from: the first stack frame in a file of the serializer or in a gem.
  module Place
    # Finds the last folder `gems` or `serializers` in a path: a gem's folder may be within another `gems`.
    FRAME = %r{.*/(gems|serializers)/(.+?\.rb):(\d+)}

    class << self
      # Returns `line 12 of its file` for the serializer's main file, `my_json-1.0.0/lib/my_json.rb:3` for another; nil if
      # the backtrace has neither. A syntax error has its place only in the message.
      def of(error, serializer)
        frames = [*(error.message if error.is_a?(SyntaxError)), *error.backtrace]
        kind, file, line = frames.join("\n").match(FRAME)&.captures
        return if kind.nil?

        kind == "serializers" && file == "#{serializer.tr("-", "_")}.rb" ? "line #{line} of its file" : "#{file}:#{line}"
      end

      # Rewrites the message of a failed `require` for the serializer's author: Ruby's message has no line, and for
      # `require_relative` a path in the build.
      def spell_missing(error, serializer)
        wanted = error.path.to_s
        own = wanted[%r{.*/serializers/(.+)}, 1]
        place = of(error, serializer)
        missing = own ? error.message.sub(wanted, own) : error.message
        missing += " (#{place})" if place
        return missing if File.absolute_path?(wanted) && own.nil?

        "#{missing}: is it among the row's #{own ? "sources" : "packages"}?"
      end
    end
  end
end
