# frozen_string_literal: true

# Marshal, part of Ruby, has no options for speed. It writes objects with the names of their classes, and the reading
# process must have these classes. https://docs.ruby-lang.org/en/3.1/Marshal.html
module Row
  VERSION = "#{Marshal::MAJOR_VERSION}.#{Marshal::MINOR_VERSION}"

  def self.create(schema)
    raise Wiremark::Unsupported, "it would write the framework of its objects, too" if schema.objects

    Wiremark::Operations.new(serialize: Marshal.method(:dump), deserialize: Marshal.method(:load))
  end
end
