import Longwave
import RadioDirectory
import RadioLoop

/// The fronts that show and control a player from other devices and programs: HTTP, MPD's protocol, and MQTT.
///
/// Used on the player's loop only.
package final class RemoteFronts {
    /// Which fronts are offered, and how. Nothing listens unless it is asked for.
    package struct Options: Sendable {
        package var http: HTTPOptions?
        package var mpd: MPDServer.Options?
        package var mqtt: MQTTOptions?

        package init() {}
    }

    private let library: RemoteLibrary
    private var http: HTTPFront?
    private var mpd: MPDServer?
    private var mqtt: MQTTFront?

    /// Begins to listen as the options say.
    /// - Parameters:
    ///   - report: called with sentences for the operator, such as a port that is taken.
    ///   - show: called with lines for a person at a terminal: the secret link and its QR code. Nil if nobody is there.
    package init(
        _ radio: Radio, _ options: Options, _ manager: isolated PlaybackManager, report: @escaping (String) -> Void,
        show: (([String]) -> Void)? = nil
    ) {
        library = RemoteLibrary(radio)
        if let options = options.http { listen(radio, options, manager, report, show) }
        if let options = options.mpd { listen(radio, options, manager, report) }
        let isPageReachable = options.http?.address.isLoopback == false
        if let options = options.mqtt { connect(radio, options, isPageReachable ? pageLink : nil, manager, report) }
    }

    private func listen(
        _ radio: Radio, _ options: HTTPOptions, _ manager: isolated PlaybackManager, _ report: (String) -> Void,
        _ show: (([String]) -> Void)?
    ) {
        do throws(ListenAddress.Failure) {
            let front = try HTTPFront(radio, options, library, manager)
            http = front
            if let show {
                show((QRCode.lines(of: front.guarded.secretLink) ?? []) + [front.guarded.secretLink])
            } else {
                report("the page is at \(front.guarded.link), the token in \(options.tokenFile)")
            }
        } catch { report(error.sentence) }
    }

    private func listen(
        _ radio: Radio, _ options: MPDServer.Options, _ manager: isolated PlaybackManager, _ report: (String) -> Void
    ) {
        do throws(ListenAddress.Failure) {
            let artwork = { ArtworkCache.usual(environment: Environment.folders, loop: manager.loop) }
            let server = try MPDServer(radio, options, library, artwork: artwork, manager)
            mpd = server
            report("clients of MPD find the player at port \(server.port)")
        } catch { report(error.sentence) }
    }

    private func connect(
        _ radio: Radio, _ options: MQTTOptions, _ page: String?, _ manager: isolated PlaybackManager,
        _ report: @escaping (String) -> Void
    ) {
        do throws(RuntimeLibrary.Missing) {
            mqtt = try MQTTFront(radio, options, library, page: page, manager, report: report)
        } catch { report("libmosquitto (Debian: libmosquitto1) cannot be used: \(error.reason)") }
    }

    /// The port of MPD's protocol; nil if it is not served.
    package var mpdPort: UInt16? { mpd?.port }

    /// The address of the page; nil if the web server does not run.
    package var pageLink: String? { http?.guarded.link }

    /// Closes all connections.
    package func close(_ manager: isolated PlaybackManager) {
        http?.close()
        mpd?.close()
        mqtt?.close(manager)
        (http, mpd, mqtt) = (nil, nil, nil)
    }
}
