import RadioTape

/// What is recorded, and where.
package struct RecordingPlan: Hashable, Sendable {
    /// Where the recording's files are.
    package enum Place: Hashable, Sendable {
        /// One file with the packets of all items, one after the other. An existing file is refused unless `overwrites`
        /// is true.
        case packets(path: String, kind: PacketFileKind, overwrites: Bool)
        /// A file at a path. The container's suffix is added unless the path ends with it. If a file at that path
        /// exists, a number is added to the new file's name.
        case file(path: String)
        /// Files in a folder, which is made if necessary, with names by a pattern. If a file of that name exists, a
        /// number is added to the new file's name.
        case folder(path: String, pattern: FileNamePattern)
    }

    /// A container that the listener requests instead of the usual container for the stream's codec.
    package enum Container: String, Hashable, Sendable, CaseIterable {
        /// AAC in MP4.
        case m4a
        /// The decoded sound in WAV.
        case wav
    }

    package var place: Place
    /// The requested container; nil for the usual container of the stream's codec.
    package var container: Container?
    /// Whether the links of an Ogg chain are joined into one link.
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

    /// Whether the files contain only packets, without a container.
    var isPlain: Bool { if case .packets = place { true } else { false } }

    /// The path of ``place``, for messages.
    var path: String {
        switch place {
        case .packets(let path, _, _), .file(let path), .folder(let path, _): path
        }
    }

    /// The folder of the files, for checking the free space on its disk.
    var folder: String {
        switch place {
        case .folder(let path, _): path
        case .packets(let path, _, _), .file(let path):
            path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        }
    }
}
