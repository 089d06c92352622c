# frozen_string_literal: true

# Marshal, which Ruby comes with and which has no options for speed. It writes objects as they are, with the names of their
# classes: a process that reads them has these classes too.
# https://docs.ruby-lang.org/en/3.1/Marshal.html
module Row
  VERSION = "#{Marshal::MAJOR_VERSION}.#{Marshal::MINOR_VERSION}"

  def self.create(schema)
    raise Wiremark::Unsupported, "it would write the framework of its objects, too" if schema.objects

    Wiremark::Operations.new(serialize: Marshal.method(:dump), deserialize: Marshal.method(:load))
  end
end
