package flow

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/normtest"
	"github.com/elicitform/elicitform/internal/urlcheck"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

const contact = `{"message":"Who are you?","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string","title":"Name","maxLength":5},
	"email":{"type":"string","format":"email","title":"Email"},
	"colour":{"type":"string","title":"Colour","enum":["red","green"],"default":"green"},
	"agree":{"type":"boolean","title":"Agree"}},
	"required":["name","email"]}}`

func start(t *testing.T) State {
	t.Helper()
	return State{Reader: Reader{Words: wordingtest.For("en"), Env: answer.Env{Locale: localetest.For("en-GB"), Zones: zonetest.New("Europe/Berlin"), Now: zonetest.Noon}}}
}

var machine = &Machine{ParseURL: parseURL, Decompose: normtest.Decompose}

func Update(s State, event Event) (State, []Effect) {
	event, now := timeOf(s, event)
	return machine.Update(s, event, now)
}

// timedEvent is an event with a time; every other event of a test happens at the time of the event before it.
type timedEvent struct {
	Event
	now int64
}

func at(now int64, event Event) Event { return timedEvent{event, now} }

func timeOf(s State, event Event) (Event, int64) {
	if e, ok := event.(timedEvent); ok {
		return e.Event, e.now
	}
	return event, s.Env.Now
}

// parseURL replaces the browser's URL parser for the plain addresses of these tests.
func parseURL(raw string) urlcheck.Parts {
	scheme, rest, ok := strings.Cut(raw, "://")
	host, _, _ := strings.Cut(rest, "/")
	if !ok {
		scheme, _, _ = strings.Cut(raw, ":")
		return urlcheck.Parts{OK: true, Href: raw, Protocol: scheme + ":"}
	}
	return urlcheck.Parts{OK: true, Href: raw, Protocol: scheme + ":", Hostname: host}
}

func arrive(t *testing.T, id, params string) Requested {
	t.Helper()
	return Requested{ID: request.StringValue(id), Requests: []request.InputRequest{{Params: parse(t, params)}}, Notes: request.Notes{Server: request.Server{ID: "shop.example", Name: "Shop"}}}
}

// parseCache caches the parsed requests, because the random test repeats them.
var parseCache = map[string]request.Value{}

func parse(t *testing.T, params string) request.Value {
	t.Helper()
	value, ok := parseCache[params]
	if !ok {
		var err error
		if value, err = request.Parse([]byte(params)); err != nil {
			t.Fatalf("the test's own request does not parse: %v", err)
		}
		parseCache[params] = value
	}
	return value
}

func open(t *testing.T, params string) State {
	t.Helper()
	s, _ := Update(start(t), arrive(t, "1", params))
	if s.Step != Form {
		t.Fatalf("the request is at step %d, want the form (rejected %q)", s.Step, s.Rejected)
	}
	return s
}

// run applies events, with a host that confirms each answer at once, and returns the last state and all effects.
func run(s State, events ...Event) (State, []Effect) {
	var effects []Effect
	for _, event := range events {
		var more []Effect
		s, more = runUnconfirmed(s, event)
		if len(replies(more)) > 0 {
			var shown []Effect
			s, shown = Update(s, Received{ID: s.ID})
			more = append(more, shown...)
		}
		effects = append(effects, more...)
	}
	return s, effects
}

// runUnconfirmed applies events, with a host that never confirms.
func runUnconfirmed(s State, events ...Event) (State, []Effect) {
	var effects []Effect
	for _, event := range events {
		var more []Effect
		s, more = Update(s, event)
		effects = append(effects, more...)
	}
	return s, effects
}

func typeText(field int, text string) Edited {
	return Edited{Field: field, Draft: answer.Draft{Text: text}}
}

func choose(field int, options ...int) Edited {
	return Edited{Field: field, Draft: answer.Draft{Chosen: options}}
}

// replies lists the answers among effects as JSON, with their id.
func replies(effects []Effect) []string {
	var all []string
	for _, effect := range effects {
		switch e := effect.(type) {
		case Reply:
			text := e.ID.Text
			for _, response := range e.Responses {
				text += " "
				if response.Key != "" {
					text += response.Key + "="
				}
				text += response.Result.Value().JSON() + string(response.Wait)
			}
			all = append(all, text)
		case Fail:
			reason := request.Reason("internal")
			if e.Err != nil {
				reason = e.Err.Reason
			}
			all = append(all, e.ID.Text+" error "+string(reason))
		}
	}
	return all
}

func wantReplies(t *testing.T, effects []Effect, want ...string) {
	t.Helper()
	if got := replies(effects); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("replies\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// listAnnouncements lists the immediate announcements among effects for a focus outside the frame.
func listAnnouncements(effects []Effect) []string {
	var all []string
	for _, effect := range effects {
		if e, is := effect.(Announce); is && !e.Later {
			all = append(all, cmp.Or(e.Outside, e.Text))
		}
	}
	return all
}

func focus(effects []Effect) (Focus, bool) {
	for _, effect := range slices.Backward(effects) {
		if f, ok := effect.(Focus); ok {
			return f, true
		}
	}
	return Focus{}, false
}

func wantFocus(t *testing.T, effects []Effect, want Focus) {
	t.Helper()
	if got, ok := focus(effects); !ok || got != want {
		t.Errorf("focus %+v (%v), want %+v", got, ok, want)
	}
}

func problems(s State) map[int]validate.Code {
	codes := map[int]validate.Code{}
	for _, problem := range s.Request().Problems {
		if !problem.Solved {
			codes[problem.Field] = problem.Code
		}
	}
	return codes
}

func tells[E Effect](effects []Effect) bool {
	_, ok := has[E](effects)
	return ok
}
