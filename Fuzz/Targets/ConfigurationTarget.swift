import LongwaveCLI

/// Fuzzes the reader and the writer of configuration files. Input: a configuration file. A file that is written from
/// its settings must contain the same settings when it is read.
enum ConfigurationTarget: FuzzTarget {
    static let name = "Configuration"

    static func run(_ input: UnsafeRawBufferPointer) {
        do throws(ConfigurationReader.Refusal) {
            let read = try ConfigurationReader.read(Array(input))
            let text = ConfigurationDocument.written(read)
            require(
                Result { try ConfigurationReader.read(Array(text.utf8)) }.success == read, "not the same again: \(text)"
            )
        } catch {
            let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
            require((1...ConfigurationReader.maximumProblems).contains(error.problems.count), "\(error.problems.count)")
            for problem in error.problems {
                require(!problem.words.isEmpty, "a problem without words")
                require((0...lines).contains(problem.line), "line \(problem.line) of \(lines)")
            }
        }
    }
}

extension Result {
    fileprivate var success: Success? { try? get() }
}
