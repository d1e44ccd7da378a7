import RadioAudio
import RadioFormats

/// What was told of an item's stream; what is others by now is to be told. Pure.
struct StreamChanges {
    /// What is known now.
    struct Facts: Equatable {
        var format: MediaFormat?
        /// What the packets decode to.
        var pcm: PCMFormat?
        var isParametricStereo = false
        /// Of a stream of segments: the variant that is received, by its address, its bits a second, and its rendition.
        var variant: Variant?
        var duration: Duration?
        var failure: PlaybackError?
    }

    struct Variant: Equatable {
        var uri: String
        var bandwidth: Int
        var rendition: String?
    }

    enum Change: Equatable {
        case format
        case quality(from: Int, to: Int)
        case duration
        case itemStatus
    }

    private var told = Facts()
    private(set) var status = PlaybackItem.Status.unknown
    private var isStatusTold = true

    /// The item begins again.
    mutating func beginAgain() {
        told = Facts()
        isStatusTold = status == .unknown
        status = .unknown
    }

    /// - Returns: what has changed since this was asked before.
    mutating func changes(to now: Facts) -> [Change] {
        guard now != told || !isStatusTold else { return [] }
        var changes: [Change] = []
        if now.format != nil, soundOf(now) != soundOf(told) { changes.append(.format) }
        if let old = told.variant, let new = now.variant, old.uri != new.uri, old.rendition == new.rendition,
            old.bandwidth != new.bandwidth
        {
            changes.append(.quality(from: old.bandwidth, to: new.bandwidth))
        }
        var kept = now
        if isOther(now.duration, than: told.duration) {
            changes.append(.duration)
        } else {
            kept.duration = told.duration
        }
        told = kept
        let status: PlaybackItem.Status = now.failure.map { .failed($0) } ?? (now.pcm == nil ? self.status : .ready)
        if status != self.status || !isStatusTold {
            self.status = status
            isStatusTold = true
            changes.append(.itemStatus)
        }
        return changes
    }

    /// What of the format anybody would notice. The bit rate of a header is not.
    private func soundOf(_ facts: Facts) -> [String] {
        [
            facts.format?.codecName(decoded: facts.pcm, isParametricStereo: facts.isParametricStereo) ?? "",
            "\(facts.pcm?.sampleRate ?? facts.format?.sampleRate ?? 0)",
            "\(facts.pcm?.channelCount ?? facts.format?.channelCount ?? 0)",
        ]
    }

    /// What is estimated from what came so far moves a little with each packet.
    private func isOther(_ new: Duration?, than old: Duration?) -> Bool {
        guard let new, let old else { return new != old }
        return abs((new - old).inSeconds) >= 1
    }
}
