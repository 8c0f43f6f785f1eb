package visits

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
)

// policy lets a page show itself and send its own form, and nothing else.
const policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxForm is more than any form of these pages sends.
const maxForm = 4 << 10

var (
	//go:embed page.html
	pageSource string
	//go:embed style.css
	style []byte

	pageTemplate = template.Must(template.New("page").Parse(pageSource))
)

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

// view is what the template draws. Without a page, there is none at this address.
type view struct {
	Page    *Page
	Agreed  bool
	Refused bool
	Choice  string
}

func render(w http.ResponseWriter, status int, visit *Visit) {
	var v view
	if visit != nil {
		decision, choice := visit.Decision()
		v = view{Page: &visit.Page, Agreed: decision == Agreed, Refused: decision == Refused, Choice: choice}
	}
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, v); err != nil {
		http.Error(w, "the page could not be drawn", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}
