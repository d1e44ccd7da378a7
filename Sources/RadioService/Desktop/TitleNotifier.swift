import CSystemd
import Longwave

/// Shows a notification of the desktop for each title that is heard (Desktop Notifications Specification 1.2): one that changes, not
/// one on top of the other. Where there is no bus, or nobody shows notifications, nothing happens.
package final class TitleNotifier {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// What is shown.
    struct Content: Hashable {
        var summary: String
        var body: String
        /// A picture as a file of this machine.
        var image: String?
    }

    private let manager: PlaybackManager
    private var bus: BusConnection?
    private var observation: PlaybackObservation?
    private var artwork: NowPlayingArtwork?
    private var calls: [OpaquePointer] = []
    /// The one that is replaced; 0: none was shown.
    private var shownID: UInt32 = 0
    private var shown: Content?
    /// It is not answered yet.
    private var isShowing = false
    /// Until it is known otherwise: who shows bodies reads markup in them.
    private var readsMarkup = true

    /// - Parameter artwork: where pictures are kept; nil: none are shown.
    /// - Returns: nil where there is no bus.
    package init?(_ manager: isolated PlaybackManager, artwork cache: ArtworkCache?) {
        self.manager = manager
        guard let bus = BusConnection(.user, manager.loop, onEnd: { [weak self] in self?.disconnect() }) else {
            return nil
        }
        self.bus = bus
        ask("GetCapabilities", { _ in }) { [weak self] message in
            guard let message else { return }
            self?.readsMarkup = BusReader(message: message).strings(maximum: 100).contains("body-markup")
        }
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

    deinit { disconnect() }

    private func disconnect() {
        for call in calls { sd_bus_slot_unref(call) }
        calls = []
        observation = nil
        artwork = nil
        bus = nil
    }

    /// What is told of a title; nil for what is none.
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

    /// One at a time: the next one replaces it by the number that it got.
    private func show(_ manager: isolated PlaybackManager) {
        guard !isShowing, let now = manager.snapshot.nowPlaying,
            let content = Self.content(now, image: artwork?.current?.fileURL), content != shown
        else { return }
        (shown, isShowing) = (content, true)
        let body = readsMarkup ? Self.escaped(content.body) : content.body
        var hints: [String: BusValue] = ["desktop-entry": .string("longwave"), "category": .string("x-longwave.title")]
        if let image = content.image { hints["image-path"] = .string(image) }
        let values: [BusValue] = [
            .string("Longwave"), .uint32(shownID), .string("longwave"), .string(content.summary), .string(body),
            .strings([]), .map(hints), .int32(-1),
        ]
        ask("Notify", { message in for value in values { value.append(to: message) } }) { [weak self] message in
            guard let self else { return }
            if let message, let id = BusReader(message: message).uint32() { self.shownID = id }
            self.isShowing = false
            manager.loop.post { [weak self] in self?.show(manager) }
        }
    }

    /// For those who read markup.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: Calls

    private final class Answer {
        let take: (OpaquePointer?) -> Void
        init(_ take: @escaping (OpaquePointer?) -> Void) { self.take = take }
    }

    /// Asks whoever shows notifications; the answer is nil where that is an error: nobody can do anything about it.
    private func ask(_ member: String, _ fill: (OpaquePointer) -> Void, _ answer: @escaping (OpaquePointer?) -> Void) {
        guard let bus else { return }
        var message: OpaquePointer?
        guard sd_bus_message_new_method_call(bus.bus, &message, Self.name, Self.path, Self.name, member) >= 0,
            let message
        else { return }
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
        guard result >= 0, let slot else { return box.release() }
        sd_bus_slot_set_destroy_callback(slot) { box in Unmanaged<Answer>.fromOpaque(box!).release() }
        // Two calls are under way at most: an answer to a third is not waited for any more.
        calls.append(slot)
        if calls.count > 2 { sd_bus_slot_unref(calls.removeFirst()) }
        bus.turn()
    }
}
