/// Reads the text of a settings file. Pure.
package enum ConfigurationReader {
    /// The errors of a settings file.
    package struct Refusal: Error, Hashable {
        /// The problems in the order of the file; never empty.
        package var problems: [ConfigurationProblem]
    }

    /// The largest number of problems that are reported.
    package static let maximumProblems = 20

    /// Reads the bytes of a settings file.
    /// - Throws: ``Refusal`` if anything in the file is wrong. The valid settings of such a file are not used either.
    package static func read(_ bytes: [UInt8]) throws(Refusal) -> Configuration {
        let entries: [TomlNode]
        do throws(TomlReader.Failure) { entries = try TomlReader.read(bytes) } catch {
            throw Refusal(problems: [ConfigurationProblem(line: error.line, error.reason)])
        }
        var configuration = Configuration()
        var problems = entries.flatMap { take($0, into: &configuration) }
        if let text = configuration.sound.equaliser, (configuration.equalisers ?? []).equaliser(text) == nil {
            let entry = entries.first { $0.key == "sound" }?.table?.first { $0.key == "equaliser" }
            let words = "\"equaliser\" must be gains like \"bass=+3,1k=-2\", the name of a preset, or \"off\""
            problems.append(.init(line: entry?.line ?? 1, words))
        }
        guard problems.isEmpty else {
            throw Refusal(problems: Array(problems.sorted { $0.line < $1.line }.prefix(maximumProblems)))
        }
        return configuration
    }

    private static func take(_ entry: TomlNode, into configuration: inout Configuration) -> [ConfigurationProblem] {
        guard let section = ConfigurationSection.all.first(where: { !$0.name.isEmpty && $0.name == entry.key }) else {
            return top.take([entry], into: &configuration)
        }
        guard let entries = entry.table else {
            return [
                .init(line: entry.line, "\"\(section.name)\" must be a section, [\(section.name)], not \(entry.words)")
            ]
        }
        return ConfigurationTable(keys: section.keys, home: { home(of: $0, except: section.name) }).take(
            entries, into: &configuration) + (section.name == "keys" ? Configuration.Keys.conflicts(entries) : [])
    }

    /// The keys that may stand before the first section of the file. Names of sections are also valid there.
    private static let top: ConfigurationTable<Configuration> = {
        let keys = ConfigurationSection.all.first { $0.name.isEmpty }?.keys ?? []
        let names = ConfigurationSection.all.map(\.name).filter { !$0.isEmpty }
        return ConfigurationTable(keys: keys, otherNames: names, home: { home(of: $0, except: "") })
    }()

    /// Returns the names of all sections except `section` in which the key is valid; nil if there are none.
    private static func home(of key: String, except section: String) -> String? {
        let homes = ConfigurationSection.all.filter { other in
            other.name != section && !other.name.isEmpty && other.keys.contains { $0.name == key }
        }
        return homes.isEmpty ? nil : homes.map { "[\($0.name)]" }.joined(separator: " or ")
    }
}
