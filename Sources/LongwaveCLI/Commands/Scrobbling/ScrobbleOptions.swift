import ArgumentParser

/// The option that says whether heard songs are reported to the listener's scrobbling accounts.
struct ScrobbleOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Reports the songs that you hear to your accounts (longwave scrobble). (default: --scrobble)")
    var scrobble: Bool?

    /// Writes the option into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration) { options.history.scrobbles = scrobble }
}
