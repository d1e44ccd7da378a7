import RadioAudio
import RadioFormats
import RadioLoop
import RadioTape

/// Opens the files of a recording. Adds a number to a file's name if another file already has that name.
struct RecordingNames {
    let place: RecordingPlan.Place
    /// The number of files that were opened.
    private var count = 0

    /// The maximum number of attempts to find an unused name for one file.
    private static let maximumCopies = 9999

    init(_ place: RecordingPlan.Place) { self.place = place }

    /// Returns the recording's next file, which is opened on the disk's thread.
    mutating func open(_ suffix: String, _ tags: RecordingTags, worker: BlockingWorker) -> SoundFile {
        if case .packets(let path, _, let overwrites) = place {
            return SoundFile(worker: worker, overwrites: overwrites) { _ in path }
        }
        count += 1
        let (place, count) = (place, count)
        var folder: String?
        if case .folder(let path, _) = place { folder = path }
        return SoundFile(worker: worker, overwrites: false, folder: folder, copies: Self.maximumCopies) {
            Self.path(place, tags, suffix, number: count, copy: $0)
        }
    }

    /// Returns the path of a file.
    ///
    /// - Parameters:
    ///   - number: the file's number in its recording.
    ///   - copy: the number of the attempt to find an unused name. From the second attempt on, it is part of the name.
    private static func path(
        _ place: RecordingPlan.Place, _ tags: RecordingTags, _ suffix: String, number: Int, copy: Int
    ) -> String {
        switch place {
        case .packets(let path, _, _): return path
        case .file(let path):
            let stem = stem(path, suffix: suffix)
            return copy > 1 ? "\(stem) (\(copy)).\(suffix)" : "\(stem).\(suffix)"
        case .folder(let folder, let pattern):
            let values: [FileNamePattern.Field: String] = [
                .station: tags.station, .artist: tags.artist ?? "", .title: tags.title ?? "",
                .date: String(tags.date.prefix(10)), .time: tags.date.dropFirst(11).filter { $0 != ":" },
                .number: number < 10 ? "0\(number)" : String(number),
            ]
            return (folder.hasSuffix("/") ? folder : folder + "/") + pattern.name(values, copy: copy, suffix: suffix)
        }
    }

    /// Returns the path that a file gets if its title is incomplete.
    /// - Parameter copy: the number of the attempt to find an unused name.
    @Sendable static func incomplete(_ path: String, copy: Int) -> String {
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        return path[..<dot] + " (incomplete)" + (copy > 1 ? " (\(copy))" : "") + path[dot...]
    }

    /// Returns a path without its suffix.
    static func stem(_ path: String, suffix: String) -> String {
        let end = "." + suffix
        return path.lowercased().hasSuffix(end) ? String(path.dropLast(end.count)) : path
    }
}
