import RadioFormats
import TestSupport
import Testing

@testable import RadioStreams

/// The player seeks in a file on a server. Each packet after the seek has exactly the time that it has when the file is
/// read from its start.
@Suite(.enabled(if: ["ffmpeg", "oggenc", "opusenc", "flac"].allSatisfy(ChildProcess.exists))) struct FilePlanTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var container: Container
        /// A shell command that makes the file `$2` from the WAV file `$1`.
        var command: String
    }

    static let kinds = [
        Kind(testDescription: "Vorbis", container: .ogg, command: "oggenc -Q -q 4 -o $2 $1"),
        Kind(testDescription: "Opus", container: .ogg, command: "opusenc --quiet --vbr --bitrate 96 $1 $2"),
        Kind(testDescription: "FLAC in Ogg", container: .ogg, command: "flac -s --ogg -o $2 $1"),
        Kind(testDescription: "FLAC", container: .flac, command: "flac -s -o $2 $1"),
        Kind(
            testDescription: "FLAC of a stream", container: .flac,
            command: "flac -s -o $2.x $1 && tail -c +43 $2.x >$2"),
        Kind(testDescription: "WAV", container: .pcm, command: "cp $1 $2"),
        Kind(testDescription: "AIFF", container: .pcm, command: "ffmpeg -nostdin -v error -i $1 -f aiff $2"),
    ]

    /// Makes a file whose sound is nearly silent at the start and louder later. The bytes per second differ so much
    /// that a byte position says little about the time.
    static func make(_ kind: Kind, seconds: Int = 120) throws -> [UInt8] {
        let loud = #"if(lt(t\,30)\,0.0005\,if(lt(t\,70)\,0.6\,0.1))"#
        let sound = "aevalsrc=\(loud)*(random(0)-0.5)+\(loud)*sin(2*PI*(200*t+5*t*t)):s=44100:d=\(seconds)"
        return try files.value("\(kind.command), \(seconds) s") {
            let wave = try waves.value(seconds) {
                try made("ffmpeg -nostdin -v error -f lavfi -i '\(sound)' -c:a pcm_s16le -f wav $2", from: [])
            }
            return try made(kind.command, from: wave)
        }
    }

    private static let waves = MadeOnce<Int, [UInt8]>()
    private static let files = MadeOnce<String, [UInt8]>()

    /// Returns the file `$2` that a shell command makes from the file `$1`.
    private static func made(_ command: String, from input: [UInt8]) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let (source, target) = (try directory.write("source.wav", input), directory.path + "/sound")
        let made = try ChildProcess.run("sh", ["-c", command, "sh", source, target])
        #expect(made.code == 0, "\(made.output)")
        return try Samples.read(path: target)
    }

    /// Reads a file as if a server sent it, and collects the delivered elements.
    struct Reading {
        struct Sound: Hashable {
            var bytes: [UInt8]
            var sampleCount: Int
            var lead: Int
            var tail: Int
        }

        let plan: FilePlan
        let file: [UInt8]
        var places: [MediaTime] = []
        var packets: [Sound] = []
        /// The last title that was delivered before the first heard packet.
        var title: String?
        var rate = 0
        var byteCount = 0
        /// How many times the reader had to continue at another byte than the next one.
        var jumpCount = 0
        private var end = 0

        init(_ file: [UInt8], _ container: Container, canJump: Bool = true, place: MediaTime = .zero) {
            self.file = file
            plan = FilePlan(
                container: container, canJump: canJump, byteCount: canJump ? file.count : nil, place: place)
        }

        /// Reads until the end of the file, or until `isDone` returns true after a chunk.
        mutating func read(piece: Int = 9000, until isDone: (Reading) -> Bool = { _ in false }) {
            while !plan.isFinished, let wanted = plan.wanted, byteCount < 20 * file.count {
                if wanted != end { jumpCount += 1 }
                let bytes = file[min(wanted, file.count)...].prefix(piece)
                end = wanted + bytes.count
                byteCount += bytes.count
                if bytes.isEmpty {
                    plan.finish { take($0) }
                } else {
                    bytes.withUnsafeBytes { plan.feed($0, at: wanted) { take($0) } }
                }
                if isDone(self) { return }
            }
        }

        mutating func seek(to place: MediaTime) -> Bool {
            (places, packets, title, byteCount, jumpCount) = ([], [], nil, 0, 0)
            return plan.seek(to: place)
        }

        private mutating func take(_ element: StreamElement) {
            switch element {
            case .position(let position): places.append(position.time)
            case .packet(let packet):
                packets.append(
                    Sound(
                        bytes: Array(packet.bytes), sampleCount: packet.sampleCount, lead: packet.lead,
                        tail: packet.tail))
            case .format(let format): rate = format.sampleRate
            case .metadata(let metadata):
                guard heard.isEmpty else { break }
                title = VorbisComment(metadata.raw)?.fields.first { $0.name.lowercased() == "title" }?.value
            case .discontinuity, .end: break
            }
        }

        /// The packets from the first heard one on.
        var heard: ArraySlice<Sound> { packets[(packets.firstIndex { $0.sampleCount > 0 } ?? packets.count)...] }
    }

    /// The packets of the whole file and their positions, for comparison.
    struct Reference {
        let sounds: [Reading.Sound]
        var starts: [MediaTime] = []

        init(_ file: [UInt8], _ container: Container) {
            var reading = Reading(file, container, canJump: false)
            reading.read()
            sounds = reading.packets
            var time = MediaTime.zero
            for sound in sounds {
                starts.append(time)
                time = time + MediaTime(samples: Int64(sound.sampleCount), rate: reading.rate)
            }
            starts.append(time)
        }

        /// Reads on after a seek. Checks that the reading begins with the packet that contains `place`, and has the
        /// next `count` packets.
        func check(_ reading: inout Reading, at place: MediaTime, count: Int = .max) {
            reading.read { $0.heard.count >= count }
            let number = starts.lastIndex { $0 <= place } ?? 0
            let (heard, expected) = (reading.heard, sounds[number...])
            #expect(reading.places == [starts[number]], "\(place.seconds) s")
            #expect(heard.count >= min(count, expected.count), "\(place.seconds) s")
            #expect(heard == expected.prefix(count == .max ? .max : heard.count), "\(place.seconds) s")
        }
    }

    @Test(arguments: kinds) func `a jump on a server leads to the exact packet`(_ kind: Kind) throws {
        let file = try Self.make(kind)
        #expect(file.count > 3 * PlaceSearch.patience, "\(file.count)")
        let reference = Reference(file, kind.container)
        var reading = Reading(file, kind.container)
        reading.read { $0.packets.count > 100 }
        for second in [60, 20, 100.37, 31, 119.8, 3, 0.5, 75] {
            let place = MediaTime(seconds: second)
            let isSought = reading.seek(to: place)
            // The position is so close to the start that the file is read from its start, without a seek.
            #expect(isSought || second < 3)
            guard isSought else { continue }
            reading.read { !$0.heard.isEmpty }
            #expect(reading.byteCount < file.count / 3, "\(second) s: \(reading.byteCount) of \(file.count) bytes")
            #expect(reading.jumpCount <= PlaceSearch.maximumGuesses + 1)
            reference.check(&reading, at: place, count: second == 60 ? .max : 200)
        }
    }

    @Test(arguments: kinds) func `playback begins at a place`(_ kind: Kind) throws {
        let file = try Self.make(kind)
        let reference = Reference(file, kind.container)
        let place = MediaTime(seconds: 80)
        var reading = Reading(file, kind.container, place: place)
        reading.read { !$0.heard.isEmpty }
        #expect(reading.byteCount < file.count / 3, "\(reading.byteCount) of \(file.count) bytes")
        reference.check(&reading, at: place)
    }

    /// Packets before the position prime the decoder: 80 ms for Opus (RFC 7845 §4.6), one packet for Vorbis (Vorbis I
    /// §4.3.8).
    @Test(arguments: kinds[..<2]) func `packets before the place prime the decoder`(_ kind: Kind) throws {
        var reading = Reading(try Self.make(kind), kind.container)
        reading.read { $0.packets.count > 100 }
        let isSought = reading.seek(to: MediaTime(seconds: 60))
        #expect(isSought)
        reading.read { !$0.heard.isEmpty }
        #expect(reading.packets.prefix { $0.sampleCount == 0 }.count >= 4)
    }

    /// In an Ogg chain, positions count through all links. After a seek, titles of skipped links are not delivered.
    @Test(arguments: kinds[..<3]) func `a jump in a chain is exact`(_ kind: Kind) throws {
        let links = try (1...3).map { number in
            let words = kind.command.split(separator: " ", maxSplits: 1)
            let options =
                switch words[0] {
                case "flac": "--serial-number=\(number) -T TITLE=Song\(number)"
                case _: "--serial \(number) --title Song\(number)"
                }
            let command = "\(words[0]) \(options) \(words[1])"
            return try Self.make(Kind(testDescription: "", container: .ogg, command: command), seconds: 50)
        }
        let file = links.flatMap { $0 }
        let reference = Reference(file, .ogg)
        var reading = Reading(file, .ogg)
        reading.read { $0.packets.count > 100 }
        for second in [40, 120, 75, 20, 149.5, 49.9, 50.1] {
            let place = MediaTime(seconds: second)
            let isSought = reading.seek(to: place)
            #expect(isSought)
            reference.check(&reading, at: place, count: second == 40 ? .max : 200)
            #expect(reading.title == "Song\(Int(second / 50) + 1)")
        }
    }

    /// The server or the file states a wrong length. Reading and seeking still end correctly.
    @Test func `a length that no file has`() throws {
        let file = try Self.make(Self.kinds[3], seconds: 10)
        for byteCount in [Int.max, Int.max - 1, 1 << 62, file.count, 0, -1] {
            let plan = FilePlan(container: .flac, canJump: true, byteCount: byteCount, place: .zero)
            file.withUnsafeBytes { plan.feed(UnsafeRawBufferPointer(rebasing: $0[..<100_000]), at: 0) { _ in } }
            for place in [MediaTime(seconds: 8), MediaTime(seconds: 1e9), MediaTime(value: .max, timescale: 1)] {
                let isSought = plan.seek(to: place)
                #expect(isSought == (byteCount > PlaceSearch.patience))
                #expect((plan.wanted ?? 0) >= 0)
            }
        }
    }

    /// After its first 100,000 bytes, the file is noise. Seeking and reading end nevertheless.
    @Test(arguments: kinds) func `any bytes behind the beginning come to an end`(_ kind: Kind) throws {
        var file = try Self.make(kind, seconds: 60)
        var random = SplitMix64(state: 7)
        for index in file.indices where index > 100_000 { file[index] = UInt8.random(in: 0...255, using: &random) }
        var reading = Reading(file, kind.container)
        reading.read { $0.packets.count > 20 }
        _ = reading.seek(to: MediaTime(seconds: 45))
        reading.read()
        #expect(reading.plan.isFinished)
        #expect(reading.byteCount <= 4 * file.count)
    }
}
