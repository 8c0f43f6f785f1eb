package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

func TestReadEnvelope(t *testing.T) {
	tests := []struct {
		name, params string
		want         Envelope
	}{
		{"everything", `{"_meta":{"elicitform/server":{"id":"files","name":"fs","title":"<b>Files"},"elicitform/focus":true,
			"elicitform/queue":{"position":2,"total":3},"elicitform/deadline":1790000000000,"elicitform/rejected":"too-large"}}`,
			Envelope{Server: Server{"files", "fs", "<b>Files"}, Focus: true, Queue: Queue{2, 3}, Deadline: 1790000000000, Rejected: elicit.TooLarge}},
		{"nothing", `{}`, Envelope{}},
		{"meta of the wrong type", `{"_meta":"elicitform/focus"}`, Envelope{}},
		{"wrong types", `{"_meta":{"elicitform/server":"files","elicitform/focus":1,"elicitform/queue":[2,3],
			"elicitform/deadline":"soon","elicitform/rejected":true}}`, Envelope{}},
		{"B30 no id", `{"_meta":{"elicitform/server":{"id":7,"title":"Trust me"}}}`, Envelope{Server: Server{Title: "Trust me"}}},
		{"other prefixes", `{"_meta":{"Elicitform/focus":true,"server":{"id":"x"}},"elicitform/focus":true}`, Envelope{}},
		{"impossible numbers", `{"_meta":{"elicitform/queue":{"position":4,"total":3},"elicitform/deadline":-1}}`, Envelope{}},
		{"huge numbers", `{"_meta":{"elicitform/queue":{"position":1,"total":1e300},"elicitform/deadline":1e300}}`, Envelope{}},
		{"no date", `{"_meta":{"elicitform/deadline":9007199254740991}}`, Envelope{}},
		{"fraction of a millisecond", `{"_meta":{"elicitform/deadline":1790000000000.75}}`, Envelope{Deadline: 1790000000000}},
		{"unknown rejection stays one", `{"_meta":{"elicitform/rejected":"sunspots"}}`, Envelope{Rejected: elicit.NotJSON}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ReadEnvelope(parse(t, tt.params)); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
	if got := ReadEnvelope(elicit.Value{}); !reflect.DeepEqual(got, Envelope{}) {
		t.Errorf("no params: %+v", got)
	}
}

func TestReadContext(t *testing.T) {
	before := Context{Theme: "light", Locale: "de", TimeZone: "Europe/Berlin", DisplayMode: "inline",
		Variables: []Variable{{"--font-sans", "serif"}}}
	tests := []struct {
		name, context string
		want          func(*Context)
	}{
		{"nothing", `{}`, func(*Context) {}},
		{"theme", `{"theme":"dark"}`, func(c *Context) { c.Theme = "dark" }},
		{"everything", `{"theme":"dark","locale":"pt-BR","timeZone":"America/Argentina/Buenos_Aires","displayMode":"fullscreen",
			"styles":{"variables":{"--color-text-primary":"light-dark(#111, #eee)","--shadow-sm":"0 1px 2px rgb(0 0 0 / 0.2)"}}}`,
			func(c *Context) {
				*c = Context{"dark", "pt-BR", "America/Argentina/Buenos_Aires", "fullscreen",
					[]Variable{{"--color-text-primary", "light-dark(#111, #eee)"}, {"--shadow-sm", "0 1px 2px rgb(0 0 0 / 0.2)"}}}
			}},
		{"wrong types", `{"theme":1,"locale":{},"timeZone":null,"displayMode":[],"styles":{"variables":[]}}`, func(*Context) {}},
		{"impossible values", `{"theme":"blue","locale":"de\"><b>","timeZone":"","displayMode":"huge","styles":"x"}`, func(*Context) {}},
		{"empty theme", `{"styles":{"variables":{}}}`, func(c *Context) { c.Variables = nil }},
		{"font stack", `{"styles":{"variables":{"--font-sans":"\"Segoe UI\", system-ui, sans-serif"}}}`,
			func(c *Context) { c.Variables = []Variable{{"--font-sans", `"Segoe UI", system-ui, sans-serif`}} }},
		{"foreign and unfit variables", `{"styles":{"variables":{"--mine":"red","color":"red","--Font-sans":"x","__proto__":"x",
			"--font-mono":7,"--font-weight-bold":""}}}`, func(c *Context) { c.Variables = nil }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := before
			tt.want(&want)
			if got := ReadContext(parse(t, tt.context), before); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
	if before.Variables[0].Value != "serif" {
		t.Error("the context before was changed")
	}
}

func TestVariablesCannotBreakOut(t *testing.T) {
	for _, value := range []string{
		"red;color:blue", "red}", "{", "</style>", "@import", `\75rl(x)`, "url(https://e.example)", "URL (x) url(", "Image-Set('x')",
		"expression(alert(1))", "red/*", "a\nb", "a\x00b", strings.Repeat("a", maxVariable+1),
	} {
		context := object(member("styles", object(member("variables", object(member("--font-sans", elicit.StringValue(value)))))))
		if got := ReadContext(context, Context{}); len(got.Variables) != 0 {
			t.Errorf("%q was kept", value)
		}
	}
}

func TestThereAre76Variables(t *testing.T) {
	if len(variables) != 76 {
		t.Errorf("%d names", len(variables))
	}
	for _, name := range []string{
		"--color-background-disabled", "--color-ring-warning", "--font-mono", "--font-weight-semibold", "--font-text-lg-line-height",
		"--font-heading-3xl-size", "--border-radius-full", "--border-width-regular", "--shadow-hairline",
	} {
		if !IsVariable(name) {
			t.Errorf("%s is missing", name)
		}
	}
	if IsVariable("--color-ring-ghost") {
		t.Error("--color-ring-ghost is not a name of MCP Apps")
	}
}

func TestRequestError(t *testing.T) {
	tests := []struct {
		name    string
		err     *elicit.Error
		code    int
		message string
		data    string
	}{
		{"B8 unknown mode", &elicit.Error{Reason: elicit.UnknownMode, Detail: "voice"}, InvalidParams, "elicitation request: unknown-mode: voice",
			`{"elicitform/code":"unsupported-mode","elicitform/reason":"unknown-mode"}`},
		{"B5 not JSON", &elicit.Error{Reason: elicit.NotJSON}, InvalidParams, "elicitation request: not-json",
			`{"elicitform/code":"invalid-request","elicitform/reason":"not-json"}`},
		{"long detail", &elicit.Error{Reason: elicit.DuplicateName, Detail: "\u202e" + strings.Repeat("n", 10_000)}, InvalidParams,
			"elicitation request: duplicate-name: " + strings.Repeat("n", 100),
			`{"elicitform/code":"invalid-request","elicitform/reason":"duplicate-name"}`},
		{"our own fault", nil, InternalError, "internal error", `{"elicitform/code":"internal"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, message, data := RequestError(tt.err, "")
			if code != tt.code || message != tt.message || data.JSON() != tt.data {
				t.Errorf("got %d %q %s", code, message, data.JSON())
			}
		})
	}
}
