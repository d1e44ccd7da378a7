import Testing

@testable import RadioAudio

struct PulseServerAddressTests {
    static let rows: [(String?, [String: String], String?)] = [
        ("unix:/a/b", [:], "/a/b"), ("/a/b", [:], "/a/b"), ("{0123456789abcdef}unix:/a/b", [:], "/a/b"),
        ("tcp:radio:4713 unix:/a/b", [:], "/a/b"), ("radio", [:], nil), ("tcp4:1.2.3.4", [:], nil), ("unix:", [:], nil),
        (nil, ["PULSE_SERVER": "unix:/env"], "/env"), ("/mine", ["PULSE_SERVER": "unix:/env"], "/mine"),
        (nil, ["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/pulse/native"),
        (nil, ["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_RUNTIME_PATH": "/p"], "/p/native"),
        (nil, ["PULSE_SERVER": "", "XDG_RUNTIME_DIR": "/r"], "/r/pulse/native"), (nil, [:], nil),
    ]

    @Test(arguments: rows.indices) func paths(_ index: Int) {
        let (server, environment, path) = Self.rows[index]
        #expect(PulseServerAddress.socketPath(server) { environment[$0] } == path)
    }
}
