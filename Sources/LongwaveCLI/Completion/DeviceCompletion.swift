import ArgumentParser
import Longwave

/// What the shell offers where a device of the sound server is to be typed.
enum DeviceCompletion {
    /// A key is no reason to wait for a server that does not answer.
    private static let patience = Duration.seconds(1)

    static let devices = CompletionKind.custom { _, _, _ in CompletionLine.offered(names()) }

    /// What `--output` takes: nowhere, a device, a WAV file.
    static let outputs = CompletionKind.custom { _, _, prefix in
        CompletionLine.offered(["null"] + names() + FileCompletion.candidates(prefix, endings: ["wav"]))
    }

    private static func names() -> [String] {
        let devices = (try? DeviceQuery.ask(within: patience)?.get()) ?? []
        return devices.map { PlainText.clean($0.name) }
    }
}
