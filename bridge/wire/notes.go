package wire

import (
	"math"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// maxDate is the greatest time of a Date in a browser, in milliseconds since 1970.
const maxDate = 8.64e15

// ReadNotes reads the host's notes about a round. A note of the wrong type counts as absent.
func ReadNotes(params request.Value) request.Notes {
	notes := params.Get("notes")
	return request.Notes{
		Server:        readServer(notes.Get(noteServer)),
		Focus:         notes.Get(noteFocus).Truth,
		Queue:         ReadQueue(notes),
		Deadline:      wholeNumber(notes.Get(noteDeadline), maxDate),
		HostOpens:     notes.Get(noteOpenLink).Truth,
		WaitForPages:  notes.Get(noteWaitForPages).Truth,
		Drafts:        notes.Get(noteDrafts).Truth && !notes.Get(noteApproval).Truth,
		Draft:         notes.Get(noteDraft),
		Findings:      notes.Get(noteFindings).Truth,
		ShortReview:   notes.Get(noteShortReview).Truth,
		Approval:      notes.Get(noteApproval).Truth,
		OutcomeMillis: outcomeMillis(notes.Get(noteOutcome)),
	}
}

// ReadQueue reads the position of a round, in its notes and in a [MethodQueue].
func ReadQueue(notes request.Value) request.Queue {
	queue := notes.Get(noteQueue)
	number := func(name string) int { return int(wholeNumber(queue.Get(name), math.MaxInt32)) }
	place := request.Queue{Position: number("position"), Total: number("total")}
	if place.Position < 1 || place.Total < place.Position {
		return request.Queue{}
	}
	return place
}

func outcomeMillis(outcome request.Value) int {
	const maxMillis = 1 << 30
	if outcome.Type != request.Number {
		return 0
	}
	if after := int(wholeNumber(outcome, maxMillis)); after > 0 {
		return after
	}
	return -1
}

func readServer(server request.Value) request.Server {
	return request.Server{
		ID:    safetext.Text(text(server.Get("id"))),
		Name:  safetext.Text(text(server.Get("name"))),
		Title: safetext.Text(text(server.Get("title"))),
	}
}

func wholeNumber(v request.Value, limit float64) int64 {
	if v.Type != request.Number {
		return 0
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || n < 0 || n > limit {
		return 0
	}
	return int64(n)
}

// Context is the part of the hostContext of MCP Apps that the program needs: a BCP 47 tag and an IANA time zone.
type Context struct {
	Locale   string
	TimeZone string
}

// ReadContext merges a partial hostContext into the earlier one, without impossible values.
func ReadContext(v request.Value, into Context) Context {
	if locale := text(v.Get("locale")); isName(locale, "-_") {
		into.Locale = locale
	}
	if zone := text(v.Get("timeZone")); isName(zone, "-_+/:") {
		into.TimeZone = zone
	}
	return into
}

func isName(s, signs string) bool {
	const maxName = 100
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	return s != "" && len(s) <= maxName && strings.Trim(s, letters+signs) == ""
}

// ReadCatalogue reads the tag of a language and its texts. The tag is empty if it is malformed.
func ReadCatalogue(params request.Value) (language string, texts request.Value) {
	if tag := text(params.Get("language")); isName(tag, "-") {
		language = tag
	}
	return language, params.Get("texts")
}

// CatalogueRejected tells the host why the texts of a language are not used.
func CatalogueRejected(language, why string) string {
	return Notification(MethodCatalogueRejected,
		request.ObjectValue().With("language", request.StringValue(language)).With("why", request.StringValue(why)))
}
