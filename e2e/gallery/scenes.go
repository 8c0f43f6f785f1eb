package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// scene is a state of a form.
type scene struct {
	name, title string
	// request is the JSON text of the params, and options are those of the host's elicit.
	request string
	options map[string]any
	// steps lead to the state, by script.
	steps []step
	// focus keeps the focus and its ring in the picture.
	focus bool
	// program is a key of sites.
	program string
	// scrolls is true if a part scrolls or is very high: axe cannot find the background of a text there.
	scrolls bool
	// few limits the scene to some variants, because the others show the same.
	few bool
	// field is true for a picture of a kind of field in docs/reference/fields.md.
	field bool
}

// step is a script of the frame, and a condition that is true after it. A step that moves the focus ends when the focus has
// moved: otherwise the move would come after the next step.
type step struct{ do, until string }

var (
	toErrors = step{`await gallery.act("continue")`, `document.querySelector("#summary[role=group], .field.bad:focus-within")`}
	toReview = step{`await gallery.act("continue")`, `document.querySelector("[data-action=send]") && document.activeElement.id === "heading"`}
	toDone   = step{`await gallery.act("send")`, isOver}
)

// isOver is true when a request has ended: no button remains.
const isOver = `document.getElementById("heading") && !document.querySelector("[data-action]:not([data-action=close], .leaving *)")`

func form(message string, required []string, properties ...string) string {
	names := make([]string, len(required))
	for i, name := range required {
		names[i] = fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf(`{"message":%q,"requestedSchema":{"type":"object","properties":{%s},"required":[%s]}}`, message, strings.Join(properties, ","), strings.Join(names, ","))
}

func page(address string) string {
	return fmt.Sprintf(`{"mode":"url","message":"Sign in to go on.","url":%q,"elicitationId":"e-1"}`, address)
}

// kinds are a field of each kind. suggestions are their defaults.
func kinds(suggested bool) []string {
	list := []struct{ schema, suggestion string }{
		{`"name":{"type":"string","title":"Name","minLength":2,"maxLength":40%s}`, `"Ada Lovelace"`},
		{`"email":{"type":"string","title":"Email","format":"email"%s}`, `"ada@example.com"`},
		{`"site":{"type":"string","title":"Home page","format":"uri"%s}`, `"https://example.com/"`},
		{`"guests":{"type":"integer","title":"Guests","minimum":1,"maximum":100%s}`, `2`},
		{`"price":{"type":"number","title":"Price","description":"For one night","minimum":0,"maximum":1000%s}`, `12.5`},
		{`"arrival":{"type":"string","title":"Arrival","format":"date"%s}`, `"2028-02-29"`},
		{`"meeting":{"type":"string","title":"Meeting","format":"date-time"%s}`, `"2028-02-29T14:30:00Z"`},
		{`"parking":{"type":"boolean","title":"Parking"%s}`, `true`},
		{`"room":{"type":"string","title":"Room","oneOf":[{"const":"s","title":"Single","description":"With a view of the yard"},{"const":"d","title":"Double"}]%s}`, `"d"`},
		{`"month":{"type":"string","title":"Discount month","enum":["m01","m02","m03","m04","m05","m06","m07","m08","m09","m10","m11","m12"]%s}`, `"m03"`},
		{`"extras":{"type":"array","title":"Extras","minItems":1,"items":{"type":"string","enum":["Breakfast","Late checkout","Bicycle"]}%s}`, `["Breakfast","Bicycle"]`},
		{`"notes":{"type":"string","title":"Notes","maxLength":500%s}`, `"Quiet, please."`},
		{`"names":{"type":"array","title":"Other guests","items":{"type":"string"},"minItems":1%s}`, `["Grace","Mary"]`},
		{`"wake":{"type":"string","title":"Wake-up call","format":"time"%s}`, `"07:15:00Z"`},
	}
	properties := make([]string, len(list))
	for i, kind := range list {
		suggestion := ""
		if suggested {
			suggestion = `,"default":` + kind.suggestion
		}
		properties[i] = fmt.Sprintf(kind.schema, suggestion)
	}
	return properties
}

var allKinds = []string{"name", "email", "site", "guests", "price", "arrival", "meeting", "parking", "room", "month", "extras", "notes", "names", "wake"}

const fillKinds = `gallery.fillAll({ f0: "Ada Lovelace", f1: "ada@example.com", f2: "https://example.com/a?b=c", f3: "2", f4: "12.50", "f6-time": "14:30", f11: "Quiet, please.", f12: "Grace\nMary", "f13-time": "07:15" });
	gallery.day(5, "29", "2", "2028"); gallery.day(6, "29", "2", "2028"); gallery.press("f7", "f8-1", "f10", "f10-2"); gallery.pick("f9", 3)`

// spoilKinds answers what can be wrong wrongly.
const spoilKinds = `gallery.fillAll({ f0: "A".repeat(45), f1: "ada at example.com", f2: "example", f3: "two", f4: "5000", "f6-time": "25:70", f11: "word ".repeat(120) });
	gallery.day(5, "31", "2", "2028"); gallery.day(6, "29", "2", "")`

var word = strings.Repeat("Donaudampfschifffahrt", 8)

var sentence = strings.TrimSpace(strings.Repeat("Please say in your own words what you would like. ", 12))

var longTexts = form(sentence+"\n\n"+word, []string{"text", "pick"},
	fmt.Sprintf(`"text":{"type":"string","title":%q,"description":%q,"maxLength":2000}`, sentence[:149], sentence),
	fmt.Sprintf(`"word":{"type":"string","title":%q}`, word),
	fmt.Sprintf(`"pick":{"type":"string","title":"Which one?","oneOf":[{"const":"a","title":%q,"description":%q},{"const":"b","title":%q},{"const":"c","title":"Short"}]}`, sentence[:149], sentence, word),
	fmt.Sprintf(`"many":{"type":"array","title":"Which ones?","items":{"type":"string","enum":[%q,%q,"Short"]}}`, sentence[:149], word))

func numbered(count int) string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf(`"Station %d"`, i+1)
	}
	return strings.Join(list, ",")
}

var booking = form("A table for dinner. The kitchen closes at ten.", []string{"name", "guests", "day", "seat"},
	`"name":{"type":"string","title":"Your name","maxLength":60}`,
	`"guests":{"type":"integer","title":"Guests","minimum":1,"maximum":12,"default":2}`,
	`"day":{"type":"string","title":"Day","format":"date"}`,
	`"seat":{"type":"string","title":"Where would you like to sit?","oneOf":[{"const":"in","title":"Inside"},{"const":"out","title":"On the terrace"}]}`,
	`"note":{"type":"string","title":"Anything else","description":"Allergies, a high chair"}`)

const agentQuestion = `{"message":"Which parser should stay?","requestedSchema":{"type":"object","properties":{
	"question_0":{"type":"string","title":"Parser","oneOf":[{"const":"rd","title":"Recursive descent","_meta":{"_claude/askUserQuestionOption":{"description":"Simple, slow"}}},
		{"const":"pratt","title":"Pratt","_meta":{"_claude/askUserQuestionOption":{"description":"Fast, terse"}}}]},
	"question_0_custom":{"type":"string","title":"Other","_meta":{"_askUserQuestionCustomAnswer":{"questionId":"question_0","isCustomAnswer":true}}}}}}`

const bookingServer = "tables.example"

const fillBooking = `gallery.fillAll({ f0: "Ada Lovelace", f4: "One of us eats no nuts." }); gallery.day(2, "14", "2", "2028"); gallery.press("f3-1")`

const round = `{"a":{"method":"elicitation/create","params":{"message":"Who travels?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name"},"seat":{"type":"string","title":"Seat","enum":["Window","Aisle"]}},"required":["name"]}}},
	"b":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in to the airline.","url":"https://air.example/login"}},
	"c":{"method":"elicitation/create","params":{"message":"Book now?","requestedSchema":{"type":"object","properties":{}}}}}`

// approval is a tool call with a long argument and a covered one, of which a person may change one.
const approval = `{"tool":{"name":"save_comment","title":"Save comment","description":"Adds a comment to an issue.","arguments":{
	"issue":"ENG-42","body":"Fixed in 1.4.2","labels":["bug","shipped"],"notify":{"team":true,"reporter":false},"api_token":"hunter2"}},
	"message":"The reporter is waiting for an answer.","scopes":["once","session","always"],"reason":true,
	"editable":{"type":"object","properties":{"body":{"type":"string","title":"Body","minLength":3}},"required":["body"]}}`

const shortApproval = `{"tool":{"name":"save_comment","title":"Save comment","arguments":{"issue":"ENG-42","body":"Fixed in 1.4.2"}}}`

const agentApproval = `{"tool":{"name":"shell","title":"Run a command","arguments":{"command":"git push --force origin main"}},"options":[
	{"id":"a","name":"Yes","kind":"allow_once"},{"id":"b","name":"Yes, and don't ask again for git push","kind":"allow_always"},
	{"id":"c","name":"No, and say what to do instead","kind":"reject_once"},{"id":"d","name":"Never","kind":"reject_always"}]}`

var (
	served     = map[string]any{"server": map[string]any{"id": bookingServer}}
	asApproval = map[string]any{"approval": true, "server": map[string]any{"id": "linear.example"}}
)

// scenes are all scenes, in the order of the page.
var scenes = []scene{
	{name: "form", title: "A form", request: booking, options: served},
	{name: "form-errors", title: "After Continue without answers", request: booking, options: served, steps: []step{toErrors}, focus: true},
	{name: "form-review", title: "Its review", request: booking, options: served, steps: []step{{do: fillBooking}, toReview}},
	{name: "form-change", title: "Change of one answer", request: booking, options: served,
		steps: []step{{do: fillBooking}, toReview, {`gallery.press("change-0-2")`, `document.activeElement.matches(".fields *")`}}, focus: true},
	{name: "form-done", title: "The answers are sent", request: booking, options: served, steps: []step{{do: fillBooking}, toReview, toDone}},
	{name: "consent", title: "A page to open", request: page("https://login.shop.example.co.uk/authorize?client=chat&state=8f3b21")},
	{name: "kinds-empty", title: "Every kind of field, empty", request: form("Every kind of question", allKinds, kinds(false)...)},
	{name: "kinds-optional", title: "Every kind of field, optional", request: form("Every kind of question", nil, kinds(false)...)},
	{name: "kinds-suggested", title: "Every kind of field, with suggestions", request: form("Every kind of question", nil, kinds(true)...)},
	{name: "kinds-filled", title: "Every kind of field, filled in", request: form("Every kind of question", allKinds, kinds(false)...), steps: []step{{do: fillKinds}}},
	{name: "kinds-errors", title: "Every kind of field, left out", request: form("Every kind of question", allKinds, kinds(false)...), steps: []step{toErrors}},
	{name: "kinds-wrong", title: "Every kind of field, wrong", request: form("Every kind of question", allKinds, kinds(false)...), steps: []step{{do: spoilKinds}, toErrors}},
	{name: "kinds-review", title: "Review of every kind", request: form("Every kind of question", allKinds, kinds(false)...), steps: []step{{do: fillKinds}, toReview}},
	{name: "review-left-out", title: "Review of what was left out", request: form("Every kind of question", nil, kinds(false)...), steps: []step{toReview}, few: true},
	{name: "long", title: "Long texts", request: longTexts, scrolls: true},
	{name: "long-review", title: "Review of long texts", request: longTexts, few: true, scrolls: true,
		steps: []step{{do: fmt.Sprintf(`gallery.fillAll({ f0: %q, f1: %q }); gallery.press("f2-1", "f3")`, sentence+"\n\nA new line.", word)}, toReview}},
	{name: "list", title: "One of many, with the list open", few: true, focus: true, scrolls: true, request: form("Where to?", []string{"a"}, `"a":{"type":"string","title":"Station","enum":[`+numbered(60)+`]}`),
		steps: []step{{`gallery.byID("f0").focus(); gallery.byID("f0").click(); gallery.byID("f0").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))`, `document.querySelectorAll("[role=option]").length > 3`}}},
	{name: "boxes", title: "Several of many", few: true, scrolls: true, request: form("Which ones?", []string{"a"}, `"a":{"type":"array","title":"Stations","items":{"type":"string","enum":[`+numbered(40)+`]}}`),
		steps: []step{{do: `gallery.press("f0", "f0-2")`}}},
	{name: "secret", title: "What looks like a secret", few: true, request: form("Connect the account.", nil, `"city":{"type":"string","title":"City"}`, `"password":{"type":"string","title":"Password"}`)},
	{name: "secret-review", title: "Review of a secret, sent without the tick", few: true, request: form("Connect the account.", nil, `"city":{"type":"string","title":"City"}`, `"password":{"type":"string","title":"Password"}`),
		steps: []step{{do: `gallery.fillAll({ f0: "Oslo", f1: "hunter2" })`}, toReview, {`await gallery.act("send")`, `document.getElementById("agreement-error")`}}},
	{name: "question", title: "A question of a coding agent", request: agentQuestion, steps: []step{{do: `gallery.press("f0-2")`, until: `document.activeElement.id === "f1"`}}, focus: true},
	{name: "previews", title: "Options with previews", few: true, scrolls: true, request: strings.ReplaceAll(agentQuestion, `"description":`, `"preview":"expr()\n  term()","description":`), steps: []step{{do: `gallery.press("f0")`}}},
	{name: "confirm", title: "A question of yes or no", request: `{"message":"Delete the branch?","requestedSchema":{"type":"object","properties":{}}}`},
	{name: "declined", title: "Declined", few: true, request: `{"message":"Delete the branch?","requestedSchema":{"type":"object","properties":{}}}`, steps: []step{{`await gallery.act("decline")`, isOver}}},
	{name: "blocked", title: "A form that cannot be answered", request: form("Where do you live?", []string{"name", "place"}, `"name":{"type":"string","title":"Name"}`, `"street":{"type":"string","title":"Street"}`, `"place":{"type":"object","title":"Place","properties":{"city":{"type":"string"}}}`)},
	{name: "blocked-missing", title: "A form that asks for a question it does not have", request: form("Every kind of question", []string{"name", "ticket"}, kinds(true)...)},
	{name: "consent-warnings", title: "A suspicious page", request: page("http://xn--pple-43d.example:8080/authorize?" + strings.Repeat("state=8f3b21&", 20))},
	{name: "consent-blocked", title: "A page that must not be opened", request: page("https://bank.example@evil.example/"), few: true},
	{name: "waiting", title: "While the other page is open", request: page("https://shop.example/authorize"), steps: []step{{`await gallery.act("open")`, `document.querySelector("[data-action=done]")`}}},
	{name: "round", title: "The first of three requests", request: round, options: map[string]any{"round": true, "deadlineIn": 3_590_000}},
	{name: "round-review", title: "Review of the three", request: round, options: map[string]any{"round": true},
		steps: []step{{`gallery.fill("f0", "Ada Lovelace"); await gallery.act("continue")`, `document.querySelector("#address")`}, {`await gallery.act("decline")`, `document.querySelector("[data-action=confirm]")`}, {`await gallery.act("confirm")`, `document.querySelector("[data-action=send]")`}}},
	{name: "approval", title: "Approval of a tool call, one press", request: shortApproval, options: asApproval},
	{name: "approval-rest", title: "Approval after the first press, with a covered argument", request: approval, options: asApproval,
		steps: []step{{`await gallery.act("confirm")`, `document.querySelector(".warning:not([hidden])")`}}},
	{name: "approval-change", title: "Approval with a changed argument", request: approval, options: asApproval, few: true,
		steps: []step{{`gallery.press("change-0-0")`, `document.activeElement.matches(".fields *")`}, {`gallery.fill("f0", "Fixed in 1.4.3"); await gallery.act("continue")`, `document.querySelector(".answers")?.innerText.includes("1.4.3")`}}},
	{name: "approval-agent", title: "Approval with the options of an agent", request: agentApproval, options: asApproval},
	{name: "approval-done", title: "The tool call is allowed", request: shortApproval, options: asApproval, few: true, steps: []step{{`await gallery.act("confirm")`, isOver}}},
	{name: "unshown", title: "A request that cannot be shown", few: true, request: `{"mode":"voice","message":"m"}`, steps: []step{{until: `document.querySelector("[data-action=close]")`}}},
	{name: "loading", title: "Before the program runs", few: true, program: "held", request: `{"message":"Delete the branch?","requestedSchema":{"type":"object","properties":{}}}`, steps: []step{{until: `document.querySelector("[data-action]")`}}},
	{name: "broken", title: "When the program cannot run", few: true, program: "missing", request: `{"message":"Delete the branch?","requestedSchema":{"type":"object","properties":{}}}`, steps: []step{{until: `document.querySelector("[data-action]")`}}},
}

// fieldsPage shows each kind of field: its name in the heading, and the request.
const fieldsPage = "docs/reference/fields.md"

var (
	kindHeading = regexp.MustCompile("(?m)^## ([^(]+) \\(`([a-z-]+)`\\)$")
	kindRequest = regexp.MustCompile(`<RunningForm :params='([^']+)' />`)
)

// The scenes of the kinds of field are those of the page that shows them.
func init() {
	content, err := os.ReadFile(testsite.Path(fieldsPage))
	if err != nil {
		panic(err)
	}
	text := string(content)
	for _, at := range kindHeading.FindAllStringSubmatchIndex(text, -1) {
		request := kindRequest.FindStringSubmatch(text[at[1]:])
		if request == nil {
			panic(fieldsPage + " has a heading without a form: " + text[at[2]:at[3]])
		}
		scenes = append(scenes, scene{name: "kind-" + text[at[4]:at[5]], title: text[at[2]:at[3]], request: request[1], field: true})
	}
}

type variant struct {
	name, title string
	locale      string
	width       int
	dark        bool
	forced      bool
	// engines lists the engines of the variant; nil means all.
	engines []string
	// main says that the variant has all scenes; other variants leave some out.
	main bool
	// only lists the scenes of a variant that is about something other than their look.
	only []string
	// field variants show the kinds of field, each as the field alone.
	field bool
}

// wide is the width of the frame in most variants, and narrow that of a small phone.
const (
	wide       = 600
	narrow     = 320
	fieldWidth = 400
)

var variants = []variant{
	{name: "light", title: "Light", locale: "en", width: wide, main: true},
	{name: "dark", title: "Dark", locale: "en", width: wide, dark: true, main: true},
	{name: "narrow", title: "320 px", locale: "en", width: narrow, main: true},
	{name: "rtl", title: "From right to left", locale: "ar", width: wide},
	// WebKitGTK knows no forced colours, and Firefox has them for a whole profile.
	{name: "forced", title: "Forced colours", locale: "en", width: wide, forced: true, engines: []string{"Chromium"}},
}

var languages = []string{"de", "es", "fr", "pt-BR", "ar", "he", "ja", "ko", "zh-CN"}

// spoken are the scenes that are shown narrow in each language.
var spoken = []string{"form", "form-errors", "form-review", "form-done", "consent", "kinds-empty", "kinds-wrong", "kinds-review", "kinds-suggested", "secret-review", "confirm", "declined", "blocked", "blocked-missing", "consent-warnings", "waiting", "round", "round-review", "approval-rest", "approval-agent", "unshown", "broken"}

// steps are the scenes that are shown at the widths of a desk, a tablet and a phone.
var steps = []string{"form", "form-errors", "form-review", "form-change", "form-done", "consent", "consent-warnings", "waiting", "confirm", "round-review", "approval", "approval-rest", "approval-agent"}

// allVariants are the variants, the steps at each width, and each other language in a narrow frame.
func allVariants() []variant {
	list := slices.Clone(variants)
	for _, width := range []int{1280, 720, 390, narrow} {
		step := variant{name: fmt.Sprint(width), title: fmt.Sprintf("%d px", width), locale: "en", width: width,
			engines: []string{comparedEngine}, only: steps}
		if width != narrow {
			list = append(list, step)
		}
		list = append(list, step.inDark())
	}
	fields := variant{name: "fields", title: "Kinds of field", locale: "en", width: fieldWidth, engines: []string{comparedEngine}, field: true}
	list = append(list, fields, fields.inDark())
	for _, tag := range languages {
		list = append(list, variant{name: "narrow-" + tag, title: "320 px, " + tag, locale: tag, width: narrow, engines: []string{"Chromium"}, only: spoken})
	}
	return list
}

func (v variant) inDark() variant {
	v.name, v.title, v.dark = v.name+"-dark", v.title+", dark", true
	return v
}

func (v variant) shows(s scene) bool {
	if v.field || s.field {
		return v.field && s.field
	}
	if v.only != nil {
		return slices.Contains(v.only, s.name)
	}
	return v.main || !s.few
}

// isRecorded reports whether docs/gallery has the pictures. Those of other languages are only in build/gallery.
func (v variant) isRecorded() bool { return v.only == nil || v.locale == "en" }

func (v variant) in(engine string) bool {
	return v.engines == nil || slices.Contains(v.engines, engine)
}
