package links

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/words"
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
	// Relay is where the form gets its question; empty where there is no form. Review is the operator's word about the review.
	Relay, Review string
}

// view begins a page in the language of a request.
func (l *Links) view(r *http.Request) view {
	words := wordsFor(r.Header.Values("Accept-Language"))
	_, site, _ := strings.Cut(l.o.Base, "://")
	return view{Lang: words["lang"], Dir: words["dir"], Site: site, Style: l.style, Script: l.script, Words: words}
}

// asks names who asks. What the asker has written is shown as one line without anything that could change what is around it.
func (v *view) asks(question *opened) {
	v.Server = untrusted.Quote(question.Server.ID, untrusted.DoubleMarks)
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
	v.Relay, v.Review = Prefix+visit.secret+"/relay", l.o.Review
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

//go:embed words.json
var ownWords []byte

// texts are the sentences of one language, by their names; lang is its tag, and dir its direction.
type texts map[string]string

// common are sentences that the frame says too, by their names here and in its catalogues.
var common = map[string]string{"requestFrom": "ShellHeading", "loading": "Loading"}

// languages are the texts of each language, by its tag.
var languages = readLanguages()

func readLanguages() map[string]texts {
	all := map[string]texts{}
	if err := json.Unmarshal(ownWords, &all); err != nil {
		panic("links: words.json: " + err.Error())
	}
	for tag, own := range all {
		content, err := words.Files.ReadFile(tag + ".json")
		catalogue := map[string]any{}
		if err == nil {
			err = json.Unmarshal(content, &catalogue)
		}
		if err != nil {
			panic("links: words of " + tag + ": " + err.Error())
		}
		for name, key := range common {
			own[name], _ = catalogue[key].(string)
		}
		own["lang"], own["dir"] = tag, "ltr"
		if tag == "ar" || tag == "he" {
			own["dir"] = "rtl"
		}
	}
	return all
}

const (
	// mostAccepted is how many bytes of a list of languages are read, and mostWanted how many languages of it.
	mostAccepted, mostWanted = 1000, 30
)

// wordsFor returns the texts of the language that a person likes best, as Accept-Language says it; English where there is none.
func wordsFor(accepted []string) texts {
	type wanted struct {
		tag     string
		quality float64
	}
	list := strings.Join(accepted, ",")
	var all []wanted
	for part := range strings.SplitSeq(list[:min(len(list), mostAccepted)], ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		one := wanted{strings.ToLower(strings.TrimSpace(tag)), 1}
		if q, given := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q="); given {
			one.quality, _ = strconv.ParseFloat(q, 64)
		}
		if one.quality > 0 && len(all) < mostWanted {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b wanted) int { return cmp.Compare(b.quality, a.quality) })
	for _, one := range all {
		if tag := languageOf(one.tag); tag != "" {
			return languages[tag]
		}
	}
	return languages["en"]
}

// languageOf chooses as the frame does: the language itself, or else one with the same primary subtag.
func languageOf(wanted string) string {
	primary, _, _ := strings.Cut(wanted, "-")
	if primary == "iw" {
		// The code of Hebrew before 1989.
		primary = "he"
	}
	for _, tag := range slices.Sorted(maps.Keys(languages)) {
		if base, _, _ := strings.Cut(tag, "-"); base == primary {
			return tag
		}
	}
	return ""
}
