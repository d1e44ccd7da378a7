import RadioLoop
import TestSupport

/// The stream that one connection of a ``LoadServer`` gets: sound in real time, with titles and faults.
final class LoadListener {
    enum Outcome: Hashable {
        case goesOn
        case ends(reason: String, byReset: Bool)
    }

    static let bytesPerSecond = 16_000
    /// The maximum number of bytes sent at once after a delay.
    private static let maximumBite = 65_536
    /// The server closes the connection of a client that is so many bytes of sound behind real time: 30 seconds.
    private static let maximumLag = 30 * bytesPerSecond

    let mount: LoadMount
    let withTitles: Bool

    private let connection: LoadConnection
    private let options: LoadOptions
    private let isChunked: Bool
    private var composer: any BodyComposer
    private var random: SeededGenerator
    /// The start of the stream, from which the server computes how many bytes of sound it must have sent. Each
    /// ``LoadFault/freeze`` moves the start forward by its own duration.
    private var began: MonotonicInstant
    /// The number of bytes of sound in the stream so far, including bytes not yet written to the socket.
    private var sound = 0
    /// The number of all bytes of the response so far, including its head and bytes not yet written to the socket.
    private var produced = 0
    /// New titles whose blocks were not yet written completely to the socket, each with the position in the response at
    /// which its block ends.
    private var marks: [(end: Int, title: ScriptedTitle)] = []
    private var toldSerial = 0
    private var faultAt: MonotonicInstant
    private var silentUntil: MonotonicInstant?

    init(
        _ connection: LoadConnection, mount: LoadMount, withTitles: Bool, ringSize: Int, options: LoadOptions,
        now: MonotonicInstant
    ) {
        var random = SeededGenerator(
            seed: options.seed &+ UInt64(mount.plan.number) &* 0x1_0001 &+ UInt64(mount.connections) &* 0x9E37_79B9)
        let position = Int(random.next() % UInt64(ringSize))
        self.connection = connection
        self.mount = mount
        self.withTitles = withTitles
        self.options = options
        began = now
        composer =
            switch options.format {
            case .mp3: IcyComposer(metaint: withTitles ? mount.plan.metaint : nil, position: position)
            case .ogg: OggComposer()
            }
        isChunked = mount.plan.header == .chunked
        faultAt = Self.nextFault(after: now, options, &random)
        self.random = random
    }

    /// Sends the head of the response.
    func start() {
        let head = Array(
            mount.plan.header.head(
                name: mount.plan.name, format: options.format, metaint: composer.metaint
            ).utf8)
        produced = head.count
        connection.give(head)
    }

    /// Sends the bytes that the client must get by `now`, or causes the mount's fault if its time has come.
    /// - Parameters:
    ///   - ring: The sound, which repeats.
    ///   - scratch: An array that this method uses for the bytes to send. Its contents before and after the call do not
    ///     matter.
    ///   - sent: Called with each new title whose block has now been written completely to the socket.
    func bite(
        at now: MonotonicInstant, ring: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8],
        sent: (ScriptedTitle) -> Void
    ) -> Outcome {
        if let silentUntil {
            guard now >= silentUntil else { return .goesOn }
            self.silentUntil = nil
        }
        let isFaultDue = mount.plan.fault != .none && now >= faultAt
        if isFaultDue, let outcome = fault(at: now) { return outcome }
        connection.flush()
        tell(sent)
        let due = options.burst + Int(began.duration(to: now).inSeconds * Double(Self.bytesPerSecond)) - sound
        guard !connection.hasWaiting else {
            return due > Self.maximumLag ? .ends(reason: "too slow", byReset: false) : .goesOn
        }
        guard due > 0 else { return .goesOn }
        mount.advance(to: now)
        let block = compose(min(due, Self.maximumBite), ring, into: &scratch)
        produced += scratch.count
        let isCut = mount.plan.fault == .split || (mount.plan.fault == .closeInBlock && isFaultDue)
        guard isCut, let block else {
            connection.give(scratch)
            tell(sent)
            return .goesOn
        }
        connection.give(scratch, limit: (block.lowerBound + block.upperBound) / 2)
        tell(sent)
        return mount.plan.fault == .split ? .goesOn : .ends(reason: "closed in a block", byReset: false)
    }

    /// Puts `count` bytes of sound with the metadata blocks that are due into `scratch`. Returns the range in `scratch`
    /// of the first metadata block that is not empty, or nil.
    private func compose(
        _ count: Int, _ ring: UnsafeBufferPointer<UInt8>, into scratch: inout [UInt8]
    ) -> Range<Int>? {
        sound += count
        scratch.removeAll(keepingCapacity: true)
        if isChunked { scratch.append(contentsOf: "000000\r\n".utf8) }
        let start = scratch.count
        var first: Range<Int>?
        var isNew = false
        composer.append(
            count, of: ring, to: &scratch,
            block: {
                isNew = mount.serial != toldSerial
                toldSerial = mount.serial
                return isNew || mount.plan.style == .repeated ? mount.block : IcyBlock.none
            },
            placed: { range in
                if isNew { marks.append((produced + range.upperBound, mount.title)) }
                if range.count > 1, first == nil { first = range }
            })
        if isChunked {
            let digits = Array(String(scratch.count - start, radix: 16).utf8)
            scratch.replaceSubrange(6 - digits.count..<6, with: digits)
            scratch.append(contentsOf: "\r\n".utf8)
        }
        return first
    }

    private func tell(_ sent: (ScriptedTitle) -> Void) {
        while let mark = marks.first, mark.end <= connection.given {
            marks.removeFirst()
            sent(mark.title)
        }
    }

    /// Causes the mount's fault. Returns nil if the stream must get its next bytes nevertheless.
    private func fault(at now: MonotonicInstant) -> Outcome? {
        switch mount.plan.fault {
        case .none, .split, .closeInBlock: return nil
        case .close: return .ends(reason: "closed", byReset: false)
        case .refuse:
            mount.refusedUntil = now.advanced(by: LoadFault.refusal)
            return .ends(reason: "closed, then refused", byReset: false)
        case .reset:
            // A reset discards bytes that the client's computer has not received, although the server's record already
            // says that they were sent. The reset therefore waits until all bytes have arrived.
            guard !connection.hasWaiting, connection.isDelivered else {
                connection.flush()
                return .goesOn
            }
            return .ends(reason: "reset", byReset: true)
        case .freeze:
            silentUntil = now.advanced(by: LoadFault.silence)
            began = began.advanced(by: LoadFault.silence)
            faultAt = Self.nextFault(after: now.advanced(by: LoadFault.silence), options, &random)
            return .goesOn
        }
    }

    private static func nextFault(
        after now: MonotonicInstant, _ options: LoadOptions, _ random: inout SeededGenerator
    ) -> MonotonicInstant {
        now.advanced(by: options.faultEvery * Double.random(in: 0.5...1.5, using: &random))
    }
}
