package schema

// Time is a string of the format "time": a time of day and an offset from UTC.
const Time Kind = "time"

type timeKind struct{ formatKind }

var timeOfDay = timeKind{formatKind{format: "time", valid: ValidTime, controls: 8, about: facts{formatted: true, explained: true}}}

// matches leaves a time with a pattern to Text. Servers write patterns for times
// without an offset, which the controls cannot give.
func (k timeKind) matches(p property) bool {
	return k.formatKind.matches(p) && !p.schema.Get("pattern").Exists()
}
