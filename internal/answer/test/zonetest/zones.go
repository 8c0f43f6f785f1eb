// Package zonetest answers questions about time zones from package time and its
// embedded data, for native tests. The browser asks Intl instead; linking the
// data into the program would add about 450 KB. Only tests import it.
package zonetest

import (
	"slices"
	"time"
	_ "time/tzdata" // for test machines without zone files

	"github.com/elicitform/elicitform/internal/answer"
)

// Noon is noon of 15 July 2026 in UTC, when the north has summer time, in milliseconds since 1970.
var Noon = time.Date(2026, time.July, 15, 12, 0, 0, 0, time.UTC).UnixMilli()

// New returns zones for a person who lives in the given zone.
func New(local string) answer.Zones { return zones{local} }

type zones struct{ local string }

func (z zones) Local() string { return z.local }

// All lists a few zones with and without summer time, in both hemispheres.
func (z zones) All() []string {
	return slices.Clone(zoneNames)
}

var zoneNames = []string{
	"UTC", "Africa/Cairo", "America/Argentina/Buenos_Aires", "America/New_York", "America/Sao_Paulo", "America/St_Johns",
	"Asia/Jerusalem", "Asia/Kathmandu", "Asia/Riyadh", "Asia/Seoul", "Asia/Shanghai", "Asia/Tokyo",
	"Australia/Lord_Howe", "Europe/Berlin", "Europe/London", "Europe/Paris", "Pacific/Apia",
}

func (z zones) Offset(zone string, unix int64) (offset int, ok bool) {
	location, ok := load(zone)
	if ok {
		_, offset = time.Unix(unix, 0).In(location).Zone()
	}
	return offset, ok
}

// Name names some zones in English words, and others by their abbreviation.
func (z zones) Name(zone, _ string, unix int64) string {
	location, ok := load(zone)
	if !ok {
		return ""
	}
	short, _ := time.Unix(unix, 0).In(location).Zone()
	if long, ok := names[short]; ok {
		return long
	}
	return short
}

var names = map[string]string{
	"CET":  "Central European Standard Time",
	"CEST": "Central European Summer Time",
	"EST":  "Eastern Standard Time",
	"EDT":  "Eastern Daylight Time",
	"GMT":  "Greenwich Mean Time",
	"BST":  "British Summer Time",
	"JST":  "Japan Standard Time",
	"UTC":  "Coordinated Universal Time",
}

// load refuses the two names that package time and Intl read differently.
func load(zone string) (*time.Location, bool) {
	if zone == "" || zone == "Local" {
		return nil, false
	}
	location, err := time.LoadLocation(zone)
	return location, err == nil
}
