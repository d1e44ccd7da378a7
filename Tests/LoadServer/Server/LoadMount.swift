import RadioLoop

/// A mount of a ``LoadServer`` with its current title.
final class LoadMount {
    let plan: MountPlan
    /// The title that is shown.
    private(set) var title: ScriptedTitle
    /// The metadata block of the title.
    private(set) var block: [UInt8]
    /// The number of titles so far, from 1.
    private(set) var serial = 1
    /// The end of the time in which ``LoadFault/refuse`` refuses connections.
    var refusedUntil: MonotonicInstant?
    /// The current number of listeners.
    var listeners = 0
    /// The number of connections so far.
    var connections = 0
    /// The ``serial`` that a status page showed last.
    var serialOnPage = 0

    private var script: TitleScript
    private var nextChange: MonotonicInstant

    /// Creates a mount.
    /// - Parameter start: The start of the first title. It differs between mounts, so that they do not change titles at
    ///   once.
    init(_ plan: MountPlan, script: TitleScript, start: MonotonicInstant) {
        self.plan = plan
        self.script = script
        let first = self.script.next()
        title = first.title
        nextChange = start.advanced(by: first.lasts)
        block = Self.block(first.title, plan)
    }

    /// Shows the title that the script demands at `now`.
    func advance(to now: MonotonicInstant) {
        guard now >= nextChange else { return }
        while now >= nextChange {
            let next = script.next()
            title = next.title
            nextChange = nextChange.advanced(by: next.lasts)
            serial += 1
        }
        block = Self.block(title, plan)
    }

    private static func block(_ title: ScriptedTitle, _ plan: MountPlan) -> [UInt8] {
        guard plan.format == .mp3 else { return OggComposer.headers(title) }
        guard let encoded = plan.charset.encode(title.text) else {
            preconditionFailure("\(title.text) is not in \(plan.charset.rawValue)")
        }
        return IcyBlock.bytes(plan.style.metadata(encoded, mount: plan.number))
    }
}
