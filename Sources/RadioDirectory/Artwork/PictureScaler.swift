import Glibc
import RadioFormats
import RadioLoop

/// Makes smaller copies of pictures, or copies in PNG, by programs that are installed: strangers' bytes are unpacked in a process of its
/// own, with little memory and time, and not in a player that shall run for months (docs/DECISIONS.md).
final class PictureScaler {
    /// A program that makes a PNG of a picture, none of whose sides is longer than asked for.
    private struct Tool: Sendable {
        var name: String
        var arguments: @Sendable (_ picture: StoredPicture, _ output: String, _ side: Int) -> [String]
    }

    /// The first that is installed and succeeds is used.
    private static let tools = [
        // gdk-pixbuf's own: on every desktop that has GTK. It knows what is transparent in an icon of few colours, which ffmpeg does not.
        Tool(name: "gdk-pixbuf-thumbnailer") { picture, output, side in ["-s", "\(side)", picture.path, output] },
        // WebP, too. The demuxer is named, so that a picture is never taken for a list of addresses.
        Tool(name: "ffmpeg") { picture, output, side in
            [
                "-nostdin", "-v", "error", "-threads", "1", "-f", demuxer(picture.header.kind), "-i",
                // In true colours: a picture of 256 would get others, three bits of red and green and two of blue.
                "file:\(picture.path)", "-vf", "scale=\(side):\(side):force_original_aspect_ratio=decrease,format=rgba",
                "-frames:v", "1", "-threads", "1", "-c:v", "png", "-f", "image2", "-update", "1", "-y",
                "file:\(output)",
            ]
        },
    ]

    static let limits = ChildProgram.Limits(outputBytes: 65_536, fileBytes: 32 << 20)

    /// Pictures that are worked on at a time, each by a program that may take all of its limits; others wait for their turn.
    static let maximumAtOnce = 2

    private let loop: EventLoop
    private let searchPath: String
    private var running: [ObjectIdentifier: ChildProgram] = [:]
    private var waiting: [() -> Void] = []
    private var busyCount = 0

    /// - Parameters:
    ///   - loop: where programs are watched.
    ///   - searchPath: where they are looked for, as `PATH` has it.
    init(loop: EventLoop, searchPath: String) {
        self.loop = loop
        self.searchPath = searchPath
    }

    deinit { for child in running.values { child.cancel() } }

    /// Writes a copy. `check` looks whether it is there and good, and calls back with the answer; it is asked after each program.
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
        // Where no program is installed this is still inside ``startNext()``.
        loop.post { [weak self] in self?.startNext() }
    }

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
