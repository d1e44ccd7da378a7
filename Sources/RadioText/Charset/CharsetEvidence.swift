/// What is known of the charset of one station's titles: a value that is kept with the station.
///
/// It takes nothing for stations whose titles are UTF-8. Others keep at most ``maximumBytes``, however many titles come.
package struct CharsetEvidence: Hashable, Sendable {
    /// Of one station, at most: two tallies and libuchardet's sample.
    package static let maximumBytes = 4096

    /// Titles that were UTF-8 with more than ASCII.
    package internal(set) var utf8Count = 0
    /// Titles whose bytes are no UTF-8.
    var legacy: CharsetTally?
    /// Texts that came as UTF-8 but may be bytes that somebody misread as Latin-1.
    var misread: CharsetTally?
    /// The charset that the station declares, as far as it held.
    var declared: Charset?

    package init() {}

    /// Nothing but ASCII was seen yet: there was nothing to decide.
    package var isASCII: Bool { utf8Count == 0 && legacy == nil && misread == nil && declared == nil }

    /// What is decided so far.
    package var decision: CharsetDecision {
        var decision = CharsetDecision(
            charset: Charset.utf8.name, basis: .utf8, confidence: 1, titleCount: 0, byteCount: 0, utf8Count: utf8Count,
            considered: [])
        decision.repairedTo = misread.flatMap { CharsetLearner.misreadCharset($0) }?.name
        if let declared {
            decision.charset = declared.name
            decision.basis = .declared
        } else if let legacy {
            let learned = CharsetLearner.learned(legacy)
            decision.charset = (learned ?? Charset.windows1252).name
            decision.basis = learned == nil ? .assumed : .learned
            decision.confidence = learned == nil ? min(legacy.confidence, 0.5) : legacy.confidence
        }
        if let tally = legacy ?? misread {
            decision.titleCount = tally.titleCount
            decision.byteCount = tally.byteCount
            decision.detector = tally.detector?.name
            decision.considered = tally.ranking.prefix(CharsetDecision.maximumConsidered).map {
                .init(charset: CharsetCandidate.all[$0.place].charset.name, behind: $0.behind)
            }
        }
        return decision
    }
}
