# frozen_string_literal: true

require_relative "helper"

class LoopTest < Minitest::Test
  def loop_of(inputs, &run)
    Wiremark::TimedLoop.new(run).tap { |loop| loop.inputs = inputs }
  end

  def test_operations_rotate_and_the_last_results_are_kept
    loop = loop_of(%w[a b c], &:upcase)
    slice = loop.slice(4, 2)
    assert_equal %w[C A], slice.results
    assert_operator slice.ns, :>, 0
    assert_operator slice.cpu_ns, :>, 0
    assert_empty loop.slice(1, 0).results
    assert_equal %w[C], loop.slice(1, 1).results
    assert_equal %w[A B C] * 40, loop.slice(120, 120).results
    loop.inputs = %w[x y]
    assert_equal %w[X Y X], loop.slice(3, 3).results
  end

  def test_what_is_raised_has_the_number_of_its_operation_whatever_is_kept
    [0, 1].each do |keep|
      loop = loop_of([1, 2, 0, 3]) { |number| 6 / number }
      loop.slice(1, keep)
      error = assert_raises(Wiremark::TimedLoop::Failed) { loop.slice(3, keep) }
      assert_equal [1, ZeroDivisionError], [error.operation, error.cause.class]
    end
  end

  def test_depth_that_ruby_does_not_reach_fails_like_anything
    deep = ->(one) { deep.call([one]) }
    error = assert_raises(Wiremark::TimedLoop::Failed) { loop_of([1], &deep).slice(1, 0) }
    assert_kind_of SystemStackError, error.cause
  end
end
