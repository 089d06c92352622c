# frozen_string_literal: true

module Wiremark
  # Where an error was raised, for people: the first place that is neither Ruby's nor this kit's.
  module Place
    # The innermost of either, since gems lie in a folder each and gems of gems beside them.
    FRAME = %r{.*/(gems|serializers)/(.+?\.rb):(\d+)}

    class << self
      # `line 12 of its file`, or `my_json-1.0.0/lib/my_json.rb:3` of a gem; nil where the trace has neither. A syntax error
      # has its place in its message alone.
      #
      # - `serializer`: the id of the row, whose file has another name where its author keeps it.
      def of(error, serializer)
        frames = [*(error.message if error.is_a?(SyntaxError)), *error.backtrace]
        kind, file, line = frames.join("\n").match(FRAME)&.captures
        return if kind.nil?

        kind == "serializers" && file == "#{serializer.tr("-", "_")}.rb" ? "line #{line} of its file" : "#{file}:#{line}"
      end

      # What a file requires that isn't there, with where, and what would bring it: Ruby says the path of a copy.
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
