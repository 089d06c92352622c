# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Frames: a length (4 bytes, unsigned, big-endian), then that many bytes, again and again.
  module Frames
    module_function

    # So many frames, each in memory of its own, as if it had just come from a socket.
    def read(path, count, encoding)
      frames = []
      File.open(path, "rb") do |file|
        until file.eof?
          size = file.read(4).unpack1("N")
          frame = size && file.read(size)
          raise Refusal, "#{path}: a frame reaches past the end" unless frame&.bytesize == size

          frames << frame.force_encoding(encoding)
        end
      end
      raise Refusal, "#{path}: expected #{count} frames, found #{frames.length}" unless frames.length == count

      frames
    end

    def write(path, outputs)
      File.open(path, "wb") do |file|
        outputs.each { |output| file.write([output.bytesize].pack("N"), output) }
      end
    end
  end
end
