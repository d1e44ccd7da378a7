/// Finds the common names of encryption systems.
enum EncryptionName {
    /// Returns a name such as `SAMPLE-AES (FairPlay)`.
    static func of(_ key: SegmentKey) -> String {
        let system: String? =
            switch key.keyFormat.lowercased() {
            case "com.apple.streamingkeydelivery": "FairPlay"
            case "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", "com.widevine": "Widevine"
            case "com.microsoft.playready", "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady"
            case SegmentKey.identity: nil
            case let other: other
            }
        return key.method.name + (system.map { " (\($0))" } ?? "")
    }
}
