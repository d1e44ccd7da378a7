/// Finds the arguments with which the service of a scheduled recording runs `record`.
enum ScheduleArguments {
    private static let flags: Set<String> = ["--daily", "--weekly", "--install", "--wake"]
    private static let options: Set<String> = ["--at", "--for", "--margin"]

    /// Returns the arguments after `record`, without those that describe the schedule, such as `--at`.
    /// - Parameter arguments: the program's arguments, with the program's own name first.
    static func remaining(_ arguments: [String]) -> [String] {
        var kept: [String] = []
        var (isValue, isOver) = (false, false)
        for word in arguments.dropFirst().drop(while: { $0 != "record" }).dropFirst() {
            if isValue {
                isValue = false
            } else if isOver {
                kept.append(word)
            } else if options.contains(word) {
                isValue = true
            } else if !flags.contains(word), !options.contains(where: { word.hasPrefix($0 + "=") }) {
                isOver = word == "--"
                kept.append(word)
            }
        }
        return kept
    }
}
