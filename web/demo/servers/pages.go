package servers

import (
	"context"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	// pagesPath is the path that all pages lie under.
	pagesPath = "/visit/"
	// pageLifetime is how long a page can be visited.
	pageLifetime = 30 * time.Minute
	// maxForm is more than any form of these pages sends.
	maxForm = 4 << 10
	// pagePolicy lets a page show itself and send its own form, and nothing else.
	pagePolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed style.css
	pageStyle []byte

	pageTemplate = template.Must(template.New("page").Parse(pageSource))
)

// page is a web page outside the chat, as a bank or an identity provider has it. Nothing
// real is behind it; a server that grants something also has to make sure that the
// visitor is the person who sits in the chat.
type page struct {
	// Site is the owner of the page.
	Site string
	// Title and Text say what the visitor decides.
	Title, Text string
	// Question is asked with a choice of answers. There may be none.
	Question string
	Choices  []string
	// Agree is the label of the button that agrees.
	Agree string
}

// The decisions on a page.
const (
	agreed = "agree"
	denied = "deny"
)

// ending is how a visit ended: with a decision and the answer to the question of the page, or
// with neither when it took too long.
type ending struct{ Decision, Choice string }

// Error lets an ending be the cause for which the context of a visit is done.
func (e ending) Error() string { return e.Decision }

// visit is one page for one person.
type visit struct {
	Page page
	// path is where the page is, and the key to it.
	path string
	// elicitation is the id that the client knows. It is not the one in the path.
	elicitation string
	// Context is done when the visit has ended. Only the first ending counts.
	context.Context
	end context.CancelCauseFunc
}

// Ending is how the visit ended; it is empty before that.
func (v *visit) Ending() (e ending) {
	e, _ = context.Cause(v).(ending)
	return e
}

// pages serves the pages that tools send people to, and knows all visits. The address of
// a page ends with one decision and is forgotten after a while.
type pages struct{ *shelf[*visit] }

// open makes a page that can be visited.
func (p pages) open(page page) (*visit, error) {
	v := &visit{Page: page, elicitation: rand.Text()}
	v.Context, v.end = context.WithCancelCause(context.Background())
	id, err := p.put(v)
	if err != nil {
		return nil, err
	}
	v.path = pagesPath + id
	time.AfterFunc(p.lifetime, func() { v.end(ending{}) })
	return v, nil
}

// ServeHTTP serves the pages and takes the decisions. Looking at a page decides
// nothing: browsers, mail scanners and chats fetch addresses on their own.
func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Not "no-referrer": a form would then be sent with the origin "null".
	header.Set("Referrer-Policy", "same-origin")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")

	name := strings.TrimPrefix(r.URL.Path, pagesPath)
	v, found := p.get(name)
	switch {
	case name == "style.css":
		header.Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(pageStyle)
	case found && r.Method == http.MethodPost:
		v.decide(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost:
		header.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	default:
		header.Set("Content-Type", "text/html; charset=utf-8")
		if !found {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = pageTemplate.Execute(w, v) // The only error is about a browser that is gone.
	}
}

// decide ends the visit and shows the page again, so that a reload sends
// nothing twice.
func (v *visit) decide(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	decision, choice := r.PostFormValue("decision"), r.PostFormValue("choice")
	known := decision == denied || decision == agreed && (len(v.Page.Choices) == 0 || slices.Contains(v.Page.Choices, choice))
	if !known {
		http.Error(w, "the page does not offer this decision", http.StatusBadRequest)
		return
	}
	if decision == denied {
		choice = ""
	}
	v.end(ending{decision, choice})
	http.Redirect(w, r, v.path, http.StatusSeeOther)
}
