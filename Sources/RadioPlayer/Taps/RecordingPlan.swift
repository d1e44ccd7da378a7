import RadioTape

/// What is recorded, and where.
package struct RecordingPlan: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// Packets one after the other, of all items in one file. A file that exists is refused unless it may be overwritten.
        case packets(path: String, kind: PacketFileKind, overwrites: Bool)
        /// A file by its path. The container's suffix is added where the path ends otherwise, and a number where that
        /// file exists.
        case file(path: String)
        /// Files in a folder, which is made if need be. A number is added to the name of one that exists.
        case folder(path: String, pattern: FileNamePattern)
    }

    package enum Container: String, Hashable, Sendable, CaseIterable {
        /// AAC in MP4.
        case m4a
        /// What was decoded.
        case wav
    }

    package var place: Place
    /// nil: the one that fits the stream.
    package var container: Container?
    /// The links of an Ogg chain become one.
    package var joinsLinks = false
    package var titles = TitleCutter.Settings()
    package var limits = RecordingLimits()

    package init(
        place: Place, titles: TitleCutter.Settings = .init(), limits: RecordingLimits = RecordingLimits()
    ) {
        self.place = place
        self.titles = titles
        self.limits = limits
    }

    /// Files of packets have nothing around them.
    var isPlain: Bool { if case .packets = place { true } else { false } }

    /// The place, for people.
    var path: String {
        switch place {
        case .packets(let path, _, _), .file(let path), .folder(let path, _): path
        }
    }

    /// The folder of the files, for a look at its disk.
    var folder: String {
        switch place {
        case .folder(let path, _): path
        case .packets(let path, _, _), .file(let path):
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        }
    }
}
