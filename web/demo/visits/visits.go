// Package visits serves web pages outside the chat that people are sent to, as
// a bank or an identity provider would: a person decides something there, and
// the tool that has sent the person is told how it ended.
//
// The address of a page is the key to it, so that it is not guessable, ends
// with one decision and is forgotten after a while. Nothing real is behind
// these pages; a server that grants something also has to make sure that the
// visitor is the person who sits in the chat.
package visits

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Root is the path that all pages lie under.
const Root = "/visit/"

const (
	// lifetime is how long a page can be visited.
	lifetime = 30 * time.Minute
	// capacity bounds what a client can make the server remember.
	capacity = 500
	// maxForm is more than any form of these pages sends.
	maxForm = 4 << 10
	// policy lets a page show itself and send its own form, and nothing else.
	policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed style.css
	style []byte

	pageTemplate = template.Must(template.New("page").Parse(pageSource))
)

// ErrFull says that too many pages are open.
var ErrFull = errors.New("too many pages are open")

// Page is what a visitor finds.
type Page struct {
	// Site is whose page it is.
	Site string `json:"site"`
	// Title and Text say what is to be decided.
	Title string `json:"title"`
	Text  string `json:"text"`
	// Question is asked with a choice of answers. There may be none.
	Question string   `json:"question"`
	Choices  []string `json:"choices"`
	// Agree is the label of the button that agrees.
	Agree string `json:"agree"`
}

// Decision is how a visit ended.
type Decision int

// The ways in which a visit ends.
const (
	// Open is no end yet.
	Open Decision = iota
	Agreed
	Refused
	// Expired is the end of a page without a decision in time.
	Expired
)

// Visit is one page for one person.
type Visit struct {
	// ID is the secret part of the address.
	ID   string
	Page Page

	once     sync.Once
	done     chan struct{} // closed when decision and choice are set
	decision Decision
	choice   string
}

// Path is where the page is.
func (v *Visit) Path() string { return Root + v.ID }

// Done is closed when the visit has ended.
func (v *Visit) Done() <-chan struct{} { return v.done }

// Decision is how the visit ended, and the answer to its question.
func (v *Visit) Decision() (decision Decision, choice string) {
	select {
	case <-v.done:
		return v.decision, v.choice
	default:
		return Open, ""
	}
}

// end settles the visit. Only the first end counts.
func (v *Visit) end(decision Decision, choice string) {
	v.once.Do(func() {
		v.decision, v.choice = decision, choice
		close(v.done)
	})
}

// Book knows all visits. Its zero value is empty and ready.
type Book struct {
	lock   sync.Mutex
	visits map[string]*Visit
}

// Open makes a page that can be visited.
func (b *Book) Open(page Page) (*Visit, error) {
	visit := &Visit{ID: rand.Text(), Page: page, done: make(chan struct{})}
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.visits) >= capacity {
		return nil, ErrFull
	}
	if b.visits == nil {
		b.visits = map[string]*Visit{}
	}
	b.visits[visit.ID] = visit
	time.AfterFunc(lifetime, func() { b.expire(visit) })
	return visit, nil
}

// Find returns the visit with an id, or nil.
func (b *Book) Find(id string) *Visit {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.visits[id]
}

func (b *Book) expire(visit *Visit) {
	b.lock.Lock()
	delete(b.visits, visit.ID)
	b.lock.Unlock()
	visit.end(Expired, "")
}

// ServeHTTP serves the pages and takes the decisions. Looking at a page decides
// nothing: browsers, mail scanners and chats fetch addresses on their own.
func (b *Book) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Not "no-referrer": a form would then be sent with the origin "null".
	header.Set("Referrer-Policy", "same-origin")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")

	name := strings.TrimPrefix(r.URL.Path, Root)
	visit := b.Find(name)
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost:
		header.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	case name == "style.css":
		header.Set("Content-Type", "text/css; charset=utf-8")
		header.Set("Cache-Control", "no-cache")
		_, _ = w.Write(style)
	case visit == nil:
		render(w, http.StatusNotFound, nil)
	case r.Method == http.MethodPost:
		decide(w, r, visit)
	default:
		render(w, http.StatusOK, visit)
	}
}

// decide ends the visit and shows the page again, so that a reload sends
// nothing twice.
func decide(w http.ResponseWriter, r *http.Request, visit *Visit) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "unreadable form", http.StatusBadRequest)
		return
	}
	choice := r.PostForm.Get("choice")
	switch r.PostForm.Get("decision") {
	case "agree":
		if len(visit.Page.Choices) > 0 && !slices.Contains(visit.Page.Choices, choice) {
			http.Error(w, "unknown choice", http.StatusBadRequest)
			return
		}
		visit.end(Agreed, choice)
	case "refuse":
		visit.end(Refused, "")
	default:
		http.Error(w, "unknown decision", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, visit.Path(), http.StatusSeeOther)
}

// render draws a visit; without one, that there is no page at this address.
func render(w http.ResponseWriter, status int, visit *Visit) {
	var view struct {
		Site, Heading, Text string
		Page                *Page // what is still to be decided
	}
	if visit == nil {
		view.Heading = "This page is not open"
		view.Text = "It was open for half an hour, or the address is not complete. Go back to the chat and ask again."
	} else {
		view.Site = visit.Page.Site
		switch decision, choice := visit.Decision(); {
		case decision == Refused:
			view.Heading, view.Text = "Refused", "Nothing was shared. You can close this tab and go back to the chat."
		case decision == Agreed && choice != "":
			view.Heading, view.Text = "Done", "You chose “"+choice+"”. You can close this tab and go back to the chat."
		case decision == Agreed:
			view.Heading, view.Text = "Done", "You can close this tab and go back to the chat."
		default:
			view.Heading, view.Text, view.Page = visit.Page.Title, visit.Page.Text, &visit.Page
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, view) // The only error is about a browser that is gone.
}
