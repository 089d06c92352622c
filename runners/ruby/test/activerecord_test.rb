# frozen_string_literal: true

# gems of: alba
require_relative "helper"
require_relative "../kit/activerecord"

class ActiveRecordTest < Minitest::Test
  POSTS = <<~MODEL
    root list record Post
    record Post
    resource post
    field required int64 id
    field required string class
    field nullable instant at
    field required bytes raw
    computed required list string commenter_names
    step comments
    step commenter
    step name
    computed required list string towns
    step comments
    step commenter
    step home
    step town
    computed required string label
    piece text post
    piece field id
    field required list record Comment comments
    field nullable record User editor
    record Comment
    resource comment
    field required string id
    hidden required record User commenter
    record User
    resource user
    field required int32 id
    field required string name
    field required boolean admin
    hidden required record Home home
    record Home
    resource home
    field required uuid id
    field required string town
    field required double size
  MODEL

  def setup
    Documents.constants.each { |name| Documents.send(:remove_const, name) }
    @records = Wiremark::ActiveRecordObjects.new(model(POSTS))
  end

  def user(id, town = "Kiel")
    home = record("id" => text("h#{id}"), "town" => text(town), "size" => "d".b + [0.5].pack("G"))
    record("id" => int64(id), "name" => text("user\u0000#{id}"), "admin" => "T", "home" => home)
  end

  def comment(id, user) = record("id" => text(id), "commenter" => user)

  def post(id, *comments, editor: "N")
    record("id" => int64(id), "class" => text("é"), "at" => "m".b + [1].pack("q>"), "raw" => sized("b", "\xff\x00"),
           "comments" => list(*comments), "editor" => editor)
  end

  def documents(*documents)
    Tempfile.create("fixture") do |file|
      File.binwrite(file.path, fixture(*documents))
      @records.read(file.path)
    end
  end

  def queries(&)
    found = []
    ActiveSupport::Notifications.subscribed(->(event) { found << event.payload[:sql] }, "sql.active_record", &)
    found
  end

  def first
    list(post(9, comment("b", user(2)), comment("a", user(1, "Jena")), comment("c", user(2)), editor: user(1, "Jena")),
         post(-3))
  end

  def test_documents_are_loaded_relations_in_the_documents_order
    posts, none, other = documents(first, list, list(post(9, comment("b", user(1)))))
    assert_kind_of ActiveRecord::Relation, posts
    assert_predicate posts, :loaded?
    assert_equal [9, -3], posts.map(&:id)
    assert_equal %w[b a c], posts.first.comments.map(&:id)
    assert_empty none
    assert_equal([["b"]], other.map { |one| one.comments.map(&:id) })
  end

  def test_fields_have_the_documents_values
    post = documents(first).first.first
    assert_equal ["é", "\xff\x00".b], [post.field_0, post.raw]
    assert_equal [Time.at(0, 1, :millisecond), Time], [post.at, post.at.class]
    user = post.comments[1].commenter
    assert_equal ["user\u00001", true, "h1", 0.5], [user.name, user.admin, user.home.id, user.home.size]
    assert_nil documents(first).first.last.editor
  end

  def test_objects_with_the_same_id_are_the_same
    comments = documents(first).first.first.comments
    assert_same comments[0].commenter, comments[2].commenter
  end

  def test_computed_fields_are_computed
    post = documents(first).first.first
    assert_equal %W[user\u00002 user\u00001 user\u00002], post.commenter_names
    assert_equal %w[Kiel Jena Kiel], post.towns
    assert_equal "post9", post.label
    assert_equal [2, 1, 2], post.commenters.map(&:id)
  end

  def test_reading_objects_sends_no_queries
    assert_operator queries { @documents = documents(first, first) }.length, :>, 10
    convert = Wiremark::Conversion.to_plain(schema(@records), schema(@records).json_scalars)
    walk, = Wiremark::WalkSource.compile(@records)
    asked = queries do
      [->(one) { convert.call(one).inspect }, walk].each do |run|
        Wiremark::TimedLoop.new(run).tap { |loop| loop.inputs = @documents }.slice(20, 1)
      end
      @documents.first.each { |post| [post.comment_ids, post.editor_id, post.commenters.to_a] }
    end
    assert_empty asked
    assert_equal(["SELECT 1"], queries { ActiveRecord::Base.connection.execute("SELECT 1") })
  end

  def test_all_attributes_and_associations_are_loaded
    post = documents(first).first.first
    assert_predicate post.instance_variable_get(:@attributes)["raw"], :has_been_read?
    assert_predicate post.comments[1].commenter.instance_variable_get(:@attributes)["name"], :has_been_read?
    assert(%i[comments commenters].all? { |name| post.association(name).instance_variable_get(:@proxy) })
  end

  def test_linkages_are_id_methods_of_associations
    post, comment = @records.model.records.values_at("Post", "Comment")
    assert_equal :comment_ids, @records.linkage(post.field("comments"))
    assert_equal :commenter_id, @records.linkage(comment.field("commenter"))
    assert_nil @records.linkage(post.field("id"))
  end

  def test_models_that_tables_cannot_represent_are_unsupported
    error = assert_raises(Wiremark::Unsupported) do
      documents(list(post(1, comment("a", user(1))), post(2, comment("a", user(1)))))
    end
    assert_match(/Comment is in several places/, error.message)
    { "record A\nfield required int32 id\n" => "no resource",
      "record A\nresource a\nfield required int32 id\nfield required list string x\n" => "list, which no column",
      "record A\nresource a\nfield required int32 id\nfield optional list record A x\n" => "may be null",
      "record A\nresource a\nfield required int32 id\nfield optional record A x\n" => "within itself" }.each do |record, why|
      Documents.send(:remove_const, :A) if Documents.const_defined?(:A)
      error = assert_raises(Wiremark::Unsupported) { Wiremark::ActiveRecordObjects.new(model("root record A\n#{record}")) }
      assert_includes error.message, why
    end
  end
end
