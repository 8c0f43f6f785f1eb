package check

// timeOfDay has the problems of a date-time, but for those of its date.
var timeOfDay = dateTimeKind{textKind{format: "time", code: BadFormat}}
