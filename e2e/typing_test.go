package e2e

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// caret is the content of the focused control, and the position of its caret.
type caret struct {
	Value      string
	Start, End int
}

func (d Document) caret() caret {
	d.t.Helper()
	d.waitUntilIdle()
	return eval[caret](d, `(({value, selectionStart, selectionEnd}) => ({Value: value, Start: selectionStart, End: selectionEnd}))(document.activeElement)`)
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }

const typingForm = `"n":{"type":"number","title":"N"},"i":{"type":"integer","title":"I"},"t":{"type":"string","title":"T"},"l":{"type":"string","title":"Notes","maxLength":500},"e":{"type":"string","title":"E","format":"email"}`

// kindsToTest is how many kinds of controls are tested in a language: all of
// them in English, and only the number in the others, because only numbers
// depend on the language.
func kindsToTest(locale string, all int) int {
	if locale == "en" {
		return all
	}
	return 1
}

// TestTyping covers F8 and P3: after each key the control has the typed text, and the caret is
// behind it, in every language and kind of control.
// Rows: F8, P3.
func TestTyping(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.inEachLanguage(t, func(t *testing.T, locale string, _ uiTexts) {
		key, form := host.show(fields(typingForm), nil)
		form.run(`window.built = [...document.querySelectorAll("input, textarea")]`)
		for i := range kindsToTest(locale, 4) {
			for _, text := range []string{"1.50", "-", "1e", "٣", "2,5"} {
				form.setText(fmt.Sprint("f", i), "")
				typed := ""
				for _, r := range text {
					form.Key(string(r))
					typed += string(r)
					if got, want := form.caret(), (caret{typed, units(typed), units(typed)}); got != want {
						t.Errorf("f%d: typed %q: %+v", i, typed, got)
					}
				}
			}
			// Typing in the middle of a text.
			form.setText(fmt.Sprint("f", i), "1250")
			form.Key(kb.ArrowLeft + kb.ArrowLeft)
			form.Key(".")
			if got := form.caret(); got != (caret{"12.50", 3, 3}) {
				t.Errorf("f%d: a key in the middle: %+v", i, got)
			}
			form.Key(kb.Backspace + "7")
			if got := form.caret(); got != (caret{"12750", 3, 3}) {
				t.Errorf("f%d: two keys in the middle: %+v", i, got)
			}
		}
		if !eval[bool](form, `built.every((control) => control.isConnected)`) {
			t.Error("a control was built anew while somebody typed")
		}
		host.withdrawShown(key)
	})
	host.expectQuiet()
}

// TestFastTyping covers F8: no key is lost if keys come faster than the form is
// drawn.
// Rows: F8.
func TestFastTyping(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(typingForm), nil)
	const text = "12345678901234567890"
	for i := range 4 {
		form.setText(fmt.Sprint("f", i), "")
		form.Key(text)
		if got := form.caret(); got != (caret{text, 20, 20}) {
			t.Errorf("f%d: %+v", i, got)
		}
	}
	form.setText("f1", "42")
	form.setText("f0", "")
	// If Continue is pressed right after the last key, that key counts too.
	form.Key("7.25")
	form.toReview()
	host.expectSent(key, `{"n":7.25,"i":42,"t":"`+text+`","l":"`+text+`"}`)
}

// TestInputMethod covers F8: a composition is neither interrupted nor
// overwritten, and the Enter that ends it does not continue the form.
// Rows: F8.
func TestInputMethod(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.inEachLanguage(t, func(t *testing.T, locale string, _ uiTexts) {
		key, form := host.show(fields(typingForm), nil)
		form.run(`(() => {
			window.over = new AbortController();
			window.ended = 0;
			addEventListener("compositionend", () => window.ended++, { capture: true, signal: over.signal });
		})()`)
		for i := range kindsToTest(locale, 4) {
			form.setText(fmt.Sprint("f", i), "a")
			before := eval[int](form, `ended`)
			for _, text := range []string{"に", "にほ", "にほん"} {
				form.compose(text)
				if got := form.caret(); got.Value != "a"+text || got.Start != 1+units(text) {
					t.Errorf("f%d: composing %q: %+v", i, text, got)
				}
			}
			// The host changes its theme meanwhile.
			host.page().run(`(theme) => host.setContext({theme})`, []string{"dark", "light"}[i%2])
			form.composingEnter()
			host.waitUntilIdle()
			if got := form.caret(); got.Value != "aにほん" || eval[int](form, `ended`) != before {
				t.Errorf("f%d: the composition was interrupted: %+v", i, got)
			}
			form.insert("日本")
			if got := form.caret(); got != (caret{"a日本", 3, 3}) || eval[int](form, `ended`) != before+1 {
				t.Errorf("f%d: after the composition: %+v", i, got)
			}
		}
		if eval[int](form, listedProblems+`.length`) != 0 {
			t.Error("an Enter of the input method continued")
		}
		form.run(`over.abort()`)
		host.withdrawShown(key)
	})
}

func (tab *Tab) compose(text string) {
	tab.t.Helper()
	n := int64(units(text))
	if _, err := chromedp.Call(tab.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: n, SelectionEnd: n}); err != nil {
		tab.t.Fatal(err)
	}
}

// composingEnter presses Enter as an input method reports it.
func (tab *Tab) composingEnter() {
	tab.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		event := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 229}
		if _, err := chromedp.Call(tab.ctx, input.DispatchKeyEvent, event); err != nil {
			tab.t.Fatal(err)
		}
	}
}

// pressEditingKey presses a key that stands for an editing command.
func (tab *Tab) pressEditingKey(key rune, command string) {
	tab.t.Helper()
	events := driver.KeyEvents(key, chromedp.ModifierCtrl)
	events[0].Commands = []string{command}
	for _, event := range events {
		if _, err := chromedp.Call(tab.ctx, input.DispatchKeyEvent, event); err != nil {
			tab.t.Fatal(err)
		}
	}
}

// TestUndo covers F8: the browser's own undo works, and the text that it
// restores is sent.
// Rows: F8.
func TestUndo(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.inEachLanguage(t, func(t *testing.T, locale string, p uiTexts) {
		key, form := host.show(fields(typingForm), nil)
		for i := range kindsToTest(locale, 4) {
			form.setText(fmt.Sprint("f", i), "12")
			form.Key(kb.End)
			form.insert("34")
			form.waitUntilIdle()
			form.pressEditingKey('z', "undo")
			if got := form.caret(); got.Value == "1234" || !strings.HasPrefix("1234", got.Value) {
				t.Errorf("f%d: undone to %+v", i, got)
			}
			form.pressEditingKey('y', "redo")
			if got := form.caret(); got.Value != "1234" {
				t.Errorf("f%d: done again to %+v", i, got)
			}
			form.Key("5")
			form.pressEditingKey('z', "undo")
			form.waitUntilIdle()
		}
		stands := eval[string](form, `f0.value`)
		form.goToReview(p)
		want := fmt.Sprintf(`{"n":%s`, stands)
		if got := host.sendAnswers(p, key); !strings.HasPrefix(got, want+",") && got != want+"}" {
			t.Errorf("sent %s, in the control stood %s", got, stands)
		}
	})
}

// TestWheelAndArrows covers T12 and N10: a number is a text input, which
// neither the wheel nor the arrow keys change.
// Rows: T12, N10.
func TestWheelAndArrows(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(typingForm), nil)
	for i := range 2 {
		id := fmt.Sprint("f", i)
		form.fill(id, "5")
		x, y := form.clickPoint(form.byID(id))
		for _, delta := range []float64{120, -120} {
			_, err := chromedp.Call(form.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: chromedp.MouseWheel, X: x, Y: y, DeltaX: 1, DeltaY: delta})
			must(t, err)
		}
		form.Key(kb.ArrowUp + kb.ArrowUp + kb.ArrowDown + kb.PageUp)
		host.waitUntilIdle()
		if got := form.caret(); got.Value != "5" {
			t.Errorf("%s became %q", id, got.Value)
		}
		if role := form.byID(id).Role; role != "textbox" {
			t.Errorf("%s is a %s", id, role)
		}
	}
	host.withdrawShown(key)
}
