package jsonschema

import (
	"errors"
	"strconv"
	"time"
)

//slim:drops validateEmail validateIPV4: internal/check registers formats of these names, which are asked first

// formats are all but email and ipv4, which nobody asks for here.
var formats = map[string]*Format{
	"json-pointer":          {"json-pointer", validateJSONPointer},
	"relative-json-pointer": {"relative-json-pointer", validateRelativeJSONPointer},
	"uuid":                  {"uuid", validateUUID},
	"duration":              {"duration", validateDuration},
	"period":                {"period", validatePeriod},
	"ipv6":                  {"ipv6", validateIPV6},
	"hostname":              {"hostname", validateHostname},
	"date":                  {"date", validateDate},
	"time":                  {"time", validateTime},
	"date-time":             {"date-time", validateDateTime},
	"uri":                   {"uri", validateURI},
	"iri":                   {"iri", validateURI},
	"uri-reference":         {"uri-reference", validateURIReference},
	"iri-reference":         {"iri-reference", validateURIReference},
	"uri-template":          {"uri-template", validateURITemplate},
	"semver":                {"semver", validateSemver},
}

// validateDate reads a date without time.Parse, which knows every layout.
func validateDate(v any) error {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	if len(s) == 10 && s[4] == '-' && s[7] == '-' {
		n, err := strconv.ParseUint(s[:4]+s[5:7]+s[8:], 10, 32)
		month, day := time.Month(n/100%100), int(n%100)
		if written := time.Date(int(n/100_00), month, day, 0, 0, 0, 0, time.UTC); err == nil && written.Month() == month && written.Day() == day {
			return nil
		}
	}
	return errors.New("not a date")
}
