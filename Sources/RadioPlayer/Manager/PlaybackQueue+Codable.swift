import RadioFormats

/// The archived form of a queue.
///
/// The keys are `items` in the order of playing, `index` (of the current entry in `items`), `repeatMode`,
/// `skipsFailedItems`, and for a shuffled queue `order`: the indexes in `items`, listed in the order in which the items
/// were added.
///
/// The archive does not say which items failed or were heard, and entries get new ids.
extension PlaybackQueue: Codable {
    private enum CodingKeys: String, CodingKey {
        case items, index, repeatMode, skipsFailedItems, order
    }

    /// Decodes a queue. Throws if there are too many items, or if `order` does not name each item's place exactly once.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let items = try values.list(PlaybackItem.self, .items, maximum: Self.maximumCount)
        self.init(items, startingAt: try values.number(.index, in: 0...Int64.max).map(Int.init) ?? 0)
        repeatMode = try values.decodeIfPresent(RepeatMode.self, forKey: .repeatMode) ?? .none
        skipsFailedItems = try values.decodeIfPresent(Bool.self, forKey: .skipsFailedItems) ?? false
        let order = try values.list(Int.self, .order, maximum: Self.maximumCount)
        guard !order.isEmpty else { return }
        guard order.count == items.count, Set(order) == Set(items.indices) else {
            throw values.refusal("These are not the places of all items.", .order)
        }
        self.order = order
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(items, forKey: .items)
        try values.encode(index, forKey: .index)
        try values.encode(repeatMode, forKey: .repeatMode)
        if skipsFailedItems { try values.encode(true, forKey: .skipsFailedItems) }
        try values.encodeIfPresent(order, forKey: .order)
    }
}
