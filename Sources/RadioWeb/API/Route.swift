/// The routes of the API. The server, and the OpenAPI document that describes it, are made from this table.
enum Route: String, CaseIterable {
    case state = "/api/v1/state"
    case commands = "/api/v1/commands"
    case events = "/api/v1/events"
    case stations = "/api/v1/stations"
    case favourite = "/api/v1/stations/{id}/favourite"
    case groups = "/api/v1/groups"
    case directory = "/api/v1/directory"
    case queue = "/api/v1/queue"
    case history = "/api/v1/history"
    case schedule = "/api/v1/schedule"
    case playlists = "/api/v1/playlists"
    case recordings = "/api/v1/recordings"
    case recording = "/api/v1/recordings/{name}"
    case artwork = "/api/v1/artwork"
    case openAPI = "/api/v1/openapi.json"
    case stream = "/stream"
    case metrics = "/metrics"
    case health = "/health"

    var method: String { self == .commands || self == .favourite ? "POST" : "GET" }

    /// Finds the route of a path, and the value of its parameter, if it has one.
    static func find(_ path: String) -> (route: Route, value: String)? {
        if let route = Route(rawValue: path) { return route.rawValue.contains("{") ? nil : (route, "") }
        for route in [Route.recording, .favourite] {
            let parts = route.rawValue.split(separator: "/{", maxSplits: 1)
            let end = parts[1].drop { $0 != "}" }.dropFirst()
            guard path.hasPrefix(parts[0] + "/"), path.hasSuffix(end) else { continue }
            let value = path.dropFirst(parts[0].count + 1).dropLast(end.count)
            if !value.isEmpty { return (route, String(value)) }
        }
        return nil
    }
}
