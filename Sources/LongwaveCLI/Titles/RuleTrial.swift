import Longwave

/// Applies title rules to titles, and counts how many titles each rule matched.
struct RuleTrial {
    let rules: TitleRuleSet
    private let station: [String]
    private var titles = 0
    private var matched = 0
    private var wrong = 0
    private var wrongWords = ""
    /// For each rule: the number of titles that it matched, and the number of titles for which it was too slow.
    private var counts: [(applied: Int, givenUp: Int)]

    /// Prepares a trial of rules, in which no titles are counted yet.
    /// - Parameter station: the names of the station that sent the titles, for lines that name no station.
    init(rules: TitleRuleSet, station: [String]) {
        self.rules = rules
        self.station = station
        counts = Array(repeating: (0, 0), count: rules.rules.count)
    }

    mutating func apply(to title: LoggedTitles.Title) -> TitleRuleSet.Result {
        let result = rules.apply(to: title.track, station: title.stations.isEmpty ? station : title.stations)
        titles += 1
        if !result.applied.isEmpty { matched += 1 }
        for place in result.applied { counts[place].applied += 1 }
        for place in result.givenUp { counts[place].givenUp += 1 }
        return result
    }

    mutating func countWrong(_ words: String) {
        wrong += 1
        if wrong == 1 { wrongWords = words }
    }

    /// The summary: a line about all titles, a line for each rule, and a line about invalid lines, if there were any.
    var summary: [String] {
        var lines = ["\(titles.counted("title")), rules match \(matched)"]
        for (rule, count) in zip(rules.rules, counts) {
            let hopeless = count.givenUp > 0 ? ", too slow for \(count.givenUp.counted("title"))" : ""
            lines.append("\(rule.name): \(count.applied)\(hopeless)")
        }
        if wrong > 0 { lines.append("not a title: \(wrong.counted("line")); the first: \(wrongWords)") }
        return lines
    }
}
