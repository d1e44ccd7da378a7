import RadioFormats
import RadioLists

/// Fuzzes the reader of station files. Input: such a file.
enum StationFileTarget: FuzzTarget {
    static let name = "StationFile"

    static func run(_ input: UnsafeRawBufferPointer) {
        do throws(StationFileError) {
            let file = try StationFile.read(Array(input))
            require(file.stations.count <= StationFile.maximumStations, "\(file.stations.count) stations")
            require(file.problems.count <= StationFile.maximumProblems + 1, "\(file.problems.count) problems")
            for station in file.stations { require(!station.name.isEmpty && !station.urls.isEmpty, "\(station)") }
            for problem in file.problems { require(!problem.description.isEmpty, "a problem without words") }
        } catch {
            require(!error.description.isEmpty, "an error without words")
        }
    }
}
