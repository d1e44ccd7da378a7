import ArgumentParser
import Glibc
import LoadServer
import RadioLoop

/// Runs a load server until its time is up.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves stations with scripted titles until SIGTERM or SIGINT.")

    @Option(help: "How many stations: /s/0 and so on.")
    var streams = 100

    @Option(help: "Deal the stations out over so many ports.")
    var hosts = 1

    @Option(help: "The first port; free ones without it.")
    var port: UInt16 = 0

    @Option(help: "The IPv4 address to listen on.")
    var address = "127.0.0.1"

    @Option(help: "What the stations send: mp3 with ICY metadata, or ogg with a link for each title.")
    var format = LoadFormat.mp3

    @Option(help: "Seconds that a song stays, on average.")
    var titleEvery = 20.0

    @Option(help: "Bytes of sound that a listener gets at once when it connects.")
    var burst = 65_536

    @Option(help: "Sends a second to each listener, 1 to 100.")
    var bites = 4

    @Flag(help: "Connections that end, are reset, fall silent, are refused; blocks that come in two halves.")
    var faults = false

    @Option(help: "Seconds that a connection lives on average before its fault.")
    var faultEvery = 60.0

    @Flag(help: "Also serve /status-json.xsl, as Icecast does.")
    var statusPage = false

    @Option(help: "Another seed, other titles and faults.")
    var seed: UInt64 = 1

    @Option(help: "Write all stations to this file, a stations.json.")
    var library: String?

    @Option(help: "Write what was sent to this file, a line of JSON each.")
    var sent: String?

    @Option(name: .customLong("for"), help: "End after so many seconds.")
    var seconds: Double?

    @Flag(help: "Print the server's own CPU time at the end.")
    var cpu = false

    func validate() throws {
        guard (1...100_000).contains(streams) else { throw ValidationError("--streams wants 1 to 100000.") }
        guard (1...1000).contains(hosts), Int(port) + hosts <= 65_536 else {
            throw ValidationError("--hosts wants 1 to 1000 ports.")
        }
        guard (1...100).contains(bites) else { throw ValidationError("--bites wants 1 to 100.") }
        guard titleEvery > 0.1, faultEvery > 0.1, burst >= 0 else {
            throw ValidationError("--title-every, --fault-every and --burst are no negative numbers, and no tiny ones.")
        }
    }

    func run() throws {
        let loop = try EventLoop()
        let signals = try SignalWatch(loop, [SIGTERM, SIGINT]) { _ in loop.stop() }
        defer { signals.cancel() }
        let server = try LoadServer(loop: loop, options)
        if let library { try TextFile.write(server.library, to: library) }
        if let seconds { loop.schedule(after: .seconds(seconds)) { loop.stop() } }
        let began = MonotonicInstant.now
        Self.say(
            "serving \(streams) stations at \(address), ports \(server.ports.map(String.init).joined(separator: " "))")
        loop.run()
        server.stop()
        Self.say(server.summary.text)
        if cpu { Self.say(Self.cpu(in: began.duration(to: .now).inSeconds)) }
    }

    private var options: LoadOptions {
        var options = LoadOptions()
        (options.streams, options.hosts, options.port, options.address) = (streams, hosts, port, address)
        options.format = format
        (options.titleEvery, options.burst, options.bites) = (.seconds(titleEvery), burst, bites)
        (options.hasFaults, options.faultEvery) = (faults, .seconds(faultEvery))
        (options.hasStatusPage, options.seed, options.sentLog) = (statusPage, seed, sent)
        return options
    }

    private static func cpu(in seconds: Double) -> String {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        func text(_ time: timeval) -> String {
            "\((Double(time.tv_sec) + Double(time.tv_usec) / 1e6).rounded(toPlaces: 2))"
        }
        let total =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        return
            "CPU: user \(text(usage.ru_utime)) s, system \(text(usage.ru_stime)) s in \(seconds.rounded(toPlaces: 1)) s, \((total / seconds * 100).rounded(toPlaces: 1)) % of a core; at most \(usage.ru_maxrss) KB"
    }

    private static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let scale = pow(10, Double(places))
        return (self * scale).rounded() / scale
    }
}

extension LoadFormat: ExpressibleByArgument {}
