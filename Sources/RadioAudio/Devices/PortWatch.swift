/// Detects from a device's successive descriptions when its active port is unplugged and plugged in again.
///
/// The server switches to another port before it reports either change. Therefore the port that was active before
/// counts, not the port that is active now. If the listener changed to another port, the old one no longer counts.
struct PortWatch: Hashable, Sendable {
    private var active: String?
    /// Name of the port that was active when it was unplugged.
    private var lost: String?

    init(_ device: OutputDevice) { active = Self.usable(device.activePort)?.name }

    /// Returns whether the active port became available (true) or unavailable (false); nil if neither.
    mutating func update(_ device: OutputDevice) -> Bool? {
        func isUnplugged(_ name: String) -> Bool {
            // A port that is no longer listed counts as unplugged.
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
