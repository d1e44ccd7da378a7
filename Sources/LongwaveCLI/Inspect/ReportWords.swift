import Longwave
import LongwaveTerminal
import RadioJSON
import RadioProbe

/// What the rows of a report say in words, but the document for programs does not: its member `words`.
enum ReportWords {
    static func of(_ inspection: Inspection) -> JSONNode {
        var kind = inspection.report.kind?.displayName ?? "a metadata block"
        if inspection.report.kind == .unknown, case .success(let list)? = inspection.list {
            kind = "a list of stations" + (list.format == .stations ? "" : " (\(list.format.displayName))")
        }
        // A title that equals the previous title is left out, because stations repeat titles.
        let titles = inspection.tracks.indices.compactMap { index -> JSONNode? in
            let track = inspection.tracks[index]
            guard index == 0 || track.raw != inspection.tracks[index - 1].raw else { return nil }
            let title = PlayerWords.title(track) ?? "(\(track.kind.rawValue))"
            return .string("at \(inspection.report.blocks[index].offset): \(title)")
        }
        let omitted = inspection.report.blockCount - inspection.report.blocks.count
        return words([
            "kind": .string(kind), "titles": .array(titles), "titlesOmitted": .int(Int64(omitted)),
            "charset": .optional(inspection.charset.map(charset)),
        ])
    }

    static func of(_ report: ProbeReport, of target: ProbeTarget) -> JSONNode {
        let others = target.station?.urls.filter { $0 != target.url } ?? []
        let frames = report.content?.report.frames
        let (count, duration) = (frames?.count ?? report.packetCount, frames?.duration ?? report.soundDuration)
        return words([
            "addresses": .array(others.map { .string($0) }), "charset": .optional(report.charset.map(charset)),
            "received": count > 0 ? .string("\(count) frames, \(ReportRows.seconds(duration.seconds))") : .null,
        ])
    }

    private static func words(_ words: KeyValuePairs<String, JSONNode>) -> JSONNode {
        .members(["words": .members(words)])
    }

    /// Returns, in words, the charset in which a station's titles were read and why it was chosen: `windows-1251
    /// (learned, 99.99 % sure; from 12 titles, 210 bytes beyond ASCII; libuchardet says windows-1251; next: KOI8-R,
    /// e^31 less likely)`.
    private static func charset(_ decision: CharsetDecision) -> String {
        var parts = [decision.basis.rawValue]
        if decision.basis == .learned || decision.basis == .assumed {
            let percent = (decision.confidence * 10_000).rounded(.down) / 100
            parts[0] += ", \(JSONNode.number(percent).text()) % sure"
            let titles = decision.titleCount.counted("title")
            parts.append("from \(titles), \(decision.byteCount.counted("byte")) beyond ASCII")
            if let detector = decision.detector { parts.append("libuchardet says \(detector)") }
            if let next = decision.considered.first(where: { $0.charset != decision.charset }) {
                let behind = JSONNode.number(next.behind.rounded()).text()
                parts.append("next: \(next.charset), e^\(behind) times less likely")
            }
        }
        if let repairedTo = decision.repairedTo {
            parts.append("texts that were misread before are restored to \(repairedTo)")
        }
        return "\(decision.charset) (\(parts.joined(separator: "; ")))"
    }
}
