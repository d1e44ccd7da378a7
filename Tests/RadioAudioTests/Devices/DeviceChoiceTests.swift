import Testing

@testable import RadioAudio

struct DeviceChoiceTests {
    static let devices = [
        OutputDevice(name: "hdmi", description: "HDMI"), OutputDevice(name: "usb1", description: "USB One"),
        OutputDevice(name: "usb2", description: "USB Two", isDefault: true), OutputDevice(name: "auto_null"),
    ]

    struct Row {
        var patterns: [String] = []
        var target = OutputTarget.preferred(orDefault: false)
        var devices = DeviceChoiceTests.devices
        var chosen: String?
    }

    static let rows = [
        Row(chosen: "usb2"),
        Row(patterns: ["hdmi"], chosen: "hdmi"),
        Row(patterns: ["attic", "usb one"], chosen: "usb1"),
        Row(patterns: ["usb1", "hdmi"], chosen: "usb1"),
        // Several devices match the pattern, and one of them is the default device. It is chosen.
        Row(patterns: ["usb*"], chosen: "usb2"),
        Row(patterns: ["attic"], chosen: nil),
        Row(patterns: ["attic"], target: .preferred(orDefault: true), chosen: "usb2"),
        Row(patterns: ["hdmi"], target: .named("usb1"), chosen: "usb1"),
        Row(target: .named("USB1"), chosen: nil),
        // The null sink `auto_null` is a placeholder that nobody hears. It is chosen only if its exact name is given.
        Row(devices: [OutputDevice(name: "auto_null", isDefault: true)], chosen: nil),
        Row(patterns: ["*"], devices: [OutputDevice(name: "auto_null", isDefault: true)], chosen: nil),
        Row(patterns: ["auto_null"], devices: [OutputDevice(name: "auto_null", isDefault: true)], chosen: "auto_null"),
        Row(target: .named("auto_null"), chosen: "auto_null"),
        Row(devices: [], chosen: nil),
    ]

    @Test(arguments: rows.indices) func chooses(_ index: Int) {
        let row = Self.rows[index]
        let chosen = DeviceChoice(row.patterns).device(for: row.target, among: row.devices)
        #expect(chosen?.name == row.chosen, "\(row)")
    }
}
