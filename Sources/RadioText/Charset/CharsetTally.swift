import Glibc

/// The cost of each candidate charset, summed over a station's different titles. The charset with the lowest cost is
/// the most likely.
///
/// No charset falls behind the most likely one by more than ``maximumLead``. If a station changes its charset, a few
/// titles are therefore enough to show the change.
struct CharsetTally: Hashable, Sendable {
    /// The largest lead of the most likely charset over another charset, in nats. A lead of 40 means odds of e^40 to
    /// one.
    static let maximumLead = 40.0
    /// The cost, in nats, that a title adds to a charset in which its bytes are not valid, compared with the best
    /// charset.
    ///
    /// The number is low enough that one damaged title does not rule a charset out.
    private static let unreadable = 12.0
    /// Maximum size in bytes of the sample for libuchardet, which consists of the newest titles.
    static let maximumSample = 2048
    /// Number of recent titles that are remembered. A remembered title is not counted again when the station repeats
    /// it.
    static let maximumRecent = 16
    /// Number of bytes at a title's beginning that are used. Further bytes are ignored.
    static let maximumTitle = 512
    /// The weight, in nats, of the charset that libuchardet detects. With fewer than 32 bytes beyond ASCII, the weight
    /// is lower.
    private static let detectorWeight = 4.0

    /// The costs of ``CharsetCandidate/all``, relative to the best candidate's cost.
    private var costs: [Int16]
    private var recent: [UInt64] = []
    private var sample: [UInt8] = []
    private(set) var titleCount = 0
    private(set) var byteCount = 0
    private(set) var detector: Charset?
    /// True for a tally of titles that arrived as UTF-8, but that the station may have misread before it encoded them.
    ///
    /// In such a tally, the first of ``CharsetCandidate/all`` stands for texts that were not misread, in any language.
    private let isMisread: Bool

    init(isMisread: Bool) {
        costs = CharsetCandidate.all.map { Int16($0.prior) }
        self.isMisread = isMisread
    }

    /// Counts a title with bytes beyond ASCII, unless the title was seen recently.
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

    /// Adds a title to the sample. After the 2nd, 4th, 8th … title and after each 32nd title, libuchardet detects the
    /// charset of the sample. `afresh` empties the sample first.
    ///
    /// libuchardet gets all titles of the sample together, because it needs a long text.
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

    /// For each charset, the nats by which it is behind the most likely one. The charset that libuchardet detected
    /// counts as more likely.
    private var behind: [Double] {
        let detected = CharsetCandidate.all.map { candidate in
            candidate.charset == detector ? Self.detectorWeight * min(1, Double(byteCount) / 32) : 0
        }
        let sums = zip(costs, detected).map { Double($0) / Double(LanguageModel.nat) - $1 }
        let least = sums.min() ?? 0
        return sums.map { $0 - least }
    }

    /// The index of the most probable charset in ``CharsetCandidate/all``.
    var best: Int { behind.enumerated().min { $0.element < $1.element }?.offset ?? 0 }

    /// The nats by which the most likely charset is ahead of the first candidate, windows-1252. Zero if windows-1252 is
    /// the most likely.
    var lead: Double { behind[0] }

    /// The indices of the candidates in ``CharsetCandidate/all``, the most likely first, each with the nats by which it
    /// is behind the first.
    var ranking: [(place: Int, behind: Double)] {
        behind.enumerated().map { ($0.offset, $0.element) }.sorted { ($0.behind, $0.place) < ($1.behind, $1.place) }
    }

    /// The probability that the best charset is right, compared with all others.
    var confidence: Double {
        let odds = ranking.dropFirst().reduce(0) { $0 + exp(-$1.behind) }
        return 1 / (1 + odds)
    }

    /// The approximate number of bytes that the tally takes on the heap.
    var keptBytes: Int { costs.count * 2 + recent.count * 8 + sample.count }

    /// Returns the FNV-1a hash of a title.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
