import Longwave
import RadioJSON
import RadioLists

/// Encodes the member `list` of `inspect --json`: the stations of a station list.
///
/// docs/FORMATS.md describes the members.
enum StationListJSON {
    /// Returns the value of the member. If the list could not be read, the value contains only the error.
    static func list(_ read: Result<StationList, StationListError>) -> JSONNode {
        switch read {
        case .failure(let error):
            return .members(["format": .null, "error": .string("\(error)")])
        case .success(let list):
            return .members([
                "format": .optional(list.format.name), "error": .null,
                "title": .optional(list.title),
                "stations": .array(list.stations.map(StationJSON.json)),
                "problems": .array(list.problems.map(problem)),
            ])
        }
    }

    private static func problem(_ problem: EntryProblem) -> JSONNode {
        .members([
            "number": .int(Int64(problem.number)), "name": .optional(problem.name), "message": .string(problem.text),
            "leftOut": .bool(problem.isLeftOut),
        ])
    }
}
