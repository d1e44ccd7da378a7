/// One thing that goes wrong, and what must hold then.
package struct FaultRow: Sendable, CustomStringConvertible {
    package enum Kind: String, CaseIterable, Sendable {
        case network, server, segments, device, interruption, system, people
    }

    /// What a row needs and a machine may not have.
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
    /// What happens, in a sentence.
    package var what: String
    package var expected: Expected
    package var needs: [Need] = []
    /// Takes minutes: only with `--long`.
    package var isLong = false
    /// Also run, in its brief form, by `bin/test`.
    package var isBrief = false
    /// Null sinks of the row's sound server; the first is the default. None: the row starts the server itself.
    package var sinks = ["n1"]
    /// Further modules of it.
    package var modules: [String] = []
    /// Starts the player, does what the row is about, and leaves what must be seen on the monitor enough time.
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
