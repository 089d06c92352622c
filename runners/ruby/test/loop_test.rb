# frozen_string_literal: true

require_relative "helper"

class LoopTest < Minitest::Test
  def loop_of(inputs, &run)
    Wiremark::TimedLoop.new(run).tap { |loop| loop.inputs = inputs }
  end

  def test_a_stack_overflow_fails_like_any_error
    deep = ->(one) { deep.call([one]) }
    error = assert_raises(Wiremark::TimedLoop::Failed) { loop_of([1], &deep).slice(1, 0) }
    assert_kind_of SystemStackError, error.cause
  end
end
