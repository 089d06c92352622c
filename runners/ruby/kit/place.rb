# frozen_string_literal: true

module Wiremark
  # Finds the place of an error for the user: the first stack frame in a gem or in the row's files.
  module Place
    # Matches the innermost folder: a gem's folder may be within another's.
    FRAME = %r{.*/(gems|serializers)/(.+?\.rb):(\d+)}

    class << self
      # Returns `line 12 of its file`, or `my_json-1.0.0/lib/my_json.rb:3` for a gem; nil if the backtrace has neither. A syntax
      # error has its place in the message only.
      #
      # - `serializer`: the row's id; the original file may have another name.
      def of(error, serializer)
        frames = [*(error.message if error.is_a?(SyntaxError)), *error.backtrace]
        kind, file, line = frames.join("\n").match(FRAME)&.captures
        return if kind.nil?

        kind == "serializers" && file == "#{serializer.tr("-", "_")}.rb" ? "line #{line} of its file" : "#{file}:#{line}"
      end

      # Names the missing file, the requiring line and the gem to add; Ruby's message has the path of a copy.
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
