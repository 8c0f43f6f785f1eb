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

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording/words"
)

//go:embed page.html
var pageText string

var pages = template.Must(template.New("page").Parse(pageText))

// outcome is a page without anything to open. Heading and text are names in words.json.
type outcome struct {
	status        int
	heading, text string
}

func (o *outcome) Error() string { return "links: " + o.heading }

var (
	outcomeUnknown = &outcome{http.StatusNotFound, "unknown", "unknownHint"}
	outcomeTaken   = &outcome{http.StatusGone, "taken", "takenHint"}
	outcomeEnded   = &outcome{http.StatusGone, "ended", "endedHint"}
	outcomeNotYou  = &outcome{http.StatusForbidden, "notYou", "notYouHint"}
	outcomeForeign = &outcome{http.StatusForbidden, "foreign", "foreignHint"}
	outcomeLater   = &outcome{http.StatusServiceUnavailable, "later", "laterHint"}
)

type around struct{ Before, After string }

func split(sentence, name string) around {
	before, after, _ := strings.Cut(sentence, "{"+name+"}")
	return around{before, after}
}

type view struct {
	Lang, Dir, Title, Site, Style, Script string
	Words                                 texts
	Heading, From                         around
	// Server is empty if the page does not name it.
	Server string
	Texts  []string
	Notice string
	// Action and Once are empty without a button.
	Action, Once string
	// Relay is empty without a form.
	Relay, Review string
}

func (l *Links) newView(r *http.Request) view {
	words := wordsFor(r.Header.Values("Accept-Language"))
	_, site, _ := strings.Cut(l.o.Base, "://")
	return view{Lang: words["lang"], Dir: words["dir"], Site: site, Style: l.style, Script: l.script, Words: words}
}

// setServer shows the id of the server as one line that cannot change its surroundings.
func (v *view) setServer(q *question) {
	v.Server = safetext.Quote(q.Server.ID, safetext.DoubleMarks)
	v.Heading, v.From = split(v.Words["requestFrom"], "server"), split(v.Words["from"], "site")
	v.Title = v.Heading.Before + v.Server + v.Heading.After
}

func (l *Links) showOutcome(w http.ResponseWriter, r *http.Request, o *outcome) {
	v := l.newView(r)
	// The form's page shows the same text as a sentence.
	v.Title = strings.TrimRight(v.Words[o.heading], ".。")
	v.Heading.Before, v.Texts = v.Title, []string{v.Words[o.text]}
	l.write(w, r, o.status, v)
}

func (l *Links) showButton(w http.ResponseWriter, visit *visit, status int, isLate bool) {
	v := l.newView(visit.r)
	v.setServer(visit.question)
	v.Action, v.Once = Prefix+visit.secret, l.newOnce(visit.hash, time.Now())
	if isLate {
		v.Notice = v.Words["late"]
	}
	l.write(w, visit.r, status, v)
}

func (l *Links) showForm(w http.ResponseWriter, visit *visit) {
	v := l.newView(visit.r)
	v.setServer(visit.question)
	v.Relay, v.Review = Prefix+visit.secret+"/relay", l.o.Review
	w.Header().Set("Content-Security-Policy", formPolicy)
	l.write(w, visit.r, http.StatusOK, v)
}

func (l *Links) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	var page bytes.Buffer
	if err := pages.Execute(&page, v); err != nil {
		l.o.Logger.Error("links: page cannot be rendered", "error", err)
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

type texts map[string]string

var commonTexts = map[string]string{"requestFrom": "ShellHeading", "loading": "Loading"}

var languages = readLanguages()

func readLanguages() map[string]texts {
	byTag := map[string]texts{}
	if err := json.Unmarshal(ownWords, &byTag); err != nil {
		panic("links: words.json: " + err.Error())
	}
	for tag, own := range byTag {
		content, err := words.Files.ReadFile(tag + ".json")
		catalogue := map[string]any{}
		if err == nil {
			err = json.Unmarshal(content, &catalogue)
		}
		if err != nil {
			panic("links: words of " + tag + ": " + err.Error())
		}
		for name, key := range commonTexts {
			own[name], _ = catalogue[key].(string)
		}
		own["lang"], own["dir"] = tag, "ltr"
		if tag == "ar" || tag == "he" {
			own["dir"] = "rtl"
		}
	}
	return byTag
}

// maxAcceptBytes bounds the part of an Accept-Language header that is read, and maxPreferences the languages in it.
const maxAcceptBytes, maxPreferences = 1000, 30

// wordsFor returns the texts of the best language in Accept-Language headers, or English.
func wordsFor(headers []string) texts {
	type preference struct {
		tag     string
		quality float64
	}
	list := strings.Join(headers, ",")
	var preferences []preference
	for part := range strings.SplitSeq(list[:min(len(list), maxAcceptBytes)], ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		p := preference{strings.ToLower(strings.TrimSpace(tag)), 1}
		if q, ok := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q="); ok {
			p.quality, _ = strconv.ParseFloat(q, 64)
		}
		if p.quality > 0 && len(preferences) < maxPreferences {
			preferences = append(preferences, p)
		}
	}
	slices.SortStableFunc(preferences, func(a, b preference) int { return cmp.Compare(b.quality, a.quality) })
	for _, p := range preferences {
		if tag := languageOf(p.tag); tag != "" {
			return languages[tag]
		}
	}
	return languages["en"]
}

// languageOf returns the language with the same primary subtag, as the frame does.
func languageOf(preferred string) string {
	primary, _, _ := strings.Cut(preferred, "-")
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
