package answer_test

import (
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// readJSON returns the answer as JSON, or "absent".
func readJSON(t *testing.T, f schema.Field, d answer.Draft) string {
	t.Helper()
	a, fault := answer.Read(f, d, envFor("en"))
	switch {
	case fault != answer.FaultNone:
		return "fault " + string(fault)
	case a.Absent:
		return "absent"
	}
	return a.Value.JSON()
}

func strs(texts ...string) request.Value {
	v := request.Value{Type: request.Array}
	for _, text := range texts {
		v.Items = append(v.Items, request.StringValue(text))
	}
	return v
}

func options(values ...request.Value) []schema.Option {
	var list []schema.Option
	for _, v := range values {
		list = append(list, schema.Option{Value: v})
	}
	return list
}

func TestText_IsKeptAsTyped(t *testing.T) {
	f := schema.Field{Kind: schema.Text}
	for text, want := range map[string]string{
		"":                  "absent",
		"x":                 `"x"`,
		"  two  spaces ":    `"  two  spaces "`,
		" ":                 `" "`,
		"a\nb":              `"a\nb"`,
		"\u200bzero\u200ew": "\"\u200bzero\u200ew\"",
	} {
		t.Run(text, func(t *testing.T) {
			if got := readJSON(t, f, draftOf(text)); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		})
	}
}

func TestText_EmptyIsSentOnlyWhereItSaysSomething(t *testing.T) {
	field := func(change func(*schema.Field)) schema.Field {
		f := schema.Field{Kind: schema.Text, MinLength: -1, MaxLength: -1, Default: request.StringValue("Ann")}
		change(&f)
		return f
	}
	plain := field(func(*schema.Field) {})
	for _, test := range []struct {
		name  string
		field schema.Field
		draft answer.Draft
		want  string
	}{
		{"default stands", plain, answer.Start(plain, envFor("en")), `"Ann"`},
		{"cleared by the button", plain, answer.Clear(plain), `""`},
		{"emptied by typing", plain, draftOf(""), `""`},
		{"never touched", plain, answer.Draft{}, "absent"},
		{"cleared, minLength 0", field(func(f *schema.Field) { f.MinLength = 0 }), answer.Draft{Origin: answer.Cleared}, `""`},
		{"cleared, minLength", field(func(f *schema.Field) { f.MinLength = 1 }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"cleared, pattern", field(func(f *schema.Field) { f.Pattern = "." }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"cleared, format", field(func(f *schema.Field) { f.Format = "uuid" }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"cleared, const", field(func(f *schema.Field) { f.Const = request.StringValue("Ann") }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"cleared, required", field(func(f *schema.Field) { f.Required = true }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"cleared, e-mail", field(func(f *schema.Field) { f.Kind = schema.Email }), answer.Draft{Origin: answer.Cleared}, "absent"},
		{"default is empty", field(func(f *schema.Field) { f.Default = request.StringValue("") }), answer.Draft{Origin: answer.Suggested}, `""`},
		{"default is empty, typed and removed", field(func(f *schema.Field) { f.Default = request.StringValue("") }), draftOf(""), `""`},
		{"left empty, required", field(func(f *schema.Field) { f.Required = true }), answer.Draft{Origin: answer.LeftEmpty}, `""`},
		{"left empty, minLength", field(func(f *schema.Field) { f.Required, f.MinLength = true, 1 }), answer.Draft{Origin: answer.LeftEmpty}, "absent"},
		{"left empty, optional", field(func(f *schema.Field) { f.Pattern = "." }), answer.Draft{Origin: answer.LeftEmpty}, "absent"},
		{"left empty, then typed", field(func(f *schema.Field) { f.Required = true }), answer.Draft{Origin: answer.LeftEmpty, Text: "x"}, `"x"`},
		{"no default", field(func(f *schema.Field) { f.Default = request.Value{} }), draftOf(""), "absent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := readJSON(t, test.field, test.draft); got != test.want {
				t.Errorf("%s: %s, want %s", test.name, got, test.want)
			}
		})
	}
}

// Rows: F9.
func TestAddresses_IgnoreWhatCannotBeSeen(t *testing.T) {
	for _, kind := range []schema.Kind{schema.Email, schema.URI} {
		f := schema.Field{Kind: kind}
		for text, want := range map[string]string{
			" a@b.example\u00a0":       `"a@b.example"`,
			"\ufeffa@b\u200b.example ": `"a@b.example"`,
			"\u202aa@b.example\u202c":  `"a@b.example"`,
			"A@B.example":              `"A@B.example"`,
			"a b@c.example":            `"a b@c.example"`,
			" \u200b":                  "absent",
			"":                         "absent",
		} {
			t.Run(text, func(t *testing.T) {
				if got := readJSON(t, f, draftOf(text)); got != want {
					t.Errorf("%q: %s, want %s", text, got, want)
				}
			})
		}
	}
}

func TestChoice_SendsTheValue(t *testing.T) {
	f := schema.Field{Kind: schema.Choice, Options: options(request.StringValue("a"), request.StringValue(""), request.NumberValue("1.0"))}
	for _, test := range []struct {
		chosen []int
		want   string
	}{
		{nil, "absent"}, {[]int{0}, `"a"`}, {[]int{1}, `""`}, {[]int{2}, "1.0"}, {[]int{3}, "absent"}, {[]int{-1}, "absent"},
	} {
		t.Run(fmt.Sprintf("%+v", test.chosen), func(t *testing.T) {
			if got := readJSON(t, f, answer.Draft{Origin: answer.Edited, Chosen: test.chosen}); got != test.want {
				t.Errorf("%v: %s, want %s", test.chosen, got, test.want)
			}
		})
	}
	f.Default = request.NumberValue("1")
	if d := answer.Start(f, envFor("en")); len(d.Chosen) != 1 || d.Chosen[0] != 2 || readJSON(t, f, d) != "1" {
		t.Errorf("default: %+v, sends %s", d, readJSON(t, f, d))
	}
	f.Default = request.StringValue("other")
	if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched || !d.Blank() {
		t.Errorf("a default outside the options was applied: %+v", d)
	}
}

// Rows: N13.
func TestBoolean_YesNoAndNoAnswer(t *testing.T) {
	f := schema.Field{Kind: schema.Boolean, Options: options(request.BoolValue(true), request.BoolValue(false))}
	for _, test := range []struct {
		chosen []int
		want   string
	}{{nil, "absent"}, {[]int{0}, "true"}, {[]int{1}, "false"}} {
		t.Run(fmt.Sprintf("%+v", test.chosen), func(t *testing.T) {
			if got := readJSON(t, f, answer.Draft{Chosen: test.chosen}); got != test.want {
				t.Errorf("%v: %s, want %s", test.chosen, got, test.want)
			}
		})
	}
	for _, truth := range []bool{true, false} {
		f.Default = request.BoolValue(truth)
		if got := readJSON(t, f, answer.Start(f, envFor("en"))); got != f.Default.JSON() {
			t.Errorf("default %v: %s", truth, got)
		}
	}
}

func TestChoices_KeepTheOrderOfTheSchema(t *testing.T) {
	f := schema.Field{Kind: schema.Choices, Options: options(request.StringValue("a"), request.StringValue("b"), request.StringValue("c"))}
	for _, test := range []struct {
		chosen []int
		want   string
	}{{nil, "absent"}, {[]int{2, 0}, `["a","c"]`}, {[]int{1, 1}, `["b"]`}, {[]int{7}, "absent"}} {
		t.Run(fmt.Sprintf("%+v", test.chosen), func(t *testing.T) {
			if got := readJSON(t, f, answer.Draft{Chosen: test.chosen}); got != test.want {
				t.Errorf("%v: %s, want %s", test.chosen, got, test.want)
			}
		})
	}
	f.Default = strs("c", "a")
	d := answer.Start(f, envFor("en"))
	if got := readJSON(t, f, d); got != `["c","a"]` || len(d.Chosen) != 2 || d.Chosen[0] != 0 {
		t.Errorf("default: %s %+v", got, d)
	}
	f.Default = strs()
	if got := readJSON(t, f, answer.Start(f, envFor("en"))); got != "absent" {
		t.Errorf("empty default: %s", got)
	}
	f.Default = strs("a", "other")
	if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched {
		t.Errorf("a default outside the options was applied: %+v", d)
	}
}

func TestList_OneEntryALine(t *testing.T) {
	f := schema.Field{Kind: schema.List}
	for text, want := range map[string]string{
		"":              "absent",
		" \n\r\n\u200b": "absent",
		"a":             `["a"]`,
		"b\r\n\na \n b": `["b","a "," b"]`,
		"a\na":          `["a","a"]`,
	} {
		t.Run(text, func(t *testing.T) {
			if got := readJSON(t, f, draftOf(text)); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		})
	}
	f.Default = strs("x", "y ")
	d := answer.Start(f, envFor("en"))
	if got := readJSON(t, f, d); d.Text != "x\ny " || got != `["x","y "]` {
		t.Errorf("default: %q, sends %s", d.Text, got)
	}
	for _, entry := range []string{"", "y\nz"} {
		t.Run(fmt.Sprintf("default with the entry %q", entry), func(t *testing.T) {
			f.Default = strs("x", entry)
			if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched {
				t.Errorf("a default with an entry that no line can hold was applied: %+v", d)
			}
		})
	}
	a, _ := answer.Read(f, draftOf("a\nb"), envFor("en"))
	if got := answer.Show(f, a, envFor("en"), nil).Text; got != "a\nb" {
		t.Errorf("shown %q", got)
	}
}

func TestStart_WithoutDefaultIsUntouchedAndAbsent(t *testing.T) {
	for _, kind := range schema.Kinds() {
		f := schema.Field{Kind: kind, MinLength: -1, Options: options(request.BoolValue(true))}
		d := answer.Start(f, envFor("en"))
		if d.Origin != answer.Untouched || !d.Blank() || readJSON(t, f, d) != "absent" {
			t.Errorf("kind %q: %+v %s", kind, d, readJSON(t, f, d))
		}
		if d := answer.Clear(f); d.Origin != answer.Untouched || !d.Blank() {
			t.Errorf("kind %q cleared: %+v", kind, d)
		}
		f.Default = request.Value{Type: request.Null}
		if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched || !d.Blank() {
			t.Errorf("kind %q opens with null: %+v", kind, d)
		}
	}
}

func TestShow_TitlesWhatIsChosenAndSaysWhatIsSent(t *testing.T) {
	title := func(option int) string { return []string{"Slow", "Fast"}[option] }
	values := options(strs("slow", "fast").Items...)
	truths := options(request.Value{Type: request.Bool, Truth: true}, request.Value{Type: request.Bool})
	for _, test := range []struct {
		kind    schema.Kind
		options []schema.Option
		value   request.Value
		want    answer.Display
	}{
		{schema.Choice, values, request.StringValue("fast"), answer.Display{Text: "Fast"}},
		{schema.Choices, values, strs("slow", "fast"), answer.Display{Text: "Slow\nFast"}},
		{schema.Boolean, truths, truths[1].Value, answer.Display{Text: "Fast"}},
	} {
		t.Run(fmt.Sprintf("%+v", test.kind), func(t *testing.T) {
			if got := answer.Show(schema.Field{Kind: test.kind, Options: test.options}, answer.Answer{Value: test.value}, envFor("en"), title); got != test.want {
				t.Errorf("kind %q: %+v, want %+v", test.kind, got, test.want)
			}
		})
	}
	a := answer.Answer{Value: request.StringValue("x")}
	if got := answer.Show(schema.Field{Kind: schema.URI}, a, envFor("en"), nil).Text; got != "x" {
		t.Errorf("uri: %q", got)
	}
	if got := answer.Show(schema.Field{}, answer.Answer{Absent: true}, envFor("en"), nil).Text; got != "" {
		t.Errorf("absent: %q", got)
	}
	big := answer.Answer{Value: request.NumberValue("1234567")}
	if got := answer.Show(schema.Field{Kind: schema.Integer}, big, envFor("de"), nil).Text; got != "1.234.567" {
		t.Errorf("integer: %q", got)
	}
}

func TestDraft_SameAndBlank(t *testing.T) {
	full := answer.Draft{Text: "a", Day: "1", Month: "2", Year: "3", Clock: "4", Zone: "5", Fold: answer.FoldLater, Chosen: []int{1}}
	second := full
	second.Origin, second.Chosen = answer.Edited, []int{1}
	if !full.Same(second) {
		t.Error("the origin counts")
	}
	for i, change := range []func(*answer.Draft){
		func(d *answer.Draft) { d.Text = "" }, func(d *answer.Draft) { d.Day = "" }, func(d *answer.Draft) { d.Month = "" },
		func(d *answer.Draft) { d.Year = "" }, func(d *answer.Draft) { d.Clock = "" }, func(d *answer.Draft) { d.Zone = "" },
		func(d *answer.Draft) { d.Fold = 0 }, func(d *answer.Draft) { d.Chosen = nil },
	} {
		changed := full
		change(&changed)
		if full.Same(changed) {
			t.Errorf("change %d does not count", i)
		}
	}
	if full.Blank() || !(answer.Draft{Zone: "UTC", Origin: answer.Cleared}).Blank() {
		t.Error("Blank: a full draft is blank, or a zone counts")
	}
}

// Rows: T8.
func TestCountCodePoints(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 2, "👩‍👩‍👧": 5, "𝒳": 1} {
		t.Run(text, func(t *testing.T) {
			if got := answer.CountCodePoints(text); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		})
	}
}

// The review omits a value that abbreviates its title, and shows any other value.
// Rows: R6.
func TestShow_SaysWhatIsSentWhereItDiffers(t *testing.T) {
	for _, test := range []struct {
		title, value string
		showsRaw     bool
	}{
		{"Euro", "EUR", false}, {"Window seat", "window", false}, {"United States", "US", false}, {"Deutschland", "de", false}, {"Slow", "slow", false},
		{"Keep my data", "delete", true}, {"Yes", "no", true}, {"Yes, go on", "no", true}, {"1 month", "12", true}, {"Europe (Frankfurt)", "eu-central-1", true},
		{"!", "?", true},
	} {
		t.Run(test.title+" "+test.value, func(t *testing.T) {
			f := schema.Field{Kind: schema.Choice, Options: options(request.StringValue(test.value))}
			shown := answer.Show(f, answer.Answer{Value: request.StringValue(test.value)}, envFor("en"), func(int) string { return test.title })
			if (shown.Raw != "") != test.showsRaw {
				t.Errorf("%q for %q: shows %q, want a value: %v", test.value, test.title, shown.Raw, test.showsRaw)
			}
		})
	}
}
