/// One thing that goes wrong, and what must hold then.
public struct FaultRow: Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable {
        case network, server, segments, device, interruption, system, people
    }

    /// What a row needs and a machine may not have.
    public enum Need: Sendable {
        case icecast, pipeWire, openssl
        /// The library of Tests/FaultPreload.
        case preload
        /// An IPv6 loopback.
        case ipv6
        /// A network namespace.
        case ownNetwork
    }

    public var name: String
    public var kind: Kind
    /// What happens, in a sentence.
    public var what: String
    public var expected: Expected
    public var needs: [Need] = []
    /// Takes minutes: only with `--long`.
    public var isLong = false
    /// Also run, in its brief form, by `bin/test`.
    public var isBrief = false
    /// Null sinks of the row's sound server; the first is the default. None: the row starts the server itself.
    public var sinks = ["n1"]
    /// Further modules of it.
    public var modules: [String] = []
    /// Starts the player, does what the row is about, and leaves what must be seen on the monitor enough time.
    public var run: @Sendable (FaultRig) throws -> Void

    public init(
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

    public var description: String { name }

    public static let all: [FaultRow] =
        dropRows + awayRows + answerRows + segmentRows + nameRows + tlsRows + linkRows + icecastRows + deviceRows
        + soundServerRows
        + interruptionRows
        + systemRows + peopleRows
}
