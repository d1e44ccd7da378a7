import RadioLoop

/// A mount of a ``LoadServer``, which simulates one station, with its current title.
final class LoadMount {
    let plan: MountPlan
    /// The title that the mount currently sends.
    private(set) var title: ScriptedTitle
    /// The metadata block with ``title`` or, for an Ogg stream, the headers of the link with that title.
    private(set) var block: [UInt8]
    /// The number of the current title: 1 for the first one.
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
    /// - Parameter start: The time at which the first title began. It differs between mounts, so that they do not all
    ///   change their titles at the same time.
    init(_ plan: MountPlan, script: TitleScript, start: MonotonicInstant) {
        self.plan = plan
        self.script = script
        let first = self.script.next()
        title = first.title
        nextChange = start.advanced(by: first.lasts)
        block = Self.block(first.title, plan)
    }

    /// Changes ``title`` and ``block`` to those that the script contains for the time `now`.
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
