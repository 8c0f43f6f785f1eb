package answer

import (
	"slices"
	"time"
)

// LocalOffsets finds the offsets from UTC, in seconds, that make a local time
// in a zone, from a function that tells the zone's offset at an instant
// (seconds since 1970): none where the clocks skip the time, two where they
// show it twice, with the earlier instant first. It serves implementations of
// [Zones] that can only ask for the offset of an instant, as Intl can.
func LocalOffsets(offsetAt func(unix int64) int, year, month, day, hour, minute, second int) []int {
	local := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC).Unix()
	// No zone changes its offset twice within two days, so the offsets a day
	// before and a day after are all that can apply.
	const day24 = 24 * 60 * 60
	before, after := offsetAt(local-day24), offsetAt(local+day24)
	var offsets []int
	// The greater offset names the earlier instant.
	for _, offset := range slices.Compact([]int{max(before, after), min(before, after)}) {
		if offsetAt(local-int64(offset)) == offset {
			offsets = append(offsets, offset)
		}
	}
	return offsets
}
