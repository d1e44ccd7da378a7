/// A row of a list; headings are not pointed at.
package protocol ListRow: Hashable, Sendable {
    var isHeading: Bool { get }
}

/// Rows of which one is pointed at, and the part of them that is seen. Pure.
package struct RowList<Row: ListRow>: Hashable, Sendable {
    package private(set) var rows: [Row] = []
    /// Of the row that is pointed at; nil where there is none.
    package private(set) var cursor: Int?
    /// The first row that is seen.
    package private(set) var top = 0
    /// Places of the headings.
    private var headings: [Int] = []
    /// Rows that are seen at once.
    private var pageRows = 20

    package init(_ rows: [Row] = []) { set(rows) }

    package var current: Row? { cursor.map { rows[$0] } }

    /// Rows without the headings.
    package var count: Int { rows.count - headings.count }

    /// Which of those is pointed at, from 1.
    package var ordinal: Int? { cursor.map { cursor in cursor + 1 - headings.count { $0 < cursor } } }

    /// The rows that are seen, with their places.
    package var visible: [(place: Int, row: Row)] {
        let end = min(top + pageRows, rows.count)
        return top < end ? (top..<end).map { ($0, rows[$0]) } : []
    }

    /// Other rows.
    /// - Parameter kept: the row that stays pointed at, where it is there; else the first one is.
    package mutating func set(_ new: [Row], keeping kept: Row? = nil) {
        take(new)
        let place = kept.flatMap { new.firstIndex(of: $0) }
        cursor = place ?? new.firstIndex { !$0.isHeading }
        if place == nil { top = 0 }
        scroll()
    }

    private mutating func take(_ new: [Row]) {
        rows = new
        headings = new.indices.filter { new[$0].isHeading }
    }

    /// Other rows; the place that is pointed at stays, as far as it is there.
    package mutating func replace(_ new: [Row]) {
        let place = cursor ?? 0
        take(new)
        cursor = new.isEmpty ? nil : nearest(to: min(place, new.count - 1))
        scroll()
    }

    /// The place has room for so many rows.
    package mutating func fit(rows: Int) {
        pageRows = max(rows, 1)
        scroll()
    }

    package mutating func move(_ step: Int) {
        guard let cursor, step != 0 else { return }
        let direction = step < 0 ? -1 : 1
        var place = min(max(cursor + step, 0), rows.count - 1)
        // Past a heading, and back where nothing is behind it.
        while rows.indices.contains(place), rows[place].isHeading { place += direction }
        if !rows.indices.contains(place) { place = cursor }
        point(to: place)
    }

    package mutating func movePage(_ step: Int) { move(step * max(pageRows - 1, 1)) }

    package mutating func first() { point(to: rows.firstIndex { !$0.isHeading }) }

    package mutating func last() { point(to: rows.lastIndex { !$0.isHeading }) }

    /// To the first row below the heading before or after.
    package mutating func moveGroup(_ step: Int) {
        guard let cursor else { return }
        let place: Int?
        if step > 0 {
            place = rows.indices.suffix(from: cursor).first { rows[$0].isHeading }
        } else {
            let own = rows.indices.prefix(through: cursor).last { rows[$0].isHeading } ?? 0
            place = rows.indices.prefix(upTo: own).last { rows[$0].isHeading }
        }
        if let place, place + 1 < rows.count { point(to: nearest(to: place + 1)) }
    }

    package mutating func point(to place: Int?) {
        guard let place, rows.indices.contains(place) else { return }
        cursor = place
        scroll()
    }

    /// A row that is no heading: the next one from a place on, else the one before.
    private func nearest(to place: Int) -> Int? {
        rows.indices.suffix(from: place).first { !rows[$0].isHeading }
            ?? rows.indices.prefix(upTo: place).last { !rows[$0].isHeading }
    }

    /// The cursor is seen, with the heading over it.
    private mutating func scroll() {
        let place = cursor ?? 0
        let first = place > 0 && place < rows.count && rows[place - 1].isHeading ? place - 1 : place
        if first < top { top = first }
        if place >= top + pageRows { top = place - pageRows + 1 }
        top = min(top, max(rows.count - pageRows, 0))
    }
}
