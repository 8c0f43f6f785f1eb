package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// choiceProperty is a property with that many options, "Item 1" and so on.
func choiceProperty(name, title string, count int) string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf(`{"const":"v%d","title":"Item %d"}`, i+1, i+1)
	}
	return fmt.Sprintf(`%q:{"type":"string","title":%q,"oneOf":[%s]}`, name, title, strings.Join(list, ","))
}

// TestChoiceKinds covers T14, T15 and N12: up to 10 options are radio buttons,
// up to 50 a select, and more a list with a search. Nothing is chosen at first,
// and a choice can be taken back.
// Rows: T13, T14, T15, N12.
func TestChoiceKinds(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	properties := []string{
		choiceProperty("ten", "Ten", 10), choiceProperty("eleven", "Eleven", 11), choiceProperty("fifty", "Fifty", 50), choiceProperty("more", "More", 51),
		`"yes":{"type":"boolean","title":"Yes"}`,
		`"many":{"type":"array","title":"Many","minItems":2,"items":{"type":"string","enum":["a","b","c"]}}`,
	}
	host.inEachLanguage(t, func(t *testing.T, _ string, p uiTexts) {
		key, form := host.show(fields(properties...), nil)
		var kinds []string
		for i := range properties {
			kinds = append(kinds, eval[string](form, `(i) => { const e = document.getElementById("f" + i); return e.getAttribute("role") ?? (e.tagName === "SELECT" ? "select" : e.type); }`, i))
		}
		if got := strings.Join(kinds, " "); got != "radio select select combobox radio checkbox" {
			t.Errorf("controls: %s", got)
		}
		if got := eval[string](form, `document.querySelectorAll("input:checked").length + [...document.querySelectorAll("select")].map((s) => s.selectedIndex).join() + f3.value`); got != "00,0" {
			t.Errorf("chosen beforehand: %q", got)
		}
		form.goToReview(p)
		for _, row := range form.rows() {
			if row.Value != "" || row.None == "" {
				t.Errorf("untouched: %+v", row)
			}
		}
		form.leaveReview()
		form.wait("the form", `document.getElementById("f0")`)

		// An option is chosen and then taken back.
		form.click(form.byID("f0-2"), 1)
		form.run(`f1.focus()`)
		form.Key(kb.ArrowDown + kb.ArrowDown)
		form.click(form.byID("f4-1"), 1)
		form.click(form.byID("f5"), 1)
		form.waitUntilIdle()
		form.click(form.byID("f0-10"), 1)
		form.click(form.byID("f4-2"), 1)
		form.click(form.byID("f5"), 1)
		form.run(`f1.focus()`)
		form.Key(kb.ArrowUp + kb.ArrowUp)
		form.waitUntilIdle()
		form.goToReview(p)
		if got := host.sendAnswers(p, key); got != "{}" {
			t.Errorf("all taken back: sent %s", got)
		}
	})
	host.expectQuiet()
}

// comboboxState is a list with a search as assistive technology gets it.
type comboboxState struct {
	Expanded, Active, Value string
	Selected                bool
	Rows, Set, Position     int
}

// comboboxState reads the state of the combobox with that id. The active option
// must exist.
func (d Document) comboboxState(id string) comboboxState {
	d.t.Helper()
	d.waitUntilIdle()
	return eval[comboboxState](d, `(id) => {
		const box = document.getElementById(id), active = box.getAttribute("aria-activedescendant");
		const option = active && document.getElementById(active);
		if (active && option?.getAttribute("role") !== "option") throw new Error("no option " + active);
		const list = document.getElementById(box.getAttribute("aria-controls"));
		return {
			Expanded: box.getAttribute("aria-expanded"), Value: box.value, Active: option?.textContent ?? "",
			Rows: list.querySelectorAll("[role=option]").length,
			Set: Number(list.querySelector("[role=option]")?.getAttribute("aria-setsize") ?? 0),
			Position: Number(option?.getAttribute("aria-posinset") ?? 0),
			Selected: option?.getAttribute("aria-selected") === "true",
		};
	}`, id)
}

// TestCombobox covers N18: one of a thousand options is chosen by keyboard
// alone.
// Rows: N18.
func TestCombobox(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	thousand := fields(choiceProperty("a", "City", 1000), `"b":{"type":"string","title":"After"}`)
	key, form := host.show(thousand, nil)
	form.run(`f0.focus()`)
	expect := func(what string, want comboboxState) {
		t.Helper()
		got := form.comboboxState("f0")
		got.Rows = 0
		if got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	expect("at first", comboboxState{Expanded: "false"})
	form.Key(kb.ArrowDown)
	expect("opened", comboboxState{Expanded: "true", Active: "Item 1", Set: 1000, Position: 1})
	form.expectAccessible("an open list", "color-contrast") // axe cannot see what lies under the list.
	form.Key(kb.PageDown + kb.PageDown + kb.ArrowDown)
	expect("twice a page down", comboboxState{Expanded: "true", Active: "Item 22", Set: 1000, Position: 22})
	if !eval[bool](form, `(() => { const list = document.querySelector("[role=listbox]").getBoundingClientRect(), row = document.getElementById(document.querySelector("[role=combobox]").getAttribute("aria-activedescendant")).getBoundingClientRect(); return row.top >= list.top - 1 && row.bottom <= list.bottom + 1; })()`) {
		t.Error("the active option is out of sight")
	}
	form.Key(kb.Escape)
	expect("Escape", comboboxState{Expanded: "false"})
	if form.heading() != askingHeading("Example") || len(host.outcomes(key)) != 0 {
		t.Fatal("Escape did more than close the list")
	}
	form.Key(kb.ArrowUp)
	expect("opened from the end", comboboxState{Expanded: "true", Active: "Item 1000", Set: 1000, Position: 1000})
	form.Key(kb.Escape)

	form.Key("987")
	expect("typed", comboboxState{Expanded: "true", Value: "987", Set: 1})
	form.Key(kb.ArrowDown)
	expect("the only one", comboboxState{Expanded: "true", Value: "987", Active: "Item 987", Set: 1, Position: 1})
	form.Key(kb.Enter)
	expect("Enter", comboboxState{Expanded: "false", Value: "Item 987"})
	if form.heading() != askingHeading("Example") {
		t.Fatal("Enter continued")
	}
	form.Key(kb.ArrowDown)
	expect("opened again", comboboxState{Expanded: "true", Value: "Item 987", Active: "Item 987", Set: 1000, Position: 987, Selected: true})
	form.Key(kb.ArrowUp + kb.Tab)
	if id := eval[string](form, `document.activeElement.id`); id == "f0" {
		t.Error("Tab did not leave")
	}
	expect("Tab takes", comboboxState{Expanded: "false", Value: "Item 986"})

	// A text that is not an option is not an answer.
	form.setText("f0", "nowhere")
	form.waitUntilIdle()
	if text := eval[string](form, `document.body.innerText`); !strings.Contains(text, "Nothing matches") {
		t.Error("it is not said that nothing matches")
	}
	form.Key(kb.Escape)
	form.setText("f0", "v42") // The value finds the option, too.
	form.Key(kb.ArrowDown + kb.Enter)
	form.waitUntilIdle()
	form.toReview()
	if row := form.rows()[0]; row.Value != "Item 42" {
		t.Errorf("review %+v", row)
	}
	host.expectSent(key, `{"a":"v42"}`)
	for _, locale := range testedLanguages[1:] {
		t.Run(locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(locale, "UTC")
			key, form := host.show(thousand, nil)
			form.run(`f0.focus()`)
			form.Key(kb.ArrowDown + kb.ArrowDown + kb.Enter)
			if got := form.comboboxState("f0"); got.Value != "Item 2" || got.Expanded != "false" {
				t.Errorf("%+v", got)
			}
			form.goToReview(uiTextsOf[locale])
			if got := host.sendAnswers(uiTextsOf[locale], key); got != `{"a":"v2"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.expectQuiet()
}

// TestFilteredBoxes covers T16 and P6: with more than twenty options, a filter
// and a count stand before the check boxes. Options that the filter hides stay
// chosen.
// Rows: T16, P6.
func TestFilteredBoxes(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	list := make([]string, 60)
	for i := range list {
		list[i] = fmt.Sprintf(`"Item %d"`, i+1)
	}
	params := fields(`"m":{"type":"array","title":"Many","minItems":2,"maxItems":3,"items":{"type":"string","enum":[` + strings.Join(list, ",") + `]}}`)
	for _, test := range []struct{ locale, count string }{{"en", "3 chosen"}, {"de", "3 ausgewählt"}, {"ar", "3"}, {"ja", "3"}} {
		t.Run(test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			p := uiTextsOf[test.locale]
			key, form := host.show(params, nil)
			tick := func(item string) {
				t.Helper()
				form.setText("f0-filter", item)
				form.waitUntilIdle()
				form.click(form.find("checkbox", item), 1)
				form.waitUntilIdle()
			}
			const room = `document.documentElement.style.cssText`
			before := eval[string](form, room)
			tick("Item 60")
			if after := eval[string](form, room); after != before {
				t.Errorf("the filter takes the room of a list: %s, it was %s", after, before)
			}
			if problem := form.continueAndReadErrors(p)[0]; problem == "" || test.locale == "en" && problem != "Select 2 to 3" {
				t.Errorf("too few: %q", problem)
			}
			tick("Item 33")
			tick("Item 44")
			if notes := eval[string](form, `[...document.querySelectorAll("p:not([hidden])")].map((p) => p.textContent).join()`); !strings.Contains(notes, test.count) {
				t.Errorf("the count says %q", notes)
			}
			form.setText("f0-filter", "nowhere")
			form.Key(kb.Enter) // Enter searches, and does not continue.
			form.waitUntilIdle()
			if form.heading() == p.Review {
				t.Fatal("Enter in the filter continued")
			}
			tick("Item 7")
			if problem := form.continueAndReadErrors(p)[0]; problem == "" || test.locale == "en" && problem != "Select 2 to 3" {
				t.Errorf("too many: %q", problem)
			}
			tick("Item 7")
			form.setText("f0-filter", "")
			form.waitUntilIdle()
			if on := eval[int](form, `document.querySelectorAll("input:checked").length`); on != 3 {
				t.Errorf("%d boxes are on after filtering", on)
			}
			form.goToReview(p)
			if got := host.sendAnswers(p, key); got != `{"m":["Item 33","Item 44","Item 60"]}` {
				t.Errorf("sent %s", got)
			}
		})
	}
}

// TestLookAlikes_InTheBrowser: the browser's normalize function decides which options look the same.
// Rows: T17.
func TestLookAlikes_InTheBrowser(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(
		`"a":{"type":"string","title":"A","enum":["caf\u00e9","cafe\u0301","tea"]}`,
		`"b":{"type":"string","title":"B","enum":["a\u2010b","a\u2011b"]}`,
		`"c":{"type":"string","title":"C","oneOf":[{"const":"x","title":"\u1780"},{"const":"y","title":"\u1780\u17b4"}]}`,
		`"d":{"type":"string","title":"D","enum":["q\u0307\u0323","q\u0323\u0307"]}`,
	), nil)
	controls := form.controls()
	want := [][]string{
		{"caf\u00e9 (\"caf⟨U+00E9⟩\")", "cafe\u0301 (\"cafe⟨U+0301⟩\")", "tea", "No answer"},
		{"a\u2010b (\"a⟨U+2010⟩b\")", "a\u2011b (\"a⟨U+2011⟩b\")", "No answer"},
		{"\u1780 (x)", "\u1780\u17b4 (y)", "No answer"},
		{"q\u0307\u0323 (\"q⟨U+0307⟩⟨U+0323⟩\")", "q\u0323\u0307 (\"q⟨U+0323⟩⟨U+0307⟩\")", "No answer"},
	}
	for i, want := range want {
		if !slices.Equal(controls[i].Options, want) {
			t.Errorf("options %+q\nwant %+q", controls[i].Options, want)
		}
	}
	form.Choose("A", want[0][1])
	form.toReview()
	if _, sent := host.send(key); sent != `{"a":"cafe\u0301"}` && sent != "{\"a\":\"cafe\u0301\"}" {
		t.Errorf("sent %+q", sent)
	}
}

// TestFastPresses covers F8 for choices: if presses come faster than the form
// is drawn, all of them count and the last one stays.
// Rows: F8, T14, T16.
func TestFastPresses(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(
		`"one":{"type":"string","title":"One","enum":["a","b","c"]}`,
		`"many":{"type":"array","title":"Many","items":{"type":"string","enum":["x","y","z"]}}`), nil)
	// First all presses come in one task, long before the next drawing. Then
	// the form may be drawn between two of them.
	form.run(`for (let round = 0; round < 50; round++) { document.getElementById("f0").click(); document.getElementById("f0-1").click(); document.getElementById("f1").click(); }`)
	for _, between := range []string{
		`null`, `new Promise((done) => setTimeout(done))`, `new Promise((done) => requestAnimationFrame(done))`,
		`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`, `testClock.advance(1)`, `testClock.advance(9)`,
	} {
		form.run(`(async () => {
			document.getElementById("f0").click();
			document.getElementById("f1-2").click();
			await ` + between + `;
			document.getElementById("f0-1").click();
			document.getElementById("f1-2").click();
		})()`)
		form.waitUntilIdle()
		if got := eval[string](form, `[...document.querySelectorAll(":checked")].map((e) => e.id).join()`); got != "f0-1" {
			t.Errorf("with %s between the presses %q is on", between, got)
		}
	}
	form.sendAnswers()
	host.outcome(key)
	expectSameJSON(t, "content", host.lastContent(), `{"one":"b"}`)
	host.expectQuiet()
}

// TestListLiesOverTheForm: an open list keeps the frame's height where it has room below or above, and stays off the server's name.
// A frame without room grows by the missing height.
// Rows: T15.
func TestListLiesOverTheForm(t *testing.T) {
	t.Parallel()
	options := make([]string, 60)
	for i := range options {
		options[i] = fmt.Sprintf(`"Country %d"`, i+1)
	}
	country := `"c":{"type":"string","title":"Country","enum":[` + strings.Join(options, ",") + `]}`
	const texts = `"x":{"type":"string","title":"X"},"y":{"type":"string","title":"Y"},"z":{"type":"string","title":"Z"}`
	for _, test := range []struct{ name, properties, class string }{
		{"below", country + "," + texts, "list"}, {"above", texts + "," + country, "list up"}, {"alone", country, "list"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			host.viewport(380, 1200, 1)
			_, form := host.show(`{"message":"Pick a country","requestedSchema":{"type":"object","properties":{`+test.properties+`}}}`, nil)
			const height = `document.documentElement.getBoundingClientRect().height`
			before := eval[float64](form, height)
			box := form.element(`document.querySelector("[role=combobox]")`)
			if got := eval[string](form, `document.querySelector("[role=combobox]").placeholder`); got != "Choose or type" {
				t.Errorf("the placeholder is %q", got)
			}
			form.click(box, 1)
			form.wait("the list within the frame", `(() => {
				const list = document.querySelector(".list:not([hidden])")?.getBoundingClientRect();
				return list && list.height <= 209 && list.height > 120 && list.bottom <= innerHeight && list.top >= document.querySelector(".server").getBoundingClientRect().bottom;
			})()`)
			if class := eval[string](form, `document.querySelector(".list").className`); class != test.class {
				t.Errorf("the list is placed as %q", class)
			}
			if grown := eval[float64](form, height) - before; test.name != "alone" && grown != 0 || grown > 208 {
				t.Errorf("the frame grows by %v px", grown)
			}
			form.run(`document.querySelector("[role=combobox]").blur()`)
			form.wait("the list to close", `document.querySelector(".list").hidden`)
			form.expectAccessible("a closed list")
		})
	}
}
