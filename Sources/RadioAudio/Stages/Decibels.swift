import Glibc

/// Conversions between decibels, and ratios of power or amplitude.
package enum Decibels {
    package static func power(_ decibels: Double) -> Double { pow(10, decibels / 10) }
    package static func decibels(power: Double) -> Double { 10 * log10(power) }
    package static func amplitude(_ decibels: Double) -> Double { pow(10, decibels / 20) }
}
