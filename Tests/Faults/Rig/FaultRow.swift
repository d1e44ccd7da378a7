/// A test of one fault: what goes wrong, and what must hold during and after the fault.
package struct FaultRow: Sendable, CustomStringConvertible {
    package enum Kind: String, CaseIterable, Sendable {
        case network, server, segments, device, interruption, system, people
    }

    /// A tool or a permission that a row needs and that not every computer has. Without it, the row is skipped.
    package enum Need: Sendable {
        case icecast, pipeWire, openssl
        /// Encoders of Vorbis, Opus and FLAC.
        case oggTools
        /// The library of Tests/FaultPreload.
        case preload
        /// An IPv6 loopback address (::1).
        case ipv6
        /// Permission to create a network namespace.
        case ownNetwork
        /// Permission to create a mount namespace.
        case ownMounts
    }

    package var name: String
    package var kind: Kind
    /// A phrase that describes the fault, for the table of results.
    package var what: String
    package var expected: Expected
    package var needs: [Need] = []
    /// Whether the row takes minutes. `bin/faults` runs such a row only with `--long` or by its name.
    package var isLong = false
    /// Whether `bin/test` also runs the row, with short waits (``FaultRig/Pace/brief``).
    package var isBrief = false
    /// The null sinks of the row's sound server. The first is the default. If the list is empty, the server does not
    /// run until ``run`` starts it.
    package var sinks = ["n1"]
    /// Further modules that the row's sound server loads, with their arguments, as in `load-module`.
    package var modules: [String] = []
    /// Starts the player, causes the fault and waits long enough for the monitor to record the effect.
    package var run: @Sendable (FaultRig) throws -> Void

    package init(
        _ name: String, _ kind: Kind, _ what: String, _ expected: Expected, needs: [Need] = [], isLong: Bool = false,
        isBrief: Bool = false, sinks: [String] = ["n1"], modules: [String] = [],
        run: @escaping @Sendable (FaultRig) throws -> Void
    ) {
        self.name = name
        self.kind = kind
        self.what = what
        self.expected = expected
        self.needs = needs
        self.isLong = isLong
        self.isBrief = isBrief
        self.sinks = sinks
        self.modules = modules
        self.run = run
    }

    package var description: String { name }

    package static let all: [FaultRow] =
        dropRows + awayRows + answerRows + segmentRows + oggRows + nameRows + tlsRows + linkRows + icecastRows
        + deviceRows
        + soundServerRows
        + interruptionRows
        + systemRows + recordingRows + peopleRows + programmeRows + levelRows + driftRows
}
