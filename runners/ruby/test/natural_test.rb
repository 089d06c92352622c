# frozen_string_literal: true

require_relative "helper"

class NaturalTest < Minitest::Test
  USERS = <<~MODEL
    root record User
    record User
    resource user
    field required int32 id
    field required string first_name
    hidden required string last_name
    computed required string full_name
    piece field first_name
    piece text  "\#{x}\\\\é"
    piece field last_name
    field required list record Post posts
    field optional record Post pinned
    record Post
    resource post
    field required string id
    field required list record Tag tags
    computed required list string words
    step tags
    step word
    hidden required record User user
    hidden required int32 user_id
    computed required string writer
    step user
    step first_name
    computed required list string friends
    step user
    step posts
    step tags
    step word
    record Tag
    field required string word
  MODEL

  def setup
    @natural = natural(USERS)
    @user, @post, @tag = @natural.classes.values_at("User", "Post", "Tag")
  end

  def test_fields_are_accessors_in_the_order_of_the_constructor
    user = @user.new(1, "Ann", "Lee", [])
    user.last_name = "Ray"
    assert_equal [1, "Ann", "Ray", [], nil], [user.id, user.first_name, user.last_name, user.posts, user.pinned]
    assert_equal %i[@id @first_name @last_name @posts @pinned], user.instance_variables
  end

  def test_texts_are_computed
    assert_equal "Ann \"\#{x}\\é\"Lee", @user.new(1, "Ann", "Lee").full_name
  end

  def test_paths_are_computed_through_lists_which_flatten
    user = @user.new(1, "Ann", "Lee", [])
    user.posts << @post.new("x", [@tag.new("a"), @tag.new("b")], user, 7) << @post.new("y", [@tag.new("c")], user, 7)
    assert_equal %w[a b], user.posts.first.words
    assert_equal "Ann", user.posts.first.writer
    assert_equal %w[a b c], user.posts.first.friends
  end

  def test_associations_have_id_methods_unless_a_field_has_that_name
    user = @user.new(1, "Ann", "Lee", [@post.new("x"), @post.new("y")])
    assert_equal [%w[x y], nil], [user.posts_ids, user.pinned_id]
    assert_nil @user.new.posts_ids
    fields = @natural.model.records["User"].held.map { |field| @natural.linkage(field) }
    assert_equal [nil, nil, nil, :posts_ids, :pinned_id], fields
    assert_equal 7, @post.new("x", [], user, 7).user_id
  end

  def test_field_names_of_existing_methods_are_replaced
    names = ["class", "hash", "", "_", "_1", "to_str", "2nd", "Name", "field_0", "é", "end", "try", "format", "ok?", "aB"]
    fields = names.map { |name| "field required string #{name}\n" }.join
    natural = natural("root record A\nrecord A\n#{fields}field required string @x\n")
    held = natural.model.records["A"].held
    plain = held.select { |field| natural.attribute(field).name == field.name }.map(&:name)
    assert_equal %w[_ field_0 aB], plain
    assert_equal held.length, held.map { |field| natural.attribute(field) }.uniq.length
    object = natural.classes["A"].new(*held.map(&:name))
    assert_equal(held.map(&:name), held.map { |field| object.public_send(natural.attribute(field)) })
  end
end
