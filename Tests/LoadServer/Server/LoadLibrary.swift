import RadioJSON
import RadioLists

/// Writes the mounts of a ``LoadServer`` as a station list (`stations.json`), for the logger under test.
enum LoadLibrary {
    static func json(_ mounts: [(plan: MountPlan, url: String)]) -> String {
        let stations = mounts.map { mount in
            var members: [String: JSONValue] = [
                "id": .string(mount.plan.id), "name": .string(mount.plan.name), "streamURL": .string(mount.url),
            ]
            if mount.plan.isDeclared, let label = mount.plan.charset.label { members["charset"] = .string(label) }
            return JSONValue.object(members)
        }
        return JSONValue.object(["station": .array(stations)]).text + "\n"
    }
}
