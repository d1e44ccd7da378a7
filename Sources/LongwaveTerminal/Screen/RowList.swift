/// A row of a list on the screen. A heading is a row that the cursor skips.
package protocol ListRow: Hashable, Sendable {
    associatedtype Identity: Hashable
    var isHeading: Bool { get }
    /// What stays the same while the row's text or place changes.
    var identity: Identity { get }
}

extension ListRow {
    package var identity: Self { self }
}

/// A list of rows with a cursor on one row. The screen shows a part of the list at a time. Pure.
package struct RowList<Row: ListRow>: Hashable, Sendable {
    package private(set) var rows: [Row] = []
    /// The index in ``rows`` of the row with the cursor; nil if the list contains no rows other than headings.
    package private(set) var cursor: Int?
    /// The index in ``rows`` of the first visible row.
    package private(set) var top = 0
    /// The indices of the headings in ``rows``, in ascending order.
    private var headings: [Int] = []
    /// The number of rows that are visible at once.
    private var pageRows = 20

    package init(_ rows: [Row] = []) { set(rows) }

    package var current: Row? { cursor.map { rows[$0] } }

    /// The number of rows that are not headings.
    package var count: Int { rows.count - headings.count }

    /// The number of the row with the cursor among the rows that are not headings, counted from 1.
    package var ordinal: Int? { cursor.map { cursor in cursor + 1 - headings.count { $0 < cursor } } }

    /// The rows that the screen shows, with their indices in ``rows``.
    package var visible: [(place: Int, row: Row)] {
        let end = min(top + pageRows, rows.count)
        return top < end ? (top..<end).map { ($0, rows[$0]) } : []
    }

    /// Replaces the rows.
    /// - Parameter kept: the row that gets the cursor. If it is nil or not among the new rows, the first row that is
    ///   not a heading gets the cursor.
    package mutating func set(_ new: [Row], keeping kept: Row? = nil) {
        take(new)
        let place = kept.flatMap { kept in new.firstIndex { $0.identity == kept.identity } }
        cursor = place ?? new.firstIndex { !$0.isHeading }
        if place == nil { top = 0 }
        scroll()
    }

    private mutating func take(_ new: [Row]) {
        rows = new
        headings = new.indices.filter { new[$0].isHeading }
    }

    /// Replaces the rows. The cursor stays on its row or, if this row is gone, at its index. If a heading or no row is
    /// there, the cursor moves to the nearest row that is not a heading.
    package mutating func replace(_ new: [Row]) {
        let kept = current.flatMap { row in new.firstIndex { $0.identity == row.identity } }
        let place = kept ?? cursor ?? 0
        take(new)
        cursor = new.isEmpty ? nil : nearest(to: min(place, new.count - 1))
        scroll()
    }

    /// Sets the number of rows that are visible at once, and scrolls if the cursor would be invisible.
    package mutating func fit(rows: Int) {
        pageRows = max(rows, 1)
        scroll()
    }

    /// Moves the cursor down by a number of rows; a negative number moves it up. If the target is a heading, the cursor
    /// moves on in the same direction to the next row that is not a heading.
    package mutating func move(_ step: Int) {
        guard let cursor, step != 0 else { return }
        let direction = step < 0 ? -1 : 1
        var place = min(max(cursor + step, 0), rows.count - 1)
        // If there are only headings in this direction, the cursor stays where it was.
        while rows.indices.contains(place), rows[place].isHeading { place += direction }
        if !rows.indices.contains(place) { place = cursor }
        point(to: place)
    }

    package mutating func movePage(_ step: Int) { move(step * max(pageRows - 1, 1)) }

    package mutating func first() { point(to: rows.firstIndex { !$0.isHeading }) }

    package mutating func last() { point(to: rows.lastIndex { !$0.isHeading }) }

    /// Moves the cursor to the first row below the next heading, or below the previous group's heading if `step` is
    /// negative.
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

    /// Returns the index of the first row at or after index `place` that is not a heading. If there is none, returns
    /// the index of the last such row before `place`.
    private func nearest(to place: Int) -> Int? {
        rows.indices.suffix(from: place).first { !rows[$0].isHeading }
            ?? rows.indices.prefix(upTo: place).last { !rows[$0].isHeading }
    }

    /// Scrolls so that the cursor and a heading directly above it are visible.
    private mutating func scroll() {
        let place = cursor ?? 0
        let first = place > 0 && place < rows.count && rows[place - 1].isHeading ? place - 1 : place
        if first < top { top = first }
        if place >= top + pageRows { top = place - pageRows + 1 }
        top = min(top, max(rows.count - pageRows, 0))
    }
}
