package links

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/untrusted"
)

//go:embed page.html
var pageText string

var pages = template.Must(template.New("page").Parse(pageText))

// outcome is what a page says where there is nothing to open: a status, and the names of a heading and of a sentence.
type outcome struct {
	status        int
	heading, text string
}

// Error is for logs.
func (o *outcome) Error() string { return "links: " + o.heading }

var (
	unknown = &outcome{http.StatusNotFound, "unknown", "unknownHint"}
	taken   = &outcome{http.StatusGone, "taken", "takenHint"}
	ended   = &outcome{http.StatusGone, "ended", "endedHint"}
	notYou  = &outcome{http.StatusForbidden, "notYou", "notYouHint"}
	foreign = &outcome{http.StatusForbidden, "foreign", "foreignHint"}
	later   = &outcome{http.StatusServiceUnavailable, "later", "laterHint"}
)

// around is a sentence with a place for a text that is not ours.
type around struct{ Before, After string }

func split(sentence, name string) around {
	before, after, _ := strings.Cut(sentence, "{"+name+"}")
	return around{before, after}
}

// view is what the template draws.
type view struct {
	Lang, Dir, Title, Site, Style, Script string
	Words                                 texts
	Heading, From                         around
	// Server is who asks; empty where that is not told.
	Server string
	// Texts are what is to be read, and Notice what has gone wrong.
	Texts  []string
	Notice string
	// Action and Once are those of the button; empty where there is none.
	Action, Once string
	// Relay is where the form gets its question; empty where there is no form.
	Relay string
}

// view begins a page in the language of a request.
func (l *Links) view(r *http.Request) view {
	words := wordsFor(r.Header.Values("Accept-Language"))
	_, site, _ := strings.Cut(l.o.Base, "://")
	return view{Lang: words["lang"], Dir: words["dir"], Site: site, Style: l.style, Script: l.script, Words: words}
}

// asks names who asks. What the asker has written is shown as one line without anything that could change what is around it.
func (v *view) asks(question *opened) {
	v.Server = untrusted.Quoted(question.Server.ID, untrusted.DoubleMarks)
	v.Heading, v.From = split(v.Words["requestFrom"], "server"), split(v.Words["from"], "site")
	v.Title = v.Heading.Before + v.Server + v.Heading.After
}

// say shows a page on which there is nothing to do.
func (l *Links) say(w http.ResponseWriter, r *http.Request, o *outcome) {
	v := l.view(r)
	// Sentences that the form's page says too end as sentences do.
	v.Title = strings.TrimRight(v.Words[o.heading], ".。")
	v.Heading.Before, v.Texts = v.Title, []string{v.Words[o.text]}
	l.write(w, r, o.status, v)
}

// showButton shows whose question it is, and the button that opens it. The press before it may have come too late.
func (l *Links) showButton(w http.ResponseWriter, visit *visit, status int, late bool) {
	v := l.view(visit.r)
	v.asks(visit.question)
	v.Action, v.Once = Prefix+visit.secret, l.once(visit.hash, time.Now())
	if late {
		v.Notice = v.Words["late"]
	}
	l.write(w, visit.r, status, v)
}

// showForm shows the page with the form.
func (l *Links) showForm(w http.ResponseWriter, visit *visit) {
	v := l.view(visit.r)
	v.asks(visit.question)
	v.Relay = Prefix + visit.secret + "/relay"
	w.Header().Set("Content-Security-Policy", formPolicy)
	l.write(w, visit.r, http.StatusOK, v)
}

func (l *Links) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	var page bytes.Buffer
	if err := pages.Execute(&page, v); err != nil {
		l.o.Logger.Error("links: a page cannot be written", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", v.Lang)
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(page.Bytes())
	}
}
