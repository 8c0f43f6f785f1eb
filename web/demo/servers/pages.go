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
	pagesPath    = "/visit/"
	pageLifetime = 30 * time.Minute
	maxForm      = 4 << 10
	// pagePolicy allows a page only its style and its own form.
	pagePolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed style.css
	pageStyle []byte

	pageTemplate = template.Must(template.New("page").Parse(pageSource))
)

// page is a web page outside the chat, like one of a bank. A real server must also make sure
// that the visitor is the person in the chat.
type page struct {
	Site string
	// Title and Text describe the decision.
	Title, Text string
	// Question has the Choices as answers; it may be empty.
	Question string
	Choices  []string
	// Agree is the label of the button that agrees.
	Agree string
}

const (
	agreed = "agree"
	denied = "deny"
)

// After a timeout, Decision is empty. Choice answers the page's question.
type ending struct{ Decision, Choice string }

// Error makes an ending a cause for the context of a visit.
func (e ending) Error() string { return e.Decision }

type visit struct {
	Page page
	path string
	// elicitation is the id for the client. It differs from the id in the path.
	elicitation string
	context.Context
	end context.CancelCauseFunc
}

// Ending returns the end of the visit; it is empty before the end.
func (v *visit) Ending() (e ending) {
	e, _ = context.Cause(v).(ending)
	return e
}

// A page of pages takes one decision, and its address expires.
type pages struct{ *shelf[*visit] }

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

// ServeHTTP decides nothing at a GET: browsers, mail scanners and chats fetch addresses on
// their own.
func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	// With "no-referrer" the browser would send a form with the origin "null".
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
		_ = pageTemplate.Execute(w, v) // The only error is a closed connection.
	}
}

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
