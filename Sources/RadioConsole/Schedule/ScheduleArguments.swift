/// Finds the arguments for a scheduled recording.
enum ScheduleArguments {
    private static let flags: Set<String> = ["--daily", "--weekly", "--install", "--wake"]
    private static let options: Set<String> = ["--at", "--for", "--margin"]

    /// Returns the arguments of `record` without those that make the schedule.
    /// - Parameter arguments: the program's arguments, its own name first.
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
