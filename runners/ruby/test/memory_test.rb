# frozen_string_literal: true

require_relative "helper"
require "memory_profiler"

class MemoryTest < Minitest::Test
  # A String that refers to 1,000 bytes is one slot of the heap and these.
  SLOT = GC::INTERNAL_CONSTANTS[:RVALUE_SIZE] || GC::INTERNAL_CONSTANTS[:BASE_SLOT_SIZE]

  def count(ops, inputs = [1], &run) = memory(inputs, run).count(ops)

  def memory(inputs, run)
    loop = Wiremark::TimedLoop.new(run)
    loop.inputs = inputs
    Wiremark::Memory.new(loop)
  end

  def test_what_is_allocated_is_counted_though_nothing_is_kept
    empty = MemoryProfiler.report { "x" * 1000 }.total_allocated_memsize
    assert_operator empty, :>=, 1000 + SLOT
    [1, 7, 300].each { |ops| assert_equal ["allocated", empty * ops], count(ops) { "x" * 1000 }.first }
    assert_equal ["allocated", 0], count(50) { nil }.first
  end

  def test_documents_come_in_turn
    lines = count(5, [10_000, 20_000]) { |size| "x" * size }
    # The collections were counted first: the second document is the next.
    assert_in_delta 80_000, lines.first.last, 1000
    assert_equal %w[allocated collections collections memory], lines.map(&:first)
  end

  # More objects than are counted: whole rotations stand for the rest.
  def test_very_many_operations
    lines = count(20_000, [10, 30]) { |size| Array.new(size) { +"" } }
    each = count(2, [10, 30]) { |size| Array.new(size) { +"" } }.first.last
    assert_equal ["allocated", each * 10_000], lines.first
    refute_includes lines.map(&:first), "allocated-error"
  end

  def test_operations_that_differ_tell_how_far
    made = 0
    # The first of those that are looked at, after as many for the collections.
    lines = count(10_000) { (made += 1) == 10_001 ? Array.new(40) { +"" } : Array.new(20) { +"" } }
    assert_in_delta 0.5, lines.to_h { |key, value| [key, value] }["allocated-error"], 0.05
  end

  def test_without_the_gem_the_reason_is_told
    memory = memory([1], ->(_) {})
    memory.define_singleton_method(:require) { |name| raise LoadError, "no #{name}" }
    assert_equal ["unknown", "allocated the gem memory_profiler is missing: no memory_profiler"], memory.count(1).first
  end

  def test_collections_by_generation
    # Ruby may make a small collection a full one.
    lines = count(3) { GC.start(full_mark: false) }
    assert_equal(3, lines.sum { |key, text| key == "collections" ? text[/\d+/].to_i : 0 })
    assert_equal ["memory", 3], lines.last
    assert_includes count(3) { GC.start }, ["collections", "major 3"]
  end
end
