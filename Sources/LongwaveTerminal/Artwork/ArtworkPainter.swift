import RadioDirectory
import RadioFormats
import RadioLoop
import RadioStations

/// Converts station and cover pictures to text that draws them on the terminal, one picture at a time.
///
/// The painter may be used only on one event loop. A new request cancels the previous request. The completion of a
/// cancelled request is not called.
package final class ArtworkPainter {
    package let display: ArtworkDisplay
    private let loop: EventLoop
    private let cache: ArtworkCache
    private let worker: BlockingWorker
    private var request: ArtworkRequest?
    private var child: ChildProgram?
    /// The number of the current request. Results that arrive for earlier requests are ignored.
    private var number = 0

    /// The limits for a run of the program `chafa`. Its output for a terminal of 200 columns is only a tenth of the
    /// allowed size.
    private static let limits = ChildProgram.Limits(outputBytes: maximumText)
    /// The largest number of bytes that draw a picture on the terminal. A picture that needs more is not shown.
    static let maximumText = 192 << 10
    /// The largest PNG that is sent to kitty, in bytes. Base64 makes it a third longer, and 4,096 bytes are reserved
    /// for control sequences; the result fits into ``maximumText``.
    private static let maximumPNG = maximumText / 4 * 3 - 4096

    /// - Parameters:
    ///   - display: the way in which the terminal shows pictures.
    ///   - cache: the source of the pictures.
    ///   - loop: the loop on which the painter is called and calls completions.
    package init(_ display: ArtworkDisplay, cache: ArtworkCache, loop: EventLoop) {
        self.display = display
        self.loop = loop
        self.cache = cache
        worker = BlockingWorker(loop: loop)
    }

    deinit { cancel() }

    /// Finds the image file of the first candidate that exists, and draws it as large as fits. Cancels the previous
    /// request.
    /// - Parameters:
    ///   - candidates: the pictures to try, one after another.
    ///   - home: the address of the station that the pictures belong to. `ArtworkCache` fetches pictures only from
    ///     public addresses and from this station's host.
    ///   - station: the station itself, whose own headers its pictures may need.
    ///   - columns: the largest width, in cells.
    ///   - rows: the largest height, in cells.
    ///   - completion: called once on the loop, unless the request is cancelled. The artwork is nil if no candidate
    ///     exists, and the picture is nil if the artwork cannot be shown.
    package func paint(
        _ candidates: [ArtworkCandidate], home: String, station: Station? = nil, columns: Int, rows: Int,
        completion: @escaping (Artwork?, TerminalPicture?) -> Void
    ) {
        cancel()
        let current = number
        request = cache.find(
            candidates, home: home, station: station, wanted: display.wanted(rows: rows), format: display.format
        ) { [weak self] answer in
            guard let self, number == current else { return }
            request = nil
            guard let artwork = try? answer.get(), columns > 0, rows > 0 else { return completion(nil, nil) }
            draw(artwork, columns, rows) { [weak self] picture in
                if self?.number == current { completion(artwork, picture) }
            }
        }
    }

    /// Draws a picture whose image file was found earlier. Cancels the previous request.
    /// - Parameters:
    ///   - artwork: the picture. kitty can show only a PNG.
    ///   - columns: the largest width, in cells.
    ///   - rows: the largest height, in cells.
    ///   - completion: called once on the loop, unless the request is cancelled. Its argument is nil if the picture
    ///     cannot be shown.
    package func paint(
        _ artwork: Artwork, columns: Int, rows: Int, completion: @escaping (TerminalPicture?) -> Void
    ) {
        cancel()
        let current = number
        draw(artwork, columns, rows) { [weak self] in if self?.number == current { completion($0) } }
    }

    /// Cancels the current request, whose completion is then not called.
    package func cancel() {
        number += 1
        request?.cancel()
        request = nil
        child?.cancel()
        child = nil
    }

    /// Converts a picture to the form that ``display`` uses, as large as fits into the columns and rows.
    private func draw(
        _ artwork: Artwork, _ columns: Int, _ rows: Int, _ completion: @escaping (TerminalPicture?) -> Void
    ) {
        let cells = TerminalPicture.cells(
            width: artwork.width, height: artwork.height, columns: columns, rows: rows)
        switch display.means {
        case .kitty:
            transmit(artwork, cells, completion)
        case .sixel:
            // chafa cannot query the terminal, because this program reads its output. chafa therefore assumes that a
            // cell has eight by eight pixels, so the size is converted to such cells.
            let pixels = TerminalCell.pixels
            let size = "\(cells.columns * pixels.width / 8)x\(cells.rows * pixels.height / 8)"
            run(artwork, size, ["-f", "sixels", "--font-ratio", "1"]) { bytes in
                completion(
                    PictureOutput.sixels(bytes).map {
                        TerminalPicture(columns: cells.columns, rows: cells.rows, content: .sequence($0))
                    })
            } failed: {
                completion(nil)
            }
        case .symbols:
            let size = "\(cells.columns)x\(cells.rows)"
            run(artwork, size, ["-f", "symbols", "--symbols", "block+space", "-c", display.colours.rawValue]) {
                bytes in
                let lines = PictureOutput.lines(bytes, columns: cells.columns, rows: cells.rows)
                completion(
                    lines.map { TerminalPicture(columns: cells.columns, rows: $0.count, content: .lines($0)) })
            } failed: {
                completion(nil)
            }
        }
    }

    /// Reads the image file and makes the control sequences with which kitty draws it.
    private func transmit(
        _ artwork: Artwork, _ cells: (columns: Int, rows: Int), _ completion: @escaping (TerminalPicture?) -> Void
    ) {
        let id = UInt32.random(in: 1 ... .max)
        let isTaken = worker.run {
            () -> TerminalPicture? in
            guard let png = try? artwork.data(), png.count <= Self.maximumPNG else { return nil }
            let text = KittyGraphics.show(png, columns: cells.columns, rows: cells.rows, id: id)
            return TerminalPicture(columns: cells.columns, rows: cells.rows, content: .kitty(text, id: id))
        } then: {
            completion($0)
        }
        if !isTaken { completion(nil) }
    }

    /// Runs `chafa` on the image file. Passes the output to `done`; if `chafa` fails, calls `failed`.
    private func run(
        _ artwork: Artwork, _ size: String, _ arguments: [String],
        _ done: @escaping ([UInt8]) -> Void, failed: @escaping () -> Void
    ) {
        guard let chafa = display.chafa else { return failed() }
        let rest = ["-s", size, "--animate", "off", "--polite", "on", "--threads", "1", artwork.path]
        let current = number
        child = ChildProgram(
            chafa, arguments + rest,
            environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": "/nonexistent"],
            limits: Self.limits, loop: loop
        ) { [weak self] ending in
            guard let self, number == current else { return }
            child = nil
            guard case .exited(code: 0, let output) = ending else { return failed() }
            done(output)
        }
    }
}
