import RadioLoop

/// A mount of a ``LoadServer``: what it says is playing now.
final class LoadMount {
    let plan: MountPlan
    /// What is shown, and its block.
    private(set) var title: ScriptedTitle
    private(set) var block: [UInt8]
    /// Counts changes, from 1.
    private(set) var serial = 1
    /// ``LoadFault/refuse``: until then nobody is let in.
    var refusedUntil: MonotonicInstant?
    /// Listeners now, and how many connections there were.
    var listeners = 0
    var connections = 0
    /// The ``serial`` that a status page told last.
    var serialOnPage = 0

    private var script: TitleScript
    private var nextChange: MonotonicInstant

    /// - Parameter start: when the first title begins; different for each mount, or all would change at once.
    init(_ plan: MountPlan, script: TitleScript, start: MonotonicInstant) {
        self.plan = plan
        self.script = script
        let first = self.script.next()
        title = first.title
        nextChange = start.advanced(by: first.lasts)
        block = Self.block(first.title, plan)
    }

    /// Shows what the script wants by now.
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
