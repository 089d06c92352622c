# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Whether Ruby's methods are those from before the row was loaded: a row that replaces one could do its work before the clock
  # starts, or after it has stopped. What the kit has itself is frozen.
  module Untouched
    # What is called from a `set` to the start of the clock, and from its end until results are written. Not what frameworks
    # replace, such as Integer#to_s and Time.at of ActiveSupport's: the kit does without.
    USED = {
      Array => %i[* + - << [] []= any? concat each empty? filter_map find first freeze include? initialize join length map
                  pack reject to_a to_h zip |],
      Class => %i[new], Encoding => %i[==], FalseClass => %i[!], File => %i[close closed? eof? initialize read],
      Hash => %i[[] []= any? compare_by_identity default default_proc each each_key each_value empty? fetch find freeze key? keys
                 length map merge size to_a to_h],
      IO => %i[gets write], Integer => %i[% * + - / < <= == === > bit_length div divmod instance_of? tap times to_r],
      Method => %i[call freeze to_proc unbind], Module => %i[== === instance_methods private_instance_methods],
      NilClass => %i[! equal? nil?],
      Object => %i[! != == Array Integer class dup equal? freeze initialize_copy initialize_dup method nil? public_send raise send
                   singleton_class tap],
      Proc => %i[call freeze], Rational => %i[* denominator to_i],
      String => %i[+ +@ << == === ascii_only? b bytesize chomp delete_prefix empty? encoding end_with? force_encoding freeze
                   frozen? gsub instance_of? partition replace scrub split to_s unpack1 valid_encoding?],
      Struct => %i[initialize], Symbol => %i[== === name], Time => %i[to_r], TrueClass => %i[!],
      UnboundMethod => %i[!= == bind_call]
    }.freeze
    # Those of the classes themselves.
    OWN = { Array => %i[new], FalseClass => %i[===], File => %i[binwrite new open], NilClass => %i[===], Numeric => %i[===],
            Process => %i[clock_gettime], Ractor => %i[count], String => %i[=== equal?], Symbol => %i[===], Thread => %i[list],
            TrueClass => %i[===] }.freeze
    # The kit finds them by names that are its own.
    [*USED.keys, *OWN.keys].uniq.each { |one| Wiremark.const_set(one.name, one) }

    bind = UnboundMethod.instance_method(:bind_call)
    # Methods that are called as blocks, by no name that a row could give to another. Their receiver comes first.
    FIND, SAME, RAISE = [Module.instance_method(:instance_method), UnboundMethod.instance_method(:==),
                         Kernel.instance_method(:raise)].map { |method| bind.bind(method).to_proc }
    CLOCK = Process.method(:clock_gettime).to_proc
    TO_S = Thread.instance_method(:to_s)

    class << self
      # When all of the kit is loaded, and the row isn't: freezes the kit's modules, and what their constants name. Threads that
      # are there already are ActiveRecord's.
      def close(kit = Wiremark)
        const_set(:THREADS, Thread.list.to_h { |one| [one, true] }.compare_by_identity) if kit == Wiremark
        kit.constants(false).each do |name|
          one = kit.const_get(name)
          next one.freeze unless one.is_a?(Module)

          close(one) if one.name == "#{kit}::#{name}"
        end
        kit.freeze
      end

      # What `check` takes: Ruby's methods, and those of an object of the kit's that can't be frozen.
      def watch(object)
        made = object.class
        see(object.singleton_class, made, made.instance_methods(false) + made.private_instance_methods(false), SEEN)
      end

      # Raises Refusal once one has been replaced; takes a tenth of a millisecond. Lists are taken apart by assignment, since
      # whatever else one does to them is a method's work.
      def check(seen)
        holder, name, found, owner, rest = seen
        while holder
          now = ask(holder, name, &FIND)
          same = ask(found, now, &SAME)
          ask(self, Refusal.new("the row replaces #{name} of #{owner}, which the kit uses"), &RAISE) unless same
          holder, name, found, owner, rest = rest
        end
      end

      def now(clock) = ask(clock, :nanosecond, &CLOCK)

      # Raises Refusal where a thread could work on documents before the clock starts. One that sleeps until another wakes it
      # can't: concurrent-ruby, and so ActiveSupport, has such a thread.
      def check_alone
        others = Thread.list.reject { |one| THREADS.key?(one) || TO_S.bind_call(one).end_with?(" sleep_forever>") }
        return if others.empty? && Ractor.count == 1

        raise Refusal, "the row has a thread while it waits for documents: it could work on them before its time"
      end

      private

      def ask(one, other) = yield(one, other)

      def see(holder, owner, names, rest)
        names.each { |name| rest = [holder, name, FIND.call(holder, name), owner, rest].freeze }
        rest
      end
    end

    SEEN = [*USED.map { |one, names| [one, one, names] }, *OWN.map { |one, names| [one.singleton_class, one, names] }]
           .reduce([].freeze) { |rest, all| see(*all, rest) }
  end
end
