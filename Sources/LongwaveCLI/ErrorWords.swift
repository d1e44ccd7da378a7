import Longwave

/// Errors as a listener reads them: one clear sentence.
///
/// The details are strangers' text (a server's answer, an address): whoever prints passes it through ``Sanitiser``.
enum ErrorWords {
    static func sentence(_ error: PlaybackError) -> String {
        switch error {
        case .stream(let error): sentence(error)
        case .givenUp(let last): "Given up after trying again and again; the last reason: \(sentence(last))"
        case .output(let error): sentence(error)
        case .undecodable(let detail): with("Nothing of the sound could be decoded", detail)
        }
    }

    static func sentence(_ error: StreamError) -> String {
        switch error {
        case .fileMissing(let detail): with("There is no such file", detail)
        case .fileUnreadable(let detail): with("The file cannot be read", detail)
        case .badAddress(let detail): with("This is no address that can be played", detail)
        case .hostUnknown(let detail): with("The host is unknown", detail)
        case .noNetwork(let detail): with("There is no network connection", detail)
        case .unreachable(let detail): with("Nobody answers there", detail)
        case .timedOut(let detail): with("The server took too long", detail)
        case .insecure(let detail): with("No secure connection could be made", detail)
        case .accessDenied(let status, let detail): with("The server refuses access (\(status))", detail)
        case .notFound(let status, let detail): with("The server knows no such station (\(status))", detail)
        case .serverError(let status, let detail, _): with("The server answers with an error (\(status))", detail)
        case .notSound(let detail): with("There is no sound at this address", detail)
        case .unsupported(let detail): with("This kind of sound is not supported", detail)
        case .protocolViolation(let detail): with("The server does not keep to the protocol", detail)
        case .connectionLost(let detail): with("The connection broke", detail)
        case .emptyPlaylist(let detail): with("The playlist names nothing that can be played", detail)
        case .resources(let detail): with("The system has no memory or descriptors left", detail)
        }
    }

    static func sentence(_ error: AudioOutputError) -> String {
        switch error {
        case .noServer(let detail): with("No sound server answers", detail)
        case .serverLost(let detail): with("The sound server went away", detail)
        case .noDevice(let detail): with("There is no such sound device", detail)
        case .file(let detail): with("The output file cannot be written", detail)
        case .fileExists(let path): "\(path) exists already; --overwrite replaces it."
        case .refused(let detail): with("The sound server refuses", detail)
        }
    }

    /// A stable name for programs that read JSON, and a table's row for every case.
    static func kind(_ error: StreamError) -> String {
        switch error {
        case .fileMissing: "fileMissing"
        case .fileUnreadable: "fileUnreadable"
        case .badAddress: "badAddress"
        case .hostUnknown: "hostUnknown"
        case .noNetwork: "noNetwork"
        case .unreachable: "unreachable"
        case .timedOut: "timedOut"
        case .insecure: "insecure"
        case .accessDenied: "accessDenied"
        case .notFound: "notFound"
        case .serverError: "serverError"
        case .notSound: "notSound"
        case .unsupported: "unsupported"
        case .protocolViolation: "protocolViolation"
        case .connectionLost: "connectionLost"
        case .emptyPlaylist: "emptyPlaylist"
        case .resources: "resources"
        }
    }

    static func kind(_ error: PlaybackError) -> String {
        switch error {
        case .stream(let error): kind(error)
        case .givenUp: "givenUp"
        case .undecodable: "undecodable"
        case .output(.noServer): "noServer"
        case .output(.serverLost): "serverLost"
        case .output(.noDevice): "noDevice"
        case .output(.file): "outputFile"
        case .output(.fileExists): "outputFileExists"
        case .output(.refused): "outputRefused"
        }
    }

    /// `Sentence: detail.`, with one full stop at the end.
    private static func with(_ sentence: String, _ detail: String) -> String {
        if detail.isEmpty { return sentence + "." }
        let isClosed = detail.hasSuffix(".") || detail.hasSuffix("!") || detail.hasSuffix("?")
        return "\(sentence): \(detail)\(isClosed ? "" : ".")"
    }
}
