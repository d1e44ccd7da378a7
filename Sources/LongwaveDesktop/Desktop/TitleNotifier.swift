import CSystemd
import Longwave

/// Shows a desktop notification for each title that is heard (Desktop Notifications Specification 1.2).
///
/// Each new title replaces the notification of the title before. Nothing is shown if the user has no session bus or no
/// notification server.
package final class TitleNotifier {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The texts and the picture of a desktop notification.
    struct Content: Hashable {
        var summary: String
        var body: String
        /// The `file://` address of the picture to show, a file on this computer; nil for no picture.
        var image: String?
    }

    private let options: DesktopServices.Options
    private var session: SessionBus?
    private var bus: BusConnection? { session?.connection }
    private var observation: PlaybackObservation?
    private var artwork: NowPlayingArtwork?
    private var calls: [OpaquePointer] = []
    /// The id of the last notification, which the next one replaces; 0 before the first notification.
    private var shownID: UInt32 = 0
    private var shown: Content?
    /// Whether the notification server has not yet replied to the last notification. The reply contains the
    /// notification's id.
    private var isShowing = false
    /// Whether the notification server interprets markup in a notification's body text. True until the server's
    /// capabilities arrive, because most servers that show bodies read markup.
    private var readsMarkup = true

    /// Shows the title that is heard now, and each new title after it.
    /// - Parameter artwork: the cache of pictures; nil to show no pictures.
    /// - Returns: nil if the user has no session bus.
    package init?(
        _ manager: isolated PlaybackManager, _ options: DesktopServices.Options, artwork cache: ArtworkCache?
    ) {
        self.options = options
        session = SessionBus(manager.loop) { [weak self] _ in
            self?.askForCapabilities()
        } onEnd: { [weak self] in
            self?.forget()
        }
        guard bus != nil else { return nil }
        askForCapabilities()
        observation = manager.observe { [weak self] notification in
            if case .nowPlayingDidChange = notification { self?.show(manager) }
        }
        show(manager)
        if let cache {
            artwork = NowPlayingArtwork(manager, cache: cache, hasFallback: false) { [weak self] _ in
                self?.show(manager)
            }
        }
    }

    deinit { forget() }

    /// Forgets the calls and the notification of a connection that has ended.
    private func forget() {
        for call in calls { sd_bus_slot_unref(call) }
        calls = []
        (shownID, isShowing) = (0, false)
    }

    private func askForCapabilities() {
        ask("GetCapabilities", { _ in }) { [weak self] message in
            guard let message else { return }
            self?.readsMarkup = BusReader(message: message).strings(maximum: 100).contains("body-markup")
        }
    }

    /// Returns the content of the notification for a title; nil for advertisements, jingles and empty titles.
    static func content(_ now: NowPlaying, image: String?) -> Content? {
        let track = now.track
        switch track.kind {
        case .none, .advertisement, .jingle: return nil
        case .song, .speech, .unknown: break
        }
        guard !track.text.isEmpty else { return nil }
        func clean(_ text: String) -> String { PlainText.clean(String(text.prefix(Mpris.maximumText))) }
        let lines = [track.title == nil ? nil : track.artist, now.stationName].compactMap(\.self).filter { !$0.isEmpty }
        return Content(
            summary: clean(track.title ?? track.text), body: lines.map(clean).joined(separator: "\n"), image: image)
    }

    /// Shows the title that is heard. Sends one notification at a time: the next notification needs the id of the
    /// previous one, to replace it.
    private func show(_ manager: isolated PlaybackManager) {
        guard bus != nil, !isShowing, let now = manager.snapshot.nowPlaying,
            let content = Self.content(now, image: artwork?.current?.fileURL), content != shown
        else { return }
        (shown, isShowing) = (content, true)
        let body = readsMarkup ? Self.escaped(content.body) : content.body
        var hints: [String: BusValue] = [
            "desktop-entry": .string(options.desktopEntry), "category": .string("x-longwave.title"),
        ]
        if let image = content.image { hints["image-path"] = .string(image) }
        let values: [BusValue] = [
            .string(options.name), .uint32(shownID), .string(options.icon), .string(content.summary), .string(body),
            .strings([]), .map(hints), .int32(-1),
        ]
        ask("Notify", { message in for value in values { value.append(to: message) } }) { [weak self] message in
            guard let self else { return }
            if let message, let id = BusReader(message: message).uint32() { self.shownID = id }
            self.isShowing = false
            manager.loop.post { [weak self] in self?.show(manager) }
        }
    }

    /// Escapes `&`, `<` and `>`, which have a meaning in the markup of notifications.
    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: Calls

    /// Holds the closure that receives a D-Bus call's reply, because the C callback of sd-bus takes only a pointer.
    private final class Answer {
        let take: (OpaquePointer?) -> Void
        init(_ take: @escaping (OpaquePointer?) -> Void) { self.take = take }
    }

    /// Calls a method of the notification server.
    /// - Parameter answer: called with the reply, or with nil if the reply is an error or the call cannot be sent.
    private func ask(_ member: String, _ fill: (OpaquePointer) -> Void, _ answer: @escaping (OpaquePointer?) -> Void) {
        guard let bus else { return }
        var message: OpaquePointer?
        guard sd_bus_message_new_method_call(bus.bus, &message, Self.name, Self.path, Self.name, member) >= 0,
            let message
        else { return answer(nil) }
        defer { sd_bus_message_unref(message) }
        fill(message)
        var slot: OpaquePointer?
        let box = Unmanaged.passRetained(Answer(answer))
        let result = sd_bus_call_async(
            bus.bus, &slot, message,
            { reply, box, _ in
                let answer = Unmanaged<Answer>.fromOpaque(box!).takeUnretainedValue()
                answer.take(sd_bus_message_is_method_error(reply, nil) == 0 ? reply : nil)
                return 0
            }, box.toOpaque(), 0)
        guard result >= 0, let slot else {
            box.release()
            return answer(nil)
        }
        sd_bus_slot_set_destroy_callback(slot) { box in Unmanaged<Answer>.fromOpaque(box!).release() }
        // At most two D-Bus calls wait for a reply. When a third call is sent, the reply to the oldest call is no
        // longer awaited.
        calls.append(slot)
        if calls.count > 2 { sd_bus_slot_unref(calls.removeFirst()) }
        bus.turn()
    }
}
