import ArgumentParser
import LongwaveTerminal
import RadioWeb

/// The options of the web server.
struct WebOptions: ParsableArguments {
    @Option(
        name: .long, defaultAsFlag: HTTPAddress.usual,
        help: ArgumentHelp(
            "Starts the web server (REMOTE.md) at this address and port. (default: 127.0.0.1:8980)",
            valueName: "address:port"))
    var http: HTTPAddress?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "File with the token that --http asks for; made if it is missing. (default: http-token beside player.json)",
            valueName: "file"),
        completion: .file())
    var httpTokenFile: String?

    func validate() throws {
        if httpTokenFile?.isEmpty == true { throw ValidationError("--http-token-file needs a file.") }
    }

    /// Writes the options into the configuration of the command line, which overrides the settings file.
    func apply(to options: inout Configuration) {
        options.http.listen = http
        options.http.tokenFile = httpTokenFile
    }
}

/// The address at which a front listens.
struct FrontAddress<Front: FrontPort>: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    let address: ListenAddress

    static var usual: FrontAddress { FrontAddress(address: ListenAddress(port: Front.usualPort)) }

    private init(address: ListenAddress) { self.address = address }

    init?(argument: String) {
        guard let address = ListenAddress(argument, usualPort: Front.usualPort) else { return nil }
        self.address = address
    }

    var description: String { address.text }
}

/// A front's port unless another is named.
protocol FrontPort {
    static var usualPort: UInt16 { get }
}

enum HTTPPort: FrontPort { static let usualPort: UInt16 = 8980 }
enum MPDPort: FrontPort { static let usualPort = MPDServer.Options.usualPort }

typealias HTTPAddress = FrontAddress<HTTPPort>
typealias MPDAddress = FrontAddress<MPDPort>

extension Configuration.HTTP {
    /// The options of the web server; nil if nobody has asked for it, or no file for the token is known.
    var options: HTTPOptions? {
        let state = UserFolders(environment: Environment.folders).state
        guard let listen, let file = tokenFile ?? state.map({ $0 + "/http-token" }) else { return nil }
        var options = HTTPOptions(address: listen.address, tokenFile: file)
        options.hosts = hosts ?? []
        options.program = Version.current
        options.schedule = ScheduleFile.usual(environment: Environment.folders)?.path
        return options
    }
}

extension Configuration {
    /// The options of the server of MPD's protocol; nil if nobody has asked for it.
    var mpdOptions: MPDServer.Options? { mpd.listen.map { .init($0.address, password: mpd.password) } }

    /// The MQTT server; nil if none is named.
    var mqttOptions: MQTTOptions? {
        guard var options = mqtt.server.flatMap({ MQTTOptions(server: $0) }) else { return nil }
        (options.user, options.password, options.version) = (mqtt.user, mqtt.password, Version.current)
        if let topic = mqtt.topic { options.topic = topic }
        return options
    }
}
