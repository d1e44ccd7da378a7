/// Compares ASCII words like ``NearWords/distance(_:_:atMost:)``, but without allocating memory for each word. Most
/// words of most libraries are ASCII.
struct EditRows {
    private var before: [Int] = []
    private var row: [Int] = []
    private var next: [Int] = []

    /// Returns how many letters must be inserted, removed, replaced, or exchanged with a neighbour to make the words
    /// equal; nil if more than `limit`.
    mutating func distance(_ left: [UInt8], _ right: Slice<UnsafeBufferPointer<UInt8>>, atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        let width = right.count + 1
        if row.count < width {
            before = Array(repeating: 0, count: width)
            (row, next) = (before, before)
        }
        for column in 0..<width { row[column] = column }
        for index in left.indices {
            next[0] = index + 1
            var least = next[0]
            for column in 0..<right.count {
                let other = right[right.startIndex + column]
                var cost = min(row[column] + (left[index] == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, left[index] == right[right.startIndex + column - 1], left[index - 1] == other
                {
                    cost = min(cost, before[column - 1] + 1)
                }
                next[column + 1] = cost
                least = min(least, cost)
            }
            guard least <= limit else { return nil }
            swap(&before, &row)
            swap(&row, &next)
        }
        return row[width - 1] <= limit ? row[width - 1] : nil
    }
}
