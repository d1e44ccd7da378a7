import Testing

@testable import LongwaveDesktop

@Suite struct HookQueueTests {
    private static func hook(_ name: String) -> Hook { Hook(event: .didStall, command: [name]) }

    @Test func fourAtOnce() {
        var queue = HookQueue<Int>()
        let hooks = (0..<6).map { Self.hook("\($0)") }
        let started = hooks.map { queue.add(.init(hook: $0, occasion: 1)) != nil }
        #expect(started == [true, true, true, true, false, false])
        // Waiting hooks are started in the order in which they were added.
        #expect(queue.ended(hooks[2])?.hook == hooks[4])
        #expect(queue.ended(hooks[0])?.hook == hooks[5])
        #expect(queue.ended(hooks[1]) == nil && queue.running.count == 3 && queue.waiting.isEmpty)
    }

    /// A hook runs once at a time. If several events come meanwhile, only the newest one waits for it.
    @Test func aFlood() {
        var queue = HookQueue<Int>()
        let hook = Self.hook("a")
        #expect(queue.add(.init(hook: hook, occasion: 0))?.occasion == 0)
        for occasion in 1...1000 { #expect(queue.add(.init(hook: hook, occasion: occasion)) == nil) }
        #expect(queue.waiting.count == 1)
        // Another hook starts at once, although this hook is still running.
        #expect(queue.add(.init(hook: Self.hook("b"), occasion: 7))?.occasion == 7)
        #expect(queue.ended(hook)?.occasion == 1000)
        #expect(queue.ended(hook) == nil)
    }

    /// A hook waits for its own earlier run. The hooks behind it in the queue are started.
    @Test func whoCanBeStarted() {
        var queue = HookQueue<Int>()
        let hooks = (0..<5).map { Self.hook("\($0)") }
        for hook in hooks[..<4] { _ = queue.add(.init(hook: hook, occasion: 0)) }
        _ = queue.add(.init(hook: hooks[0], occasion: 1))
        _ = queue.add(.init(hook: hooks[4], occasion: 2))
        #expect(queue.ended(hooks[1])?.hook == hooks[4])
        #expect(queue.ended(hooks[0])?.occasion == 1)
    }

    @Test func otherHooks() {
        var queue = HookQueue<Int>()
        let (old, new) = (Self.hook("old"), Self.hook("new"))
        _ = queue.add(.init(hook: old, occasion: 0))
        _ = queue.add(.init(hook: old, occasion: 1))
        queue.keep(only: [new])
        #expect(queue.ended(old) == nil && queue.running.isEmpty)
    }
}
