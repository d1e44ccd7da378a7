import ArgumentParser
import RadioConsole

/// What the shell offers where a device of the sound server is to be typed.
enum DeviceCompletion {
    static let devices = CompletionKind.custom { _, _, _ in CompletionLine.offered(Candidates.devices()) }

    /// What `--output` takes: nowhere, a device, a WAV file.
    static let outputs = CompletionKind.custom { _, _, prefix in
        ["null"] + CompletionLine.offered(Candidates.devices() + Candidates.files(prefix, endings: ["wav"]))
    }
}
