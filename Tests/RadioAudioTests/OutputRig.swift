import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// An output of one kind and everything that it needs, for the tests of the rules that all outputs follow.
final class OutputRig {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case null, fastFile, file, fake, pulse

        var testDescription: String { rawValue }

        static var available: [Kind] { allCases.filter { $0 != .pulse || PulseServer.isInstalled } }
    }

    let kind: Kind
    let loop: EventLoop
    let system: any AudioOutputSystem
    let client: ToneClient
    let output: any AudioOutput
    private let server: PulseServer?
    private let directory: TemporaryDirectory?
    /// The timer that lets time pass in the fake output.
    private var ticks: LoopTimer?

    static let rate = 8000

    init(_ kind: Kind, frames: Int, configuration: OutputConfiguration = OutputRig.configuration()) throws {
        self.kind = kind
        loop = try kind == .pulse ? EventLoop() : .byHand()
        server = kind == .pulse ? try PulseServer(sinks: [.init(rate: 8000)]) : nil
        directory = kind == .file || kind == .fastFile ? try TemporaryDirectory() : nil
        switch kind {
        case .null: system = NullSystem(loop: loop)
        case .file: system = FileSystem(loop: loop, path: directory!.path + "/sound.wav")
        case .fastFile: system = FileSystem(loop: loop, path: directory!.path + "/sound.wav", isFast: true)
        case .fake: system = FakeSystem(loop: loop)
        case .pulse: system = PulseSystem(loop: loop, server: server!.address)
        }
        client = ToneClient(sampleRate: Self.rate, frames: frames)
        output = system.makeOutput(PCMFormat(sampleRate: Self.rate, channelCount: 2), configuration: configuration)
        output.client = client
        if let fake = output as? FakeOutput { letTimePass(in: fake) }
    }

    deinit {
        ticks?.cancel()
        output.close()
        system.shutDown()
    }

    /// Returns a configuration with a buffer of half a second, so that the tests are short.
    static func configuration(isCorked: Bool = false) -> OutputConfiguration {
        OutputConfiguration(
            bufferDuration: .milliseconds(500), prebufferDuration: .milliseconds(100), isCorked: isCorked)
    }

    /// Calls the output in `body`, and records whether the output calls its client during this call.
    func call(_ body: (any AudioOutput) -> Void) {
        client.isInsideCall = true
        body(output)
        client.isInsideCall = false
    }

    func wait(_ condition: () -> Bool) -> Bool {
        kind == .pulse
            ? loop.turn(until: condition) : loop.turn(passing: .milliseconds(20), untilElsewhere: condition)
    }

    /// Lets time pass. For the output of a sound server, this is real time. For other outputs, the loop's clock is
    /// advanced.
    func pass(_ duration: Duration) { if kind == .pulse { loop.turn(for: duration) } else { loop.pass(duration) } }

    /// Requests timing answers of the output until one meets the condition. Returns false if none does.
    func waitForTiming(_ condition: (OutputTiming) -> Bool) -> Bool {
        guard wait({ client.isOpened || client.failure != nil }) else { return false }
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        while MonotonicInstant.now < deadline {
            let seen = client.timings.count
            call { $0.requestTiming() }
            guard wait({ client.timings.count > seen || client.failure != nil }) else { return false }
            if let last = client.timings.last, condition(last) { return true }
            pass(.milliseconds(20))
        }
        return false
    }

    private func letTimePass(in fake: FakeOutput) {
        let tick = Duration.milliseconds(20)
        ticks = loop.makeTimer { [weak self, weak fake] in
            fake?.consume(tick)
            self?.ticks?.rearm(after: tick)
        }
        ticks?.rearm(after: tick)
    }
}
