import Longwave

/// Fuzzes the reader of schedules, and the times of their entries. Input: a `schedule.json`. A file that is written from
/// a schedule must mean the same when it is read.
enum ScheduleTarget: FuzzTarget {
    static let name = "Schedule"

    static func run(_ input: UnsafeRawBufferPointer) {
        do throws(ScheduleError) {
            let schedule = try Schedule(Array(input))
            let bytes = schedule.bytes
            if bytes.count <= Schedule.maximumBytes {
                require((try? Schedule(bytes))?.bytes == bytes, "not the same again")
            }
            let (now, zone) = (Int64(1_774_746_000), LocalZone { $0 < 1_774_746_000 ? 3600 : 7200 })
            let events = schedule.events(after: now, zone)
            require(events.allSatisfy { $0.time > now }, "an event in the past")
            require(schedule.alarms(after: now - 3600, through: now, zone).allSatisfy { $0.start <= now }, "too early")
            _ = schedule.hold(at: now, zone)
        } catch {
            require(!error.sentence.isEmpty, "an error without words")
        }
    }
}
