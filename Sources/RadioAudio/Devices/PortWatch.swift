/// Detects from a device's successive descriptions when its active port is unplugged and plugged in again.
///
/// When a port is unplugged or plugged in again, the server switches the device to another port before it reports the
/// change. Therefore the watch follows the port that was active before the report, not the port that is active now. If
/// the listener changes to another port, the watch follows that port.
struct PortWatch: Hashable, Sendable {
    private var active: String?
    /// Name of the port that was active when it was unplugged.
    private var lost: String?

    init(_ device: OutputDevice) { active = Self.usable(device.activePort)?.name }

    /// Takes the device's next description. Returns true if the active port was plugged in again, false if it was
    /// unplugged, and nil otherwise.
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
