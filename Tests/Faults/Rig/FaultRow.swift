/// A fault row: one thing that goes wrong, and what must hold then.
package struct FaultRow: Sendable, CustomStringConvertible {
    package enum Kind: String, CaseIterable, Sendable {
        case network, server, segments, device, interruption, system, people
    }

    /// Something that a row needs and that not every computer has.
    package enum Need: Sendable {
        case icecast, pipeWire, openssl
        /// Encoders of Vorbis, Opus and FLAC.
        case oggTools
        /// The library of Tests/FaultPreload.
        case preload
        /// An IPv6 loopback.
        case ipv6
        /// A network namespace.
        case ownNetwork
        /// A mount namespace.
        case ownMounts
    }

    package var name: String
    package var kind: Kind
    /// What happens in the row, as a phrase.
    package var what: String
    package var expected: Expected
    package var needs: [Need] = []
    /// Whether the row takes minutes. `bin/faults` runs such a row only with `--long` or by its name.
    package var isLong = false
    /// Whether `bin/test` runs the row in its brief form.
    package var isBrief = false
    /// The null sinks of the row's sound server. The first is the default. If the list is empty, the server does not
    /// run until ``run`` starts it.
    package var sinks = ["n1"]
    /// Further modules of the sound server, as in `load-module`.
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
        + systemRows + recordingRows + peopleRows
}
