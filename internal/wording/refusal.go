package wording

import (
	"cmp"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Note words a fact about a field that the person should know.
func (w *Words) Note(f schema.Field, n schema.Note, server string) string {
	key, known := notes[n]
	if !known {
		return ""
	}
	return w.Text(key, Server(server), Arg{Name: "format", Value: line(untrusted.Text(f.Format), formatLimit)})
}

var notes = map[schema.Note]Key{
	schema.DefaultDropped:   noteDefaultDropped,
	schema.DefaultTooLong:   noteDefaultTooLong,
	schema.UnknownFormat:    noteUnknownFormat,
	schema.PatternUnchecked: notePatternUnchecked,
	schema.Untyped:          noteUntyped,
	schema.OptionsDropped:   noteOptionsDropped,
	schema.RuleIgnored:      noteRuleIgnored,
	schema.Shortened:        noteShortened,
}

// Obstacle says why a field cannot be answered; empty when it can.
func (w *Words) Obstacle(f schema.Field, server string) string {
	if f.Unsupported == "" {
		return ""
	}
	return w.Text(keyOf(obstacles, f.Unsupported, obstacleType), Server(server))
}

var obstacles = map[schema.Obstacle]Key{
	schema.NestedObject:    obstacleNested,
	schema.UnsupportedType: obstacleType,
	schema.RemoteReference: obstacleRemote,
	schema.BrokenReference: obstacleBroken,
	schema.Composition:     obstacleComposition,
	schema.NoOptions:       obstacleNoOptions,
	schema.Contradiction:   obstacleContradiction,
	schema.NotASchema:      obstacleNotASchema,
	schema.TooMuch:         obstacleTooMuch,
}

// How many names are told, and how much of each that is missing.
const (
	maxNames  = 3
	nameLimit = 60
)

// Blocked says why only Decline and Cancel are left; empty when the form can
// be answered.
func (w *Words) Blocked(form schema.Form, server string) string {
	if !form.Blocked() {
		return ""
	}
	if len(form.Missing) == 0 {
		return w.Text(blockedFields, Server(server))
	}
	return w.Text(blockedMissing, Server(server), w.names(form.Missing, func(name string) string {
		return cmp.Or(line(untrusted.Text(name), nameLimit), w.Text(Empty))
	}))
}

// Secrets names the answers that look like secrets, by their labels.
func (w *Words) Secrets(labels []string) string {
	return w.Text(SecretNames, w.names(labels, func(label string) string { return label }))
}

// names are the first of some names as they are shown, as a list, and how many more there
// are.
func (w *Words) names(all []string, shown func(string) string) Arg {
	first := make([]string, min(len(all), maxNames))
	for i := range first {
		first[i] = untrusted.Isolate(shown(all[i]), w.rtl)
	}
	list := Arg{Name: "names", Value: strings.Join(first, w.separator()), kind: asWords}
	if more := len(all) - len(first); more > 0 {
		list.Value = w.Text(namesAndMore, list, Count("n", more))
	}
	return list
}

// RequestRefused says why a request could not be shown.
func (w *Words) RequestRefused(reason elicit.Reason, server string) string {
	return w.Text(keyOf(refusals, reason, refusedUnreadable), Server(server))
}

var refusals = map[elicit.Reason]Key{
	elicit.NotJSON:           refusedUnreadable,
	elicit.NotAnObject:       refusedUnreadable,
	elicit.WrongType:         refusedUnreadable,
	elicit.TooLarge:          refusedTooLarge,
	elicit.TooDeep:           refusedTooDeep,
	elicit.DuplicateName:     refusedDuplicateName,
	elicit.NumberTooLong:     refusedNumberTooLong,
	elicit.UnknownMode:       refusedUnknownMode,
	elicit.ModeConflict:      refusedModeConflict,
	elicit.NotAFormSchema:    refusedNotAForm,
	elicit.UnknownDialect:    refusedDialect,
	elicit.TooManyProperties: refusedTooManyQuestions,
	elicit.TooManyOptions:    refusedTooManyOptions,
}
