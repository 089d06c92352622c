# frozen_string_literal: true

require_relative "helper"
require "memory_profiler"

class MemoryTest < Minitest::Test
  # Bytes of a slot of Ruby's heap. A String of 1,000 bytes takes a slot and 1,000 bytes.
  SLOT = GC::INTERNAL_CONSTANTS[:RVALUE_SIZE] || GC::INTERNAL_CONSTANTS[:BASE_SLOT_SIZE]

  def count(ops, inputs = [1], &run) = memory(inputs, run).count(ops)

  def memory(inputs, run)
    loop = Wiremark::TimedLoop.new(run)
    loop.inputs = inputs
    Wiremark::Memory.new(loop)
  end

  def test_allocations_are_counted_even_if_nothing_is_kept
    empty = MemoryProfiler.report { "x" * 1000 }.total_allocated_memsize
    assert_operator empty, :>=, 1000 + SLOT
    [1, 7, 300].each { |ops| assert_equal ["allocated", empty * ops], count(ops) { "x" * 1000 }.first }
    assert_equal ["allocated", 0], count(50) { nil }.first
  end

  def test_operations_cycle_through_documents
    lines = count(5, [10_000, 20_000]) { |size| "x" * size }
    # Five operations have run before to count collections, so counting begins with the second document.
    assert_in_delta 80_000, lines.first.last, 1000
    assert_equal %w[allocated collections collections memory], lines.map(&:first)
  end

  # The kit counts objects in some complete rotations and extrapolates: counting all would take too long.
  def test_very_many_operations_are_sampled
    lines = count(20_000, [10, 30]) { |size| Array.new(size) { +"" } }
    each = count(2, [10, 30]) { |size| Array.new(size) { +"" } }.first.last
    assert_equal ["allocated", each * 10_000], lines.first
    refute_includes lines.map(&:first), "allocated-error"
  end

  def test_operations_that_differ_have_an_error
    made = 0
    # 10,000 operations run before to count collections, so allocations are counted from operation 10,001 on.
    lines = count(10_000) { (made += 1) == 10_001 ? Array.new(40) { +"" } : Array.new(20) { +"" } }
    assert_in_delta 0.5, lines.to_h { |key, value| [key, value] }["allocated-error"], 0.05
  end

  def test_without_the_gem_the_count_is_unknown_with_a_reason
    memory = memory([1], ->(_) {})
    memory.define_singleton_method(:require) { |name| raise LoadError, "no #{name}" }
    assert_equal ["unknown", "allocated the gem memory_profiler is missing: no memory_profiler"], memory.count(1).first
  end

  def test_collections_are_counted_by_generation
    lines = count(3) { GC.start(full_mark: false) }
    assert_equal(3, lines.sum { |key, text| key == "collections" ? text[/\d+/].to_i : 0 })
    assert_equal ["memory", 3], lines.last
    assert_includes count(3) { GC.start }, ["collections", "major 3"]
  end
end
