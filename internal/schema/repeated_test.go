package schema

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// TestRepeatedDescriptions_AreNotDrawn: a description that only repeats a text near it is dropped, a longer one stays.
// Rows: N16.
func TestRepeatedDescriptions_AreNotDrawn(t *testing.T) {
	for _, c := range []struct{ what, message, property, want string }{
		{"the title", "m", `{"type":"string","title":"Go on?","description":"Go on?"}`, ""},
		{"the title in other letters", "m", `{"type":"string","title":"Your name","description":" your  Name: "}`, ""},
		{"the name", "m", `{"type":"string","description":"first name"}`, ""},
		{"the name, beside a title", "m", `{"type":"string","title":"Vorname","description":"First name."}`, ""},
		{"the message", "What is your name?", `{"type":"string","title":"Name","description":"What is your name"}`, ""},
		{"more than the title", "m", `{"type":"string","title":"Name","description":"Name, as in your passport"}`, "Name, as in your passport"},
		{"another sign", "m", `{"type":"string","title":"5","description":"-5"}`, "-5"},
		{"only marks", "?", `{"type":"string","title":"?","description":"!"}`, "!"},
	} {
		t.Run(c.what, func(t *testing.T) {
			form := formOf(t, c.message, `{"type":"object","properties":{"first_name":`+c.property+`}}`)
			if got := string(form.Fields[0].Description); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	long := strings.Repeat("a", safetext.DescriptionLimit)
	if form := formOf(t, long+" of it", `{"type":"object","properties":{"a":{"type":"string","description":"`+long+` of them"}}}`); form.Fields[0].Description == "" {
		t.Error("a long description with another end than the message's is not drawn")
	}
	form := formOf(t, "Book a table.", `{"type":"object","title":"Book","description":"Book a table","properties":{"seat":{"type":"string","oneOf":[
		{"const":"in","title":"Inside","description":"inside"},{"const":"out","description":"out"},{"const":"b","title":"Bar","description":"Loud"}]}}}`)
	options := form.Fields[0].Options
	if form.Description != "" || options[0].Description != "" || options[1].Description != "" || options[2].Description != "Loud" {
		t.Errorf("form %q, options %+v", form.Description, options)
	}
}
