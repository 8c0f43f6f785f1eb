package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestSoak shows request after request in one frame, each on a random but
// repeatable path. It compares the memory of the frame at the end with the memory
// after the first hundred. SOAK is the number of requests, and SEED chooses the
// paths.
// Rows: D1, N20.
func TestSoak(t *testing.T) {
	t.Parallel()
	count, seed := envInt(t, "SOAK", 45), envInt(t, "SEED", 1)
	host := openHostPage(t)
	host.countCPU()
	host.countReleased()
	host.mount(map[string]any{"context": map[string]any{"locale": "en", "timeZone": "UTC"}, "drafts": false})
	host.waitUntilReady()
	w := &soakRunner{Host: host, random: rand.New(rand.NewPCG(uint64(seed), 0)), counts: map[string]int{}}
	baseline := min(100, count/3)
	var first footprint
	began := time.Now()
	for i := range count {
		w.number = i
		w.runRandomPath()
		if t.Failed() {
			t.Fatalf("SEED=%d: request %d, path %s", seed, i, w.path)
		}
		if i == baseline-1 {
			first = host.settledFootprint()
		}
	}
	last := host.settledFootprint()
	host.expectQuiet()
	t.Logf("%d requests in %.0f s; paths: %v", count, time.Since(began).Seconds(), w.counts)
	host.expectNoGrowth(t, first, last, count >= 1000)
}

// soakRunner handles requests on random paths.
type soakRunner struct {
	*Host
	random *rand.Rand
	number int
	path   string
	counts map[string]int
}

// paths are the ways to handle a request. After each, the request is settled
// and the frame is ready for the next one.
var paths = []struct {
	name string
	walk func(*soakRunner)
}{
	{"send", (*soakRunner).fillAndSend},
	{"send", (*soakRunner).fillAndSend},
	{"decline", func(w *soakRunner) { w.leave("Decline", "decline") }},
	{"cancel", func(w *soakRunner) { w.leave("Not now", "cancel") }},
	{"withdraw", (*soakRunner).withdraw},
	{"expire", (*soakRunner).expire},
	{"page", (*soakRunner).openPage},
	{"round", (*soakRunner).answerRound},
	{"context", (*soakRunner).changeContext},
	{"queue", (*soakRunner).queue},
	{"resend", (*soakRunner).resend},
	{"refuse", (*soakRunner).refuse},
	{"long", (*soakRunner).expandEverything},
}

func (w *soakRunner) runRandomPath() {
	w.t.Helper()
	way := paths[w.random.IntN(len(paths))]
	w.path = way.name
	w.counts[way.name]++
	way.walk(w)
}

// chance is true in that percentage of cases.
func (w *soakRunner) chance(percent int) bool { return w.random.IntN(100) < percent }

// params is a form with a few fields of random kinds.
func (w *soakRunner) params() string {
	kinds := []string{
		`{"type":"string","title":"Name %d"}`, `{"type":"string","title":"Mail %d","format":"email"}`, `{"type":"string","title":"Text %d","maxLength":2000,"default":"a\nb"}`,
		`{"type":"integer","title":"Count %d","minimum":1,"maximum":9}`, `{"type":"boolean","title":"Agree %d"}`, `{"type":"string","title":"Day %d","format":"date"}`,
		`{"type":"string","title":"Moment %d","format":"date-time"}`, `{"type":"string","title":"Colour %d","enum":["red","green","blue"]}`,
		`{"type":"array","title":"Sizes %d","items":{"type":"string","enum":["S","M","L","XL"]}}`, `{"type":"string","title":"Country %d","enum":[` + countries + `]}`,
		`{"type":"string","title":"Secret password %d"}`,
	}
	var properties []string
	for i := range 1 + w.random.IntN(8) {
		kind := kinds[w.random.IntN(len(kinds))]
		properties = append(properties, fmt.Sprintf(`"p%d":`+kind, i, i))
	}
	message := "Request " + itoa(w.number)
	if w.chance(20) {
		message += strings.Repeat(` of many words\nand lines`, 100)
	}
	return `{"message":"` + message + `","requestedSchema":{"type":"object","properties":{` + strings.Join(properties, ",") + `}}}`
}

// countries are so many options that the choice has a search.
var countries = func() string {
	var list []string
	for i := range 60 {
		list = append(list, fmt.Sprintf(`"Country number %d"`, i))
	}
	return strings.Join(list, ",")
}()

// options are random options of a request.
func (w *soakRunner) options() map[string]any {
	return map[string]any{"focus": w.chance(30), "server": map[string]any{"id": "Server " + itoa(w.random.IntN(3)), "name": "weather"}}
}

// fill types into some fields and chooses in others. It sets the values by
// script, because this test is only about what stays in memory.
func (w *soakRunner) fill(form Document) {
	w.t.Helper()
	form.run(`(seed) => {
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
		const change = (control, value) => { control.value = value; control.dispatchEvent(new InputEvent("input", { bubbles: true })); control.dispatchEvent(new Event("change", { bubbles: true })); };
		for (const control of document.querySelectorAll("input, select, textarea")) {
			if (!control.checkVisibility() || next() < 0.3) continue;
			control.focus();
			if (control.type === "checkbox" || control.type === "radio") control.click();
			else if (control.tagName === "SELECT") change(control, control.options[Math.floor(next() * control.options.length)].value);
			else if (control.type === "date") change(control, "2024-02-29");
			else change(control, ["7", "Ada", "ada@example.com", "2024-02-29", "x".repeat(50), ""][Math.floor(next() * 6)]);
			control.blur();
		}
	}`, w.random.IntN(1<<30))
}

// open shows a request and waits for its Decline button.
func (w *soakRunner) open() (string, Document) {
	w.t.Helper()
	key, form := w.show(w.params(), w.options())
	form.onStep("Decline")
	return key, form
}

func (w *soakRunner) expectSettled(key, action string) {
	w.t.Helper()
	if got := w.outcome(key); got.Action != action && got.Error != action {
		w.t.Errorf("settled as %+v, want %s", got, action)
	}
}

// fillAndSend fills in a form, about half the time wrongly at first, and sends
// it. If an answer is still missing, it gives up.
func (w *soakRunner) fillAndSend() {
	key, form := w.open()
	w.fill(form)
	form.pressByKeyboard("Review")
	form.wait("review or problems", driver.Button("send")+` || `+listedProblems+`.length`)
	for try := 0; !form.isTrue(driver.Button("send")); try++ {
		if try == 3 {
			form.pressByKeyboard("Decline")
			w.expectSettled(key, "decline")
			return
		}
		// All text that could be invalid is removed.
		form.run(`document.querySelectorAll("input, textarea").forEach((control) => {
			if (control.type !== "checkbox" && control.type !== "radio") { control.value = ""; control.dispatchEvent(new InputEvent("input", { bubbles: true })); control.dispatchEvent(new Event("change", { bubbles: true })); }
		})`)
		form.pressByKeyboard("Review")
		w.waitUntilIdle()
	}
	if w.chance(40) {
		w.waitFor("a press of Change", func() bool {
			return form.focusOn(`document.querySelector("[id^=change-]")`) && form.pressEnter()
		})
		form.onStep("Save")
		form.pressByKeyboard("Save")
		form.wait("review", driver.Button("send"))
	}
	// If there is a secret, a box must be ticked first.
	form.run(`document.querySelectorAll("input[type=checkbox]").forEach((box) => box.checked || box.click())`)
	form.pressByKeyboard("Send")
	w.expectSettled(key, "accept")
}

func (w *soakRunner) leave(how, action string) {
	key, form := w.open()
	w.fill(form)
	form.pressByKeyboard(how)
	w.expectSettled(key, action)
}

func (w *soakRunner) withdraw() {
	key, form := w.open()
	w.fill(form)
	w.abort(key)
	w.expectSettled(key, "AbortError")
}

func (w *soakRunner) expire() {
	options := w.options()
	options["deadlineIn"] = 50_000
	key, form := w.show(w.params(), options)
	w.fill(form)
	w.passDeadline()
	if got := w.outcome(key); got.Code != "expired" {
		w.t.Errorf("settled as %+v", got)
	}
}

func (w *soakRunner) openPage() {
	key, form := w.show(urlRequest("https://shop.example/"+itoa(w.number)), w.options())
	form.wait("the link", driver.Button("open"))
	form.pressByKeyboard([]string{"Decline", "Not now"}[w.random.IntN(2)])
	w.outcome(key)
}

func (w *soakRunner) answerRound() {
	options := w.options()
	options["round"] = true
	key, form := w.show(`{"a":{"method":"elicitation/create","params":`+w.params()+`},"b":{"method":"elicitation/create","params":`+w.params()+`}}`, options)
	form.onStep("Decline")
	w.fill(form)
	form.pressByKeyboard("Decline")
	form.shows("2 of 2")
	form.pressByKeyboard("Not now")
	w.outcome(key)
}

func (w *soakRunner) changeContext() {
	key, form := w.open()
	w.fill(form)
	for range 1 + w.random.IntN(4) {
		languages := []string{"en", "de", "ar", "ja", "en-GB", "pt-BR"}
		w.page().run(`(context) => host.setContext(context)`, map[string]any{
			"locale": languages[w.random.IntN(len(languages))], "timeZone": []string{"UTC", "Europe/Oslo", "Asia/Tokyo"}[w.random.IntN(3)], "theme": []string{"light", "dark"}[w.random.IntN(2)],
		})
		w.fill(form)
	}
	w.page().run(`host.setContext({ locale: "en", timeZone: "UTC", theme: "light" })`)
	form.onStep("Decline")
	form.pressByKeyboard("Decline")
	w.expectSettled(key, "decline")
}

func (w *soakRunner) queue() {
	key, form := w.open()
	second, third := w.start(oneText("second"), w.options()), w.start(oneText("third"), w.options())
	w.abort(third)
	w.expectSettled(third, "AbortError")
	w.fill(form)
	form.pressByKeyboard("Not now")
	w.expectSettled(key, "cancel")
	form.asks("second")
	form.onStep("Decline")
	form.pressByKeyboard("Decline")
	w.expectSettled(second, "decline")
}

// resend sends the same message to the frame twice more, like a host that does not know whether it
// has arrived.
func (w *soakRunner) resend() {
	key, form := w.open()
	w.fill(form)
	resend := `(() => { const text = toFrame.findLast((text) => text.includes('"elicitform/ask"')); formPort.postMessage(text); formPort.postMessage(text); })()`
	w.page().run(resend)
	form.onStep("Decline")
	form.pressByKeyboard("Decline")
	w.expectSettled(key, "decline")
}

func (w *soakRunner) refuse() {
	key := w.start([]string{`{"message":`, `[]`, `{"mode":"voice","message":"m"}`, `{"message":"m","requestedSchema":[]}`}[w.random.IntN(4)], w.options())
	if got := w.outcome(key); got.Error != "ElicitationError" {
		w.t.Errorf("settled as %+v", got)
	}
}

// expandEverything opens and closes all parts of a form that can be expanded.
func (w *soakRunner) expandEverything() {
	key, form := w.open()
	for range 2 {
		form.run(`document.querySelectorAll("summary, button[type=button]:not([data-action]), [aria-expanded]").forEach((e) => e.click())`)
	}
	form.onStep("Decline")
	form.pressByKeyboard("Decline")
	w.expectSettled(key, "decline")
}
