# frozen_string_literal: true

require_relative "helper"

class ModelTest < Minitest::Test
  POSTS = <<~MODEL
    objects activerecord
    root list record Post
    record Post
    resource post
    field required int64 id
    computed required list string names
    step comments
    step writer
    step name
    computed required string title
    piece field id
    piece text  -\\n
    field optional list record Comment comments
    record Comment
    hidden nullable record Writer writer
    record Writer
    resource user
    field required map list string  two  spaces
    field required enum State state
    enum State
    value new
    value paid in full
  MODEL

  def setup = @model = model(POSTS)

  def test_documents_and_objects_have_different_fields
    post = @model.records["Post"]
    assert_equal %w[id names title comments], post.fields.map(&:name)
    assert_equal %w[id comments], post.held.map(&:name)
    comment = @model.records["Comment"]
    assert_empty comment.fields
    assert_equal ["writer"], comment.held.map(&:name)
    assert_predicate comment.held.first, :hidden?
    assert_predicate comment.held.first, :nullable?
    assert_predicate post.field("comments"), :optional?
  end

  def test_computed_fields_have_steps_or_pieces
    names, title = @model.records["Post"].fields.select(&:computed?).map(&:computed)
    assert_equal [[:step, "comments"], [:step, "writer"], [:step, "name"]], names
    assert_equal [[:field, "id"], [:text, " -\n"]], title
  end

  def test_types_and_names_are_read
    assert_equal %i[list record], [@model.root.kind, @model.root.of.kind]
    field, state = @model.records["Writer"].fields
    assert_equal [" two  spaces", %i[map list string]],
                 [field.name, [field.type.kind, field.type.of.kind, field.type.of.of.kind]]
    assert_equal ["new", "paid in full"], @model.enums[state.type.name]
    assert @model.any?(:enum)
    refute @model.any?(:double, :instant)
  end

  def test_resources_and_the_kind_of_objects_are_read
    assert_equal "activerecord", @model.objects
    assert_equal "post", @model.resource_of(@model.root).resource
    assert_nil @model.resource_of(@model.records["Post"].field("comments").type)
    assert_equal "Writer", @model.resource_of(@model.records["Comment"].field("writer").type).name
  end
end
