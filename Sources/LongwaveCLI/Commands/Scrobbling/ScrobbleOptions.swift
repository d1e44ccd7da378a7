import ArgumentParser
import RadioConsole

/// Whether services are told what is heard.
struct ScrobbleOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Tell your accounts of longwave scrobble which songs are heard.")
    var scrobble: Bool?

    /// Goes before what the configuration says.
    func apply(to options: inout Configuration) { options.history.scrobbles = scrobble }
}
