import RadioAudio
import RadioFormats
import RadioLoop
import RadioTape

/// Opens a recording's files under names that nothing has yet.
struct RecordingNames {
    let place: RecordingPlan.Place
    /// How many files were opened.
    private var count = 0

    /// Names that are tried for one file.
    private static let maximumCopies = 9999

    init(_ place: RecordingPlan.Place) { self.place = place }

    mutating func open(
        _ suffix: String, _ tags: RecordingTags, worker: BlockingWorker
    ) throws(SoundFile.OpenError) -> (path: String, file: SoundFile) {
        if case .packets(let path, _, let overwrites) = place {
            return (path, try SoundFile(path: path, worker: worker, overwrites: overwrites))
        }
        count += 1
        var copy = 1
        while true {
            let path = path(tags, suffix, copy: copy)
            do throws(SoundFile.OpenError) {
                return (path, try SoundFile(path: path, worker: worker, overwrites: false))
            } catch {
                guard error.isInTheWay, copy < Self.maximumCopies else { throw error }
                copy += 1
            }
        }
    }

    private func path(_ tags: RecordingTags, _ suffix: String, copy: Int) -> String {
        switch place {
        case .packets(let path, _, _): return path
        case .file(let path):
            let stem = Self.stem(path, suffix: suffix)
            return copy > 1 ? "\(stem) (\(copy)).\(suffix)" : "\(stem).\(suffix)"
        case .folder(let folder, let pattern):
            let values: [FileNamePattern.Field: String] = [
                .station: tags.station, .artist: tags.artist ?? "", .title: tags.title ?? "",
                .date: String(tags.date.prefix(10)), .time: tags.date.dropFirst(11).filter { $0 != ":" },
                .number: count < 10 ? "0\(count)" : String(count),
            ]
            return (folder.hasSuffix("/") ? folder : folder + "/") + pattern.name(values, copy: copy, suffix: suffix)
        }
    }

    /// A path without a suffix.
    static func stem(_ path: String, suffix: String) -> String {
        let end = "." + suffix
        return path.lowercased().hasSuffix(end) ? String(path.dropLast(end.count)) : path
    }
}
