import Longwave

extension LibraryReader {
    /// Creates a reader of the named station lists. If none is named, the reader reads the lists in the environment
    /// variable, otherwise those in the settings file, otherwise the default lists.
    /// - Parameter named: the paths or addresses of the station lists on the command line.
    init(asked named: [String]) {
        self.init(named: named.isEmpty ? Configuration.ofUser.library ?? [] : named, isNamed: !named.isEmpty)
    }
}
