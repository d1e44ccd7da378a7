/// Knows from a device's successive descriptions when the port that it plays on is unplugged, and when it is plugged in again.
///
/// The server switches to another port before it tells of either, so a port that was in use counts, not the one in use now. A port that a
/// listener left for another is not missed.
struct PortWatch: Hashable, Sendable {
    private var active: String?
    /// The port that was in use when it was unplugged.
    private var lost: String?

    init(_ device: OutputDevice) { active = Self.usable(device.activePort)?.name }

    /// Whether the port in use became available (true) or unavailable (false); nil is no news.
    mutating func update(_ device: OutputDevice) -> Bool? {
        func isUnplugged(_ name: String) -> Bool {
            // A port that is not listed any more is as good as unplugged.
            device.ports.first { $0.name == name }.map { $0.availability == .unavailable } ?? true
        }
        let now = Self.usable(device.activePort)?.name
        if let lost, lost == now {
            self.lost = nil
            active = now
            return true
        }
        defer { active = now ?? active }
        guard let active, lost == nil, isUnplugged(active) else { return nil }
        lost = active
        return false
    }

    private static func usable(_ port: OutputDevice.Port?) -> OutputDevice.Port? {
        port?.availability == .unavailable ? nil : port
    }
}
