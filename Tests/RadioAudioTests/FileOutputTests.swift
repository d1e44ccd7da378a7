import RadioAudio
import RadioLoop
import TestSupport
import Testing

struct FileOutputTests {
    /// A WAV file, read for a test.
    struct Wave {
        var rate: Int
        var channels: Int
        var samples: [Int16]

        init(_ bytes: [UInt8]) throws {
            func number(_ at: Int, _ count: Int) -> Int {
                (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
            }
            try #require(bytes.count >= 44)
            #expect(bytes[0..<4].elementsEqual("RIFF".utf8) && bytes[8..<16].elementsEqual("WAVEfmt ".utf8))
            #expect(number(4, 4) == bytes.count - 8)
            #expect(number(20, 2) == 1 && number(34, 2) == 16)
            #expect(number(40, 4) == bytes.count - 44)
            channels = number(22, 2)
            rate = number(24, 4)
            #expect(number(28, 4) == rate * channels * 2 && number(32, 2) == channels * 2)
            samples = stride(from: 44, to: bytes.count - 1, by: 2).map { Int16(truncatingIfNeeded: number($0, 2)) }
        }
    }

    private func play(_ frames: Int, _ format: PCMFormat, on system: FileSystem, _ loop: EventLoop) {
        let client = ToneClient(sampleRate: format.sampleRate, frames: frames)
        let output = system.makeOutput(format, configuration: .init())
        output.client = client
        output.open()
        #expect(loop.turn { client.isFinished })
        output.drain()
        #expect(loop.turn { client.has(.drained) }, "\(client.events)")
        output.close()
    }

    @Test func everySampleIsInTheFile() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/sound.wav"
        let loop = try EventLoop()
        let system = FileSystem(loop: loop, path: path, isFast: true)
        // Two minutes of sound: more than may wait in memory until the disk takes it.
        play(8000 * 120, PCMFormat(sampleRate: 8000, channelCount: 1), on: system, loop)
        // Sound of the same format is appended to the file.
        play(1000, PCMFormat(sampleRate: 8000, channelCount: 1), on: system, loop)
        system.shutDown()
        let wave = try Wave(try Samples.read(path: path))
        #expect(wave.rate == 8000 && wave.channels == 1)
        #expect(wave.samples.count == 8000 * 120 + 1000)
        func isWave(_ sample: Int16, _ frame: Int) -> Bool {
            abs(Float(sample) - ToneClient.wave(frame % 400, 8000) * 32768) <= 1
        }
        #expect(wave.samples.prefix(8000 * 120).enumerated().allSatisfy { isWave($1, $0) })
        #expect(wave.samples.suffix(1000).enumerated().allSatisfy { isWave($1, $0) })
    }

    @Test func anotherFormatGoesToAFileOfItsOwn() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop()
        let system = FileSystem(loop: loop, path: directory.path + "/a.wav", isFast: true)
        play(8000, PCMFormat(sampleRate: 8000, channelCount: 1), on: system, loop)
        play(6000, PCMFormat(sampleRate: 44_100, channelCount: 2), on: system, loop)
        system.shutDown()
        let first = try Wave(try Samples.read(path: directory.path + "/a.wav"))
        let second = try Wave(try Samples.read(path: directory.path + "/a-2.wav"))
        #expect(first.rate == 8000 && first.samples.count == 8000)
        #expect(second.rate == 44_100 && second.channels == 2 && second.samples.count == 12_000)
    }

    /// The output does not overwrite a file by default. If its first file exists, it fails. For the files of later
    /// formats, it skips numbers that are in use.
    @Test func filesThatAreThereStay() throws {
        let directory = try TemporaryDirectory()
        let (first, second) = (directory.path + "/a.wav", directory.path + "/a-2.wav")
        let loop = try EventLoop()
        let mono = PCMFormat(sampleRate: 8000, channelCount: 1)
        let stereo = PCMFormat(sampleRate: 8000, channelCount: 2)
        func make(_ path: String, overwrites: Bool = false) -> FileSystem {
            FileSystem(loop: loop, path: path, isFast: true, overwrites: overwrites)
        }
        let mine = make(second)
        play(100, mono, on: mine, loop)
        mine.shutDown()
        let system = make(first)
        play(200, mono, on: system, loop)
        play(300, stereo, on: system, loop)
        system.shutDown()
        #expect(try Wave(try Samples.read(path: first)).samples.count == 200)
        #expect(try Wave(try Samples.read(path: second)).samples.count == 100)
        #expect(try Wave(try Samples.read(path: directory.path + "/a-3.wav")).samples.count == 600)

        let refusing = make(first)
        let refused = refusing.makeOutput(mono, configuration: .init())
        let client = EventClient()
        refused.client = client
        refused.open()
        #expect(loop.turn { !client.events.isEmpty })
        #expect(client.events == [.failed(.fileExists(first))])
        let over = make(first, overwrites: true)
        play(400, mono, on: over, loop)
        over.shutDown()
        #expect(try Wave(try Samples.read(path: first)).samples.count == 400)
    }

    private final class EventClient: AudioOutputClient {
        var events: [AudioOutputEvent] = []
        func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
        func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) { events.append(event) }
    }

    @Test func loudSamplesAreClipped() throws {
        final class Loud: AudioOutputClient {
            let values: [Float] = [2, -2, 1, -1, 0.5, -0.5, .nan, .infinity, -.infinity, 0.00001]
            var isDone = false
            var isDrained = false
            func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
                if isDone { return 0 }
                isDone = true
                for (index, value) in values.enumerated() { buffer[index] = value }
                return values.count
            }
            func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
                if event == .drained { isDrained = true }
            }
        }
        let directory = try TemporaryDirectory()
        let loop = try EventLoop()
        let system = FileSystem(loop: loop, path: directory.path + "/a.wav", isFast: true)
        let client = Loud()
        let output = system.makeOutput(PCMFormat(sampleRate: 8000, channelCount: 1), configuration: .init())
        output.client = client
        output.open()
        #expect(loop.turn { client.isDone })
        output.drain()
        #expect(loop.turn { client.isDrained })
        output.close()
        system.shutDown()
        let wave = try Wave(try Samples.read(path: directory.path + "/a.wav"))
        #expect(wave.samples == [32767, -32768, 32767, -32768, 16384, -16384, 0, 32767, -32768, 0])
    }

    @Test func whatIsFlushedInRealTimeIsNotInTheFile() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop()
        let system = FileSystem(loop: loop, path: directory.path + "/a.wav")
        let client = ToneClient(sampleRate: 8000, frames: 80_000)
        let output = system.makeOutput(PCMFormat(sampleRate: 8000, channelCount: 1), configuration: .init())
        output.client = client
        output.open()
        #expect(loop.turn { output.lastTiming?.consumed ?? 0 > 800 })
        output.setCorked(true)
        let consumed = try #require(output.lastTiming?.consumed)
        output.flush()
        output.close()
        system.shutDown()
        let wave = try Wave(try Samples.read(path: directory.path + "/a.wav"))
        #expect(wave.samples.count == consumed)
        #expect(client.given > consumed + 8000)
    }

    @Test func aFullDiskFails() throws {
        let loop = try EventLoop()
        // Each write to /dev/full fails with "no space left on device".
        let system = FileSystem(loop: loop, path: "/dev/full", isFast: true)
        let client = ToneClient(sampleRate: 8000, frames: 1_000_000)
        let output = system.makeOutput(PCMFormat(sampleRate: 8000, channelCount: 1), configuration: .init())
        output.client = client
        output.open()
        #expect(loop.turn { client.failure != nil })
        guard case .file(let text) = client.failure else {
            Issue.record("\(client.events)")
            return
        }
        #expect(text.contains("No space left"))
        system.shutDown()
    }
}
