import Glibc
import RadioFormats
import RadioLoop

/// Makes smaller copies of pictures, or copies in PNG, with programs that are installed.
///
/// Pictures are not trusted. They are decoded in a separate process with limited memory and time, not in a player that
/// must run for months (docs/DECISIONS.md).
final class PictureScaler {
    /// A program that converts a picture to PNG, with no side longer than requested.
    private struct Tool: Sendable {
        var name: String
        var arguments: @Sendable (_ picture: StoredPicture, _ output: String, _ side: Int) -> [String]
    }

    /// Programs in the order in which they are tried. The first one that is installed and succeeds is used.
    private static let tools = [
        // A tool of gdk-pixbuf, on every desktop with GTK. It keeps the transparency of icons with few colours; ffmpeg
        // does not.
        Tool(name: "gdk-pixbuf-thumbnailer") { picture, output, side in ["-s", "\(side)", picture.path, output] },
        // ffmpeg also reads WebP. The demuxer is set explicitly, so that ffmpeg never reads a picture as a list of
        // addresses.
        Tool(name: "ffmpeg") { picture, output, side in
            [
                "-nostdin", "-v", "error", "-threads", "1", "-f", demuxer(picture.header.kind), "-i",
                // RGBA keeps the colours of a picture with a palette of 256 colours, which would otherwise be reduced
                // to 8 bits.
                "file:\(picture.path)", "-vf", "scale=\(side):\(side):force_original_aspect_ratio=decrease,format=rgba",
                "-frames:v", "1", "-threads", "1", "-c:v", "png", "-f", "image2", "-update", "1", "-y",
                "file:\(output)",
            ]
        },
    ]

    static let limits = ChildProgram.Limits(outputBytes: 65_536, fileBytes: 32 << 20)

    /// Maximum number of pictures converted at a time, each by a program that may use up to ``limits``. Other pictures
    /// wait.
    static let maximumAtOnce = 2

    private let loop: EventLoop
    private let searchPath: String
    private var running: [ObjectIdentifier: ChildProgram] = [:]
    private var waiting: [() -> Void] = []
    private var busyCount = 0

    /// - Parameters:
    ///   - loop: the loop on which programs are watched.
    ///   - searchPath: folders in which programs are searched, in the form of `PATH`.
    init(loop: EventLoop, searchPath: String) {
        self.loop = loop
        self.searchPath = searchPath
    }

    deinit { for child in running.values { child.cancel() } }

    /// Makes a copy of a picture, and passes it to `completion`; nil if no program can make one. After a program
    /// succeeds, `check` examines its output and returns the copy through its callback. If that is nil, the next
    /// program is tried.
    func scale(
        _ picture: StoredPicture, to side: Int, output: String,
        check: @escaping (@escaping (StoredPicture?) -> Void) -> Void, completion: @escaping (StoredPicture?) -> Void
    ) {
        waiting.append { [weak self] in
            self?.run(Self.tools[...], picture, side, output, check) { copy in
                completion(copy)
                self?.ended()
            }
        }
        startNext()
    }

    private func startNext() {
        guard busyCount < Self.maximumAtOnce, !waiting.isEmpty else { return }
        busyCount += 1
        waiting.removeFirst()()
    }

    private func ended() {
        busyCount -= 1
        // ``startNext()`` is posted, not called: if no program is installed, ``ended()`` is called within
        // ``startNext()``.
        loop.post { [weak self] in self?.startNext() }
    }

    /// Runs the first tool that is installed. If it fails, runs the next one.
    private func run(
        _ tools: ArraySlice<Tool>, _ picture: StoredPicture, _ side: Int, _ output: String,
        _ check: @escaping (@escaping (StoredPicture?) -> Void) -> Void,
        _ completion: @escaping (StoredPicture?) -> Void
    ) {
        guard let tool = tools.first else { return completion(nil) }
        let next = { [weak self] in
            guard let self else { return }
            run(tools.dropFirst(), picture, side, output, check, completion)
        }
        guard let program = ChildProgram.find(tool.name, path: searchPath) else { return next() }
        var id: ObjectIdentifier?
        let child = ChildProgram(
            program, tool.arguments(picture, output, side),
            environment: ["PATH": searchPath, "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"], limits: Self.limits,
            loop: loop
        ) { [weak self] ending in
            guard let self else { return }
            if let id { running[id] = nil }
            guard case .exited(code: 0, _) = ending else { return next() }
            check { copy in if let copy { completion(copy) } else { next() } }
        }
        id = ObjectIdentifier(child)
        running[ObjectIdentifier(child)] = child
    }

    private static func demuxer(_ kind: ImageKind) -> String {
        switch kind {
        case .png: "png_pipe"
        case .jpeg: "jpeg_pipe"
        case .gif: "gif"
        case .webp: "webp_pipe"
        case .ico: "ico"
        case .bmp, .svg, .tiff, .avif, .heif, .jpegXL: "image2"
        }
    }
}
