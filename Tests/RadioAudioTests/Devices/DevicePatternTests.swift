import Testing

@testable import RadioAudio

struct DevicePatternTests {
    static let rows: [(String, String, Bool)] = [
        ("n1", "n1", true), ("n1", "n10", false), ("N1", "n1", true), ("", "", true), ("", "x", false),
        ("*", "", true), ("*", "anything", true), ("alsa*", "alsa_output.pci", true), ("alsa*", "bluez", false),
        ("*usb*", "alsa_output.usb-Schiit-00.analog", true), ("*.hdmi-*", "alsa_output.pci-0000_01.hdmi-stereo", true),
        ("*stereo", "alsa.stereo.mono", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
        ("?1", "n1", true), ("?1", "1", false), ("n?", "n", false), ("**a**", "xay", true), ("*a*a*", "a", false),
        ("kopfhörer*", "KOPFHÖRER (USB)", true), ("built-in*", "Built-in Audio Analog Stereo", true),
    ]

    @Test(arguments: rows) func globs(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(DevicePattern.matches(pattern, text) == matches)
    }

    @Test func manyStarsEndSoon() {
        let pattern = String(repeating: "*a", count: 50) + "b"
        #expect(!DevicePattern.matches(pattern, String(repeating: "a", count: 2000)))
    }

    @Test func nameOrDescription() {
        let device = OutputDevice(name: "alsa_output.usb-1", description: "USB Headphones")
        #expect(DevicePattern("alsa_output.usb-1").matches(device))
        #expect(DevicePattern("usb headphones").matches(device))
        #expect(DevicePattern("*headph*").matches(device))
        #expect(!DevicePattern("headphones").matches(device))
    }
}
