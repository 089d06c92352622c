# frozen_string_literal: true

# gems of: transmutation
require_relative "helper"
require_relative "../serializers/transmutation"

class TransmutationTest < Minitest::Test
  MODEL = <<~MODEL
    root record User
    record User
    field required int64 id
    field required string first_name
    hidden required string last_name
    computed required string full_name
    piece field first_name
    piece text \x20
    piece field last_name
    field required list record Post posts
    record Post
    field required int64 id
    field optional record Comment comment
    field required list record Comment comments
    record Comment
    field required string body
    field required map int32 map
  MODEL

  # Tests more levels of associations than Transmutation writes by default, an association that is nil, and a record with
  # a method `map`, which Transmutation would take for a list.
  def test_nested_associations_are_written
    natural = Wiremark::Natural.new(model(MODEL))
    user, post, comment = natural.classes.values_at("User", "Post", "Comment")
    comments = [comment.new("one", { "a" => 1 }), comment.new("two", {})]
    document = user.new(1, "John", "Doe", [post.new(1, comments.first, comments), post.new(2, nil, [])])

    assert_equal <<~JSON.delete("\n"), Row.create(schema(natural)).serialize.call(document)
      {"id":1,"first_name":"John","full_name":"John Doe","posts":[
      {"id":1,"comment":{"body":"one","map":{"a":1}},"comments":[{"body":"one","map":{"a":1}},{"body":"two","map":{}}]},
      {"id":2,"comment":null,"comments":[]}]}
    JSON
  end
end
