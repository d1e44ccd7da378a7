import Glibc
import TestSupport

/// The programme of an Ogg station in a fault row: the sweeps of a ``SweepProgramme`` as an Ogg chain, with a title for
/// each link.
package struct OggProgramme: StationProgramme {
    /// The encoding of a link.
    package enum Coding: String, Sendable {
        case vorbis, opus, flac
        /// Vorbis or FLAC at 48 kHz, which is not the sample rate of the sweeps.
        case vorbis48, flac48

        fileprivate var rate: Int { self == .vorbis48 || self == .flac48 ? 48_000 : SweepProgramme.sampleRate }

        fileprivate func encoder(_ number: Int, _ input: String, _ output: String) -> (String, [String]) {
            let (artist, title, serial) = ("Artist \(number)", "Title number \(number)", "\(number + 1)")
            switch self {
            case .vorbis, .vorbis48:
                return ("oggenc", ["-Q", "-q5", "--serial", serial, "-a", artist, "-t", title, "-o", output, input])
            case .opus:
                let tags = ["--artist", artist, "--title", title]
                return ("opusenc", ["--quiet", "--bitrate", "128", "--serial", serial] + tags + [input, output])
            case .flac, .flac48:
                let tags = ["-T", "ARTIST=\(artist)", "-T", "TITLE=\(title)"]
                return ("flac", ["-s", "-f", "--ogg", "--serial-number=\(serial)"] + tags + ["-o", output, input])
            }
        }
    }

    private struct Link: Sendable {
        var range: Range<Int>
        /// The offset of the first page after the link's headers, in bytes from the beginning of the chain.
        var firstSound: Int
    }

    package let bytes: [UInt8]
    package let contentType = "application/ogg"
    package let titleSeconds: Double? = nil
    private let linkSeconds: Double
    private let links: [Link]
    /// The offset of each page, in bytes from the beginning of the chain.
    private let pages: [Int]

    package static let isMakeable = ["oggenc", "opusenc", "flac", "ffmpeg"].allSatisfy(ChildProcess.exists)

    /// Makes the chain, or reads it from `cache`.
    /// - Parameters:
    ///   - codings: The encodings of successive links, which repeat.
    ///   - seconds: The duration of the sweeps, a multiple of `linkSeconds`.
    ///   - cache: A folder that keeps the chain from run to run.
    package init(_ codings: [Coding], seconds: Int, linkSeconds: Int, cache: String?) throws {
        let temporary = try TemporaryDirectory()
        let name = "chain-\(seconds)-\(linkSeconds)-\(codings.map(\.rawValue).joined(separator: "-")).ogg"
        let file = "\(cache ?? temporary.path)/\(name)"
        if access(file, R_OK) != 0 {
            let chain = try Self.encode(codings, seconds: seconds, linkSeconds: linkSeconds, in: temporary.path)
            // The file gets its name once it is complete, so that another run cannot read an incomplete file.
            let part = "\(file).\(getpid()).part"
            try Self.write(chain, to: part)
            guard rename(part, file) == 0 else { throw FaultError(description: "\(file): \(errno)") }
        }
        bytes = try Samples.read(path: file)
        self.linkSeconds = Double(linkSeconds)
        let ranges = ChainSample.pages(of: bytes)
        pages = ranges.map(\.lowerBound)
        let starts = ranges.filter { [bytes] in bytes[$0.lowerBound + 5] & 2 != 0 }.map(\.lowerBound)
        links = zip(starts, starts.dropFirst() + [bytes.count]).map { [bytes, pages] start, end in
            // Pages with headers have a granule position of zero.
            let sound = pages.first { $0 > start && bytes[($0 + 6)..<($0 + 14)].contains { $0 != 0 } }
            return Link(range: start..<end, firstSound: sound ?? end)
        }
    }

    private static func encode(
        _ codings: [Coding], seconds: Int, linkSeconds: Int, in folder: String
    ) throws -> [UInt8] {
        let (whole, wave, link) = ("\(folder)/whole.wav", "\(folder)/link.wav", "\(folder)/link.ogg")
        try ffmpeg(["-f", "lavfi", "-i", SweepProgramme.source(seconds: seconds), "-c:a", "pcm_s16le", whole])
        var chain: [UInt8] = []
        for (number, start) in stride(from: 0, to: seconds, by: linkSeconds).enumerated() {
            let coding = codings[number % codings.count]
            let filter = "atrim=\(start):\(start + linkSeconds),asetpts=PTS-STARTPTS"
            try ffmpeg(["-i", whole, "-af", filter, "-ar", "\(coding.rate)", "-c:a", "pcm_s16le", wave])
            let (program, arguments) = coding.encoder(number, wave, link)
            let encoded = try ChildProcess.run(program, arguments)
            guard encoded.code == 0 else { throw FaultError(description: "\(program): \(encoded.output)") }
            chain += try Samples.read(path: link)
        }
        return chain
    }

    private static func ffmpeg(_ arguments: [String]) throws {
        let result = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
        guard result.code == 0 else { throw FaultError(description: "ffmpeg: \(result.output)") }
    }

    private static func write(_ bytes: [UInt8], to file: String) throws {
        guard let handle = fopen(file, "wb") else { throw FaultError(description: "\(file): \(errno)") }
        defer { fclose(handle) }
        guard fwrite(bytes, 1, bytes.count, handle) == bytes.count else {
            throw FaultError(description: "\(file) cannot be written")
        }
    }

    // MARK: Positions

    /// Returns how many bytes are sent within `seconds` of the programme's start. All links have the same duration,
    /// whatever their sizes.
    package func position(after seconds: Double) -> Int {
        let (number, place) = (Int(seconds / linkSeconds), seconds.truncatingRemainder(dividingBy: linkSeconds))
        let link = links[number % links.count].range
        return number / links.count * bytes.count + link.lowerBound + Int(place / linkSeconds * Double(link.count))
    }

    /// Returns how many seconds after `seconds`, which counts from the programme's start, the next link begins.
    package func untilNextLink(at seconds: Double) -> Double {
        linkSeconds - seconds.truncatingRemainder(dividingBy: linkSeconds)
    }

    /// Returns the bytes that a new listener gets first, and the position from which the listener gets the programme:
    /// the headers of the current link and the position of the next page, as with Icecast.
    package func entry(at position: Int) -> (head: [UInt8], position: Int) {
        let (round, place) = (position / bytes.count, position % bytes.count)
        guard let link = links.last(where: { $0.range.lowerBound <= place }), place > link.firstSound else {
            let start = links.last { $0.range.lowerBound <= place }?.range.lowerBound ?? 0
            return ([], round * bytes.count + start)
        }
        let page = pages.first { $0 >= place } ?? bytes.count
        let isNext = page >= link.range.upperBound
        return (isNext ? [] : Array(bytes[link.range.lowerBound..<link.firstSound]), round * bytes.count + page)
    }
}
