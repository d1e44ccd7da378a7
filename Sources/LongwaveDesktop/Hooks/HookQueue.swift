/// Decides which hooks run and which wait. Pure.
///
/// At most four hooks run at once. A hook never runs twice at the same time, so its runs keep their order. For each
/// hook, at most one run waits. If the hook's event occurs again meanwhile, the newer event replaces the event
/// (`occasion`) of the waiting run.
struct HookQueue<Occasion> {
    /// A run of a hook's program: the hook, and the event that causes the run.
    struct Run {
        var hook: Hook
        var occasion: Occasion
    }

    static var maximumRunning: Int { 4 }

    private(set) var running: [Hook] = []
    /// The waiting runs in order of arrival, at most one per hook.
    private(set) var waiting: [Run] = []

    /// Counts the run as running if it may start now. Otherwise, lets it wait.
    /// - Returns: the run, if it must start now; nil if it must wait.
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

    /// Removes the hook from the running ones, because its program has ended.
    /// - Returns: the waiting run that must start now, of any hook; nil if none can start.
    mutating func ended(_ hook: Hook) -> Run? {
        if let place = running.firstIndex(of: hook) { running.remove(at: place) }
        guard running.count < Self.maximumRunning,
            let place = waiting.firstIndex(where: { !running.contains($0.hook) })
        else { return nil }
        running.append(waiting[place].hook)
        return waiting.remove(at: place)
    }

    /// Drops the waiting runs of all hooks that are not in `hooks`. Does not affect programs that already run.
    mutating func keep(only hooks: [Hook]) { waiting.removeAll { !hooks.contains($0.hook) } }
}
