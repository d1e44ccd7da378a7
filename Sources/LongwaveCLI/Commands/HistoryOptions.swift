import ArgumentParser

/// Whether what is heard is written down, and where.
struct HistoryOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Write down which titles were heard; longwave songs asks for them.")
    var history = true

    @OptionGroup var titles: TitleOptions

    /// The file of titles; nil where nothing is to be written.
    func path(environment: [String: String]) throws(CommandFailure) -> String? {
        history ? try titles.path(environment: environment, makesFolder: true) : nil
    }
}
