import Glibc

/// What different titles that are no UTF-8 tell together about the charset they share.
///
/// Each title adds what it costs in each charset. No charset falls further behind the best one than ``maximumLead``: a
/// station that changes its charset is believed after a few titles.
struct CharsetTally: Hashable, Sendable {
    /// In nats: e^40 to one.
    static let maximumLead = 40.0
    /// A title that cannot be read in a charset counts so many nats against it: one damaged title must not rule it out.
    private static let unreadable = 12.0
    /// Bytes that libuchardet is asked about: the newest titles.
    static let maximumSample = 2048
    /// Titles that are recognised when they come again.
    static let maximumRecent = 16
    /// Bytes of one title that are looked at.
    static let maximumTitle = 512
    /// What libuchardet says counts as so many nats, when it has seen enough.
    private static let detectorWeight = 4.0

    /// Of ``CharsetCandidate/all``, the best one at 0.
    private var costs: [Int16]
    private var recent: [UInt64] = []
    private var sample: [UInt8] = []
    private(set) var titleCount = 0
    private(set) var byteCount = 0
    private(set) var detector: Charset?
    /// The titles came as UTF-8: the first charset stands for texts that are right as they are, in any language.
    private let isMisread: Bool

    init(isMisread: Bool) {
        costs = CharsetCandidate.all.map { Int16($0.prior) }
        self.isMisread = isMisread
    }

    /// Counts a title with bytes beyond ASCII, unless it was seen lately.
    mutating func add(_ title: [UInt8]) {
        let title = title.count > Self.maximumTitle ? Array(title.prefix(Self.maximumTitle)) : title
        let hash = Self.hash(title)
        guard !recent.contains(hash) else { return }
        if recent.count == Self.maximumRecent { recent.removeFirst() }
        recent.append(hash)
        let last = best
        add(costsOf: title)
        titleCount += 1
        byteCount += title.count { $0 >= 0x80 }
        if !isMisread { ask(about: title, afresh: best != last) }
    }

    private mutating func add(costsOf title: [UInt8]) {
        let each = CharsetCandidate.all.enumerated().map { place, candidate in
            candidate.cost(of: title, isAnyLanguage: isMisread && place == 0)
        }
        let limit = Int(Self.maximumLead) * LanguageModel.nat
        let least = each.lazy.compactMap(\.self).min() ?? 0
        let unreadable = least + Int(Self.unreadable) * LanguageModel.nat
        let sums = zip(costs, each).map { Int($0) + min($1 ?? unreadable, least + limit) }
        let lowest = sums.min() ?? 0
        costs = sums.map { Int16(min($0 - lowest, limit)) }
    }

    /// libuchardet wants many titles; it is asked at the 2nd, 4th, 8th … and then each 32nd.
    private mutating func ask(about title: [UInt8], afresh: Bool) {
        if afresh { sample = [] }
        let excess = sample.count + title.count + 1 - Self.maximumSample
        if excess > 0 { sample.removeFirst(min(excess, sample.count)) }
        sample += title
        sample.append(UInt8(ascii: "\n"))
        let isTurn = titleCount & (titleCount - 1) == 0 || titleCount % 32 == 0
        if afresh || titleCount < 2 { detector = nil }
        if isTurn, titleCount >= 2 { detector = Uchardet.charset(of: sample) }
    }

    /// In nats behind the best one, libuchardet's opinion included.
    private var behind: [Double] {
        let detected = CharsetCandidate.all.map { candidate in
            candidate.charset == detector ? Self.detectorWeight * min(1, Double(byteCount) / 32) : 0
        }
        let sums = zip(costs, detected).map { Double($0) / Double(LanguageModel.nat) - $1 }
        let least = sums.min() ?? 0
        return sums.map { $0 - least }
    }

    /// Place of the likeliest charset.
    var best: Int { behind.enumerated().min { $0.element < $1.element }?.offset ?? 0 }

    /// How much likelier the best one is than what is assumed without knowledge, in nats.
    var lead: Double { behind[0] }

    /// Places and how far behind they are, the best first.
    var ranking: [(place: Int, behind: Double)] {
        behind.enumerated().map { ($0.offset, $0.element) }.sorted { ($0.behind, $0.place) < ($1.behind, $1.place) }
    }

    /// 1 less the chance of the second best.
    var confidence: Double {
        let odds = ranking.dropFirst().reduce(0) { $0 + exp(-$1.behind) }
        return 1 / (1 + odds)
    }

    /// Bytes that it holds on the heap, about.
    var keptBytes: Int { costs.count * 2 + recent.count * 8 + sample.count }

    /// FNV-1a.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
