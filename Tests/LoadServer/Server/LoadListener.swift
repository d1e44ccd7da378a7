import RadioLoop
import TestSupport

/// The stream of one connection: sound at its pace, titles, faults.
final class LoadListener {
    enum Outcome: Hashable {
        case goesOn
        case ends(reason: String, byReset: Bool)
    }

    static let bytesPerSecond = 16_000
    /// The maximum number of bytes sent at once after a delay.
    private static let maximumBite = 65_536
    /// The number of bytes by which a listener may fall behind before it is disconnected.
    private static let maximumLag = 30 * bytesPerSecond

    let mount: LoadMount
    let withTitles: Bool

    private let connection: LoadConnection
    private let options: LoadOptions
    private let isChunked: Bool
    private var composer: any BodyComposer
    private var random: SeededGenerator
    /// The time at which the first byte was due. The pace of the stream counts from it.
    private var began: MonotonicInstant
    /// The number of bytes of sound composed so far.
    private var sound = 0
    /// The number of bytes composed so far, including the head of the response.
    private var produced = 0
    /// Titles whose blocks were not yet written completely to the socket, each with the position in the stream at which
    /// its block ends.
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

    /// Sends the bytes that are due.
    /// - Parameters:
    ///   - ring: The sound, which repeats.
    ///   - scratch: Memory in which the bytes are composed. Its contents do not matter before and after the call.
    ///   - sent: Called with each title whose block was written completely to the socket.
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

    /// Composes the bytes of one send in `scratch`. Returns the range of the first metadata block that is not empty, or
    /// nil.
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

    /// Returns the outcome of a fault, or nil if the stream continues for now.
    private func fault(at now: MonotonicInstant) -> Outcome? {
        switch mount.plan.fault {
        case .none, .split, .closeInBlock: return nil
        case .close: return .ends(reason: "closed", byReset: false)
        case .refuse:
            mount.refusedUntil = now.advanced(by: LoadFault.refusal)
            return .ends(reason: "closed, then refused", byReset: false)
        case .reset:
            // A reset discards bytes that the peer's kernel has not received, although the record already says that
            // they were sent. The reset therefore waits until all bytes have arrived.
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
