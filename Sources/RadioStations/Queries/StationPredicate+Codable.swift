import RadioFormats

extension StationProperty: Codable {}
extension StationGrouping: Codable {}

/// Encoded members: the property, and the value under the name of the comparison, as in `{"property": "country",
/// "isOneOf": ["FR", "CH"]}` or `{"property": "codec", "isMissing": true}`.
extension StationPredicate: Codable {
    private enum CodingKeys: String, CodingKey {
        case property, equals, contains, beginsWith, isOneOf, greaterThan, lessThan, isMissing
    }

    /// Decodes a predicate. Throws unless there is exactly one comparison, which must suit the property.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let property = try values.decode(StationProperty.self, forKey: .property)
        let comparisons = values.allKeys.filter { $0 != .property }
        guard comparisons.count <= 1 else { throw values.refusal("There is more than one comparison.", .property) }
        let comparison: Comparison? =
            switch comparisons.first {
            case .equals: .equals(try values.decode(Value.self, forKey: .equals))
            case .contains: try values.text(.contains).map { .contains($0) }
            case .beginsWith: try values.text(.beginsWith).map { .beginsWith($0) }
            case .isOneOf: .isOneOf(try values.list(Value.self, .isOneOf, maximum: ArchiveLimit.items))
            case .greaterThan: .greaterThan(try values.decode(Double.self, forKey: .greaterThan))
            case .lessThan: .lessThan(try values.decode(Double.self, forKey: .lessThan))
            case .isMissing: try values.decode(Bool.self, forKey: .isMissing) ? .isMissing : nil
            case .property, nil: nil
            }
        guard let comparison, let predicate = StationPredicate(property, comparison) else {
            throw values.refusal("\(property.rawValue) cannot be compared in this way.", .property)
        }
        self = predicate
    }

    /// Encodes the property, and the value under the comparison's name.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(property, forKey: .property)
        switch comparison {
        case .equals(let value): try values.encode(value, forKey: .equals)
        case .contains(let text): try values.encode(text, forKey: .contains)
        case .beginsWith(let text): try values.encode(text, forKey: .beginsWith)
        case .isOneOf(let several): try values.encode(several, forKey: .isOneOf)
        case .greaterThan(let number): try values.encode(number, forKey: .greaterThan)
        case .lessThan(let number): try values.encode(number, forKey: .lessThan)
        case .isMissing: try values.encode(true, forKey: .isMissing)
        }
    }
}

/// Encoded as the text, number or flag itself.
extension StationPredicate.Value: Codable {
    /// Decodes a flag, a number or a text. Throws if a text has more than 65,536 bytes.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            let text = try value.decode(String.self)
            guard text.utf8.count <= ArchiveLimit.textBytes else {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "It has more than \(ArchiveLimit.textBytes) bytes.")
            }
            self = .text(text)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}
