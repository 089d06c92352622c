# frozen_string_literal: true

module Wiremark
  # Reads and writes frames: a length (4 bytes, unsigned, big-endian), then that many bytes, repeated.
  module Frames
    # Returns a reader of frames. `kind` is `text` or `bytes`.
    def self.reader(kind)
      encoding = kind == "text" ? Encoding::UTF_8 : Encoding::BINARY
      ->(path) { read(path, encoding) }
    end

    # Returns each frame in its own memory, as if it came from a socket.
    def self.read(path, encoding)
      File.open(path, "rb") do |file|
        frames = []
        frames << file.read(file.read(4).unpack1("N")).force_encoding(encoding) until file.eof?
        frames
      end
    end

    def self.pack(bytes) = [bytes.bytesize, bytes].pack("Na*").freeze
  end
end
