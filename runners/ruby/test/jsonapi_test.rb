# frozen_string_literal: true

# gems of: jsonapi
require_relative "helper"
require_relative "../serializers/jsonapi"

# The documents of Transmutation's page, unchanged:
# https://github.com/spellbook-technology/transmutation/blob/main/benchmarks/README.md
class JsonapiTest < Minitest::Test
  def test_a_resource_with_attributes_only
    assert_written({ id: 1, name: "Example Inc." }, <<~MODEL, <<~JSON)
      root record Organisation
      record Organisation
      resource organisation
      field required int64 id
      field required string name
      computed required string logo_url
      piece text https://example.com/logos/companies/
      piece field id
    MODEL
      {"data":{"id":"1","type":"organisation","attributes":{"id":1,"name":"Example Inc.",
      "logo_url":"https://example.com/logos/companies/1"}}}
    JSON
  end

  # The user's relationship names its posts, but the document doesn't include them.
  def test_a_relationship_to_one
    user = { id: 1, first_name: "John", last_name: "Doe", posts: [{ id: 1 }, { id: 3 }] }
    assert_written({ id: 1, title: "Sample Post", body: "Sample Body", user: user }, <<~MODEL, <<~JSON)
      root record Post
      record Post
      resource post
      field required int64 id
      field required string title
      field required string body
      field required record User user
      record User
      resource user
      field required int64 id
      field required string first_name
      hidden required string last_name
      computed required string full_name
      piece field first_name
      piece text \x20
      piece field last_name
      hidden required list record PostKey posts
      record PostKey
      resource post
      field required int64 id
    MODEL
      {"data":{"id":"1","type":"post","attributes":{"id":1,"title":"Sample Post","body":"Sample Body"},
      "relationships":{"user":{"data":{"id":"1","type":"user"}}}},
      "included":[{"id":"1","type":"user","attributes":{"id":1,"first_name":"John","full_name":"John Doe"},
      "relationships":{"posts":{"data":[{"id":"1","type":"post"},{"id":"3","type":"post"}]}}}]}
    JSON
  end

  def test_a_relationship_to_many
    articles = [1, 3].map { |id| { id: id, title: "Post #{id}", body: "Sample body #{id}", user: { id: 1 } } }
    assert_written({ id: 1, first_name: "John", last_name: "Doe", posts: articles }, <<~MODEL, <<~JSON)
      root record Author
      record Author
      resource user
      field required int64 id
      field required string first_name
      hidden required string last_name
      computed required string full_name
      piece field first_name
      piece text \x20
      piece field last_name
      field required list record Article posts
      record Article
      resource post
      field required int64 id
      field required string title
      field required string body
      hidden required record AuthorKey user
      record AuthorKey
      resource user
      field required int64 id
    MODEL
      {"data":{"id":"1","type":"user","attributes":{"id":1,"first_name":"John","full_name":"John Doe"},
      "relationships":{"posts":{"data":[{"id":"1","type":"post"},{"id":"3","type":"post"}]}}},
      "included":[{"id":"1","type":"post","attributes":{"id":1,"title":"Post 1","body":"Sample body 1"},
      "relationships":{"user":{"data":{"id":"1","type":"user"}}}},
      {"id":"3","type":"post","attributes":{"id":3,"title":"Post 3","body":"Sample body 3"},
      "relationships":{"user":{"data":{"id":"1","type":"user"}}}}]}
    JSON
  end

  # `include` needs a path for each level, which recursive types don't have; and a relationship can't be a null list.
  def test_fields_that_cannot_be_relationships_are_attributes
    assert_written({ id: 1, parent: { id: 2, parent: nil, tags: nil }, tags: nil }, <<~MODEL, <<~JSON)
      root record Node
      record Node
      resource node
      field required int64 id
      field nullable record Node parent
      field nullable list record Tag tags
      record Tag
      resource tag
      field required int64 id
    MODEL
      {"data":{"id":"1","type":"node","attributes":{"id":1,"parent":{"id":2,"parent":null,"tags":null},"tags":null}}}
    JSON
  end

  private

  def assert_written(values, model, json)
    natural = natural(model)
    document = object(natural, natural.model.root.name, values)
    assert_equal json.delete("\n"), Row.create(schema(natural)).serialize.call(document)
  end

  def object(natural, record, values)
    held = natural.model.records.fetch(record).held
    natural.classes.fetch(record).new(*held.map { |field| value(natural, field.type, values[field.name.to_sym]) })
  end

  def value(natural, type, value)
    return value.map { |one| value(natural, type.of, one) } if type.kind == :list && value

    type.kind == :record && value ? object(natural, type.name, value) : value
  end
end
