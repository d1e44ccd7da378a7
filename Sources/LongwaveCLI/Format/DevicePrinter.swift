import LongwaveTerminal

/// Formats a list of the sound server's output devices in any output format.
struct DevicePrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    static let columns = [
        "name", "description", "state", "default", "port", "portAvailability", "format", "rate", "channels", "volume",
        "muted",
    ]
    /// The columns of the table, which is for people. If the table is too wide for the terminal, the last columns are
    /// shortened first.
    static let tableColumns = ["", "name", "description", "state", "port", "volume", "sound"]

    func text(_ devices: [OutputDevice], _ format: OutputFormat) -> String {
        let document = ListDocument(
            name: "device", objects: devices.map(DeviceJSON.json), columns: Self.columns, rows: devices.map(Self.row),
            tableColumns: Self.tableColumns, tableRows: devices.map(Self.tableRow))
        return document.text(format, charset: charset, width: width)
    }

    private static func tableRow(_ device: OutputDevice) -> [String] {
        let port = device.activePort.map { port in
            port.availability == .unavailable ? "\(port.description) (unplugged)" : port.description
        }
        return [
            device.isDefault ? "*" : " ", device.name, device.description, device.state.rawValue, port ?? "",
            "\(percent(device)) %\(device.isMuted ? ", muted" : "")",
            "\(device.sampleFormat) \(device.sampleRate) Hz \(device.channelCount) ch",
        ]
    }

    private static func row(_ device: OutputDevice) -> [String] {
        [
            device.name, device.description, device.state.rawValue, device.isDefault ? "yes" : "no",
            device.activePort?.name ?? "", device.activePort?.availability.rawValue ?? "", device.sampleFormat,
            String(device.sampleRate), String(device.channelCount), String(percent(device)),
            device.isMuted ? "yes" : "no",
        ]
    }

    private static func percent(_ device: OutputDevice) -> Int { Int((device.volume * 100).rounded()) }
}
