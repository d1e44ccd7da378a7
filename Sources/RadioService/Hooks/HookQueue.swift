/// Which hooks run, and which wait: four at once at most, and of each hook one at a time, so that its runs keep their order. For each
/// hook the newest occasion waits, and takes the place of an older one. Pure.
struct HookQueue<Occasion> {
    struct Run {
        var hook: Hook
        var occasion: Occasion
    }

    static var maximumRunning: Int { 4 }

    private(set) var running: [Hook] = []
    /// In the order in which they came; of each hook one.
    private(set) var waiting: [Run] = []

    /// - Returns: what is to be started.
    mutating func add(_ run: Run) -> Run? {
        if running.count < Self.maximumRunning, !running.contains(run.hook) {
            running.append(run.hook)
            return run
        }
        if let place = waiting.firstIndex(where: { $0.hook == run.hook }) {
            waiting[place].occasion = run.occasion
        } else {
            waiting.append(run)
        }
        return nil
    }

    /// A run has ended.
    /// - Returns: what is to be started.
    mutating func ended(_ hook: Hook) -> Run? {
        if let place = running.firstIndex(of: hook) { running.remove(at: place) }
        guard running.count < Self.maximumRunning,
            let place = waiting.firstIndex(where: { !running.contains($0.hook) })
        else { return nil }
        running.append(waiting[place].hook)
        return waiting.remove(at: place)
    }

    /// Nothing of other hooks waits any more. What runs goes on.
    mutating func keep(only hooks: [Hook]) { waiting.removeAll { !hooks.contains($0.hook) } }
}
