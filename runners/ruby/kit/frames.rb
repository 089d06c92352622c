# frozen_string_literal: true

module Wiremark
  # Reads and writes frames: each is a length (4 bytes, unsigned, big-endian), then that many bytes.
  module Frames
    def self.reader(kind)
      encoding = kind == "text" ? Encoding::UTF_8 : Encoding::BINARY
      ->(path) { read(path, encoding) }
    end

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
