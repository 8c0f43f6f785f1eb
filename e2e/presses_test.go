package e2e

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pressForm has questions of many kinds, in which something can be wrong, suggested, and taken back.
const pressForm = `{"message":"Where should it go?","requestedSchema":{"type":"object",
	"required":["name","mail","age","day","seat","agree","extras","notes"],"properties":{
	"name":{"type":"string","title":"Name"},
	"mail":{"type":"string","title":"Mail","format":"email","description":"Where we write to"},
	"age":{"type":"integer","title":"Age","minimum":18},
	"day":{"type":"string","title":"Day","format":"date","default":"2026-03-01"},
	"seat":{"type":"string","title":"Seat","enum":["Window","Aisle","Any"]},
	"agree":{"type":"boolean","title":"Call me"},
	"extras":{"type":"array","title":"Extras","minItems":2,"items":{"type":"string","enum":["Sauna","Parking","Cot"]},"default":["Cot","Sauna"]},
	"notes":{"type":"string","title":"Notes","minLength":5,"maxLength":400,"default":"As last time"},
	"city":{"type":"string","title":"City","default":"Oslo"}}}}`

// pressScript has the functions that the random presses need in the frame: they make answers wrong, find
// what can be pressed and where, and tell whether a press has had its effect.
const pressScript = `(() => {
	const $ = (selector) => [...document.querySelectorAll(selector)];
	const set = (control, value) => {
		control.value = value;
		control.dispatchEvent(new InputEvent("input", { bubbles: true }));
	};
	const group = (i) => document.getElementById("f" + i + "-label")?.parentElement;
	const untick = (i) => group(i).querySelectorAll("input[type=checkbox]:checked").forEach((box) => box.click());
	// The wrong text of a field, and the text that corrects it but for its last character, by control.
	const texts = { 0: ["f0", "", "Ada"], 1: ["f1", "ada@", "ada@b.example"], 2: ["f2", "1", "18"], 3: ["f3-year", "", "2027"], 7: ["f7", "abc", "abcde"] };
	window.spoil = (fields) => fields.forEach((i) => texts[i] ? set(document.getElementById(texts[i][0]), texts[i][1]) : i === 6 ? untick(6) : 0);
	// Fields that are wrong and can be made right by a key.
	window.wrong = () => Object.keys(texts).map(Number).filter((i) => group(i)?.querySelector("[aria-invalid=true]"));
	// Answers everything right.
	window.mend = () => {
		for (const i in texts) {
			begin(i);
			set(document.getElementById(texts[i][0]), texts[i][2]);
		}
		untick(6);
		["f4", "f5", "f6", "f6-2"].forEach((id) => document.getElementById(id).click());
	};
	// Types all but the last character, which it returns.
	window.begin = (i) => {
		const [id, , right] = texts[i];
		const control = document.getElementById(id);
		if (id === "f3-year") {
			set(document.getElementById("f3-day"), "1");
			set(document.getElementById("f3-month"), "3");
		}
		set(control, right.slice(0, -1));
		control.focus();
		return right.at(-1);
	};
	const list = () => document.getElementById("problems");
	const heading = () => document.getElementById("heading")?.textContent;
	const isGone = (control) => () => !control.isConnected || !control.checkVisibility();
	const focused = (id) => () => document.activeElement?.id === id;
	const found = () => [
		...$("[data-action=continue]").map((control) => {
			const before = list();
			return { kind: "Continue", control, done: () => heading() === "Check your answers" || list() !== before && document.querySelector("#summary[role=group]") || !list() && document.querySelector(".field.bad:not(.solved)")?.contains(document.activeElement) };
		}),
		...$("input[type=radio]:not(:checked)").map((control) => ({ kind: "radio", control, done: () => control.checked })),
		...$("input[type=checkbox]").map((control) => {
			const was = control.checked;
			return { kind: "check box", control, done: () => control.checked !== was };
		}),
		...$("[href^='#f']").map((control) => ({ kind: "summary", control, done: focused(control.hash.slice(1)) })).filter(({ done }) => !done()),
		...$("button[aria-label^=Clear]").map((control) => ({ kind: "Clear", control, done: isGone(control) })),
		...$("button[aria-label^=Use]").map((control) => ({ kind: "Use suggestion", control, done: isGone(control) })),
		...$("button[aria-label^=Change]").map((control) => ({ kind: "Change", control, done: () => heading() !== "Check your answers" })),
		...$("[data-action=back]").map((control) => {
			const was = heading();
			return { kind: "Back", control, done: () => heading() !== was };
		}),
	];
	const middle = ({ control, kind }) => {
		const box = (kind === "radio" || kind === "check box" ? control.closest("label") : control).getBoundingClientRect();
		// A person does not hit the middle.
		return { x: box.left + box.width * (0.3 + 0.4 * random()), y: box.top + box.height * (0.3 + 0.4 * random()) };
	};
	let seed = 1;
	const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
	let targets = [];
	// The targets of a press, with their places in the frame.
	window.aims = (from) => {
		seed = from;
		targets = found().filter((target) => {
			Object.assign(target, middle(target));
			const hit = document.elementFromPoint(target.x, target.y);
			return hit && (target.control === hit || target.control.contains(hit) || hit.contains(target.control) && hit.matches("label"));
		});
		return targets.map(({ kind, x, y }) => ({ kind, x, y }));
	};
	window.choose = (at) => { window.chosen = targets[at]; targets = []; };
	// Reports whether the press took effect. On a selected option it changes nothing.
	window.pressed = () => !!window.chosen.done();
	window.lying = () => new Promise((done) => {
		let before = "", same = 0;
		const look = () => {
			const now = JSON.stringify([innerHeight, scrollY, ...$(":is(button, a, input)").map((c) => c.getBoundingClientRect().top)]);
			same = now === before ? same + 1 : 0;
			before = now;
			same > 3 ? done(true) : requestAnimationFrame(look);
		};
		look();
	});
	window.pictures = async (count) => {
		for (; count > 0; count--) await new Promise((done) => requestAnimationFrame(done));
	};
	// Change shows one question alone, with Save in place of Continue.
	window.changes = () => $("[data-action=continue]").some(({ textContent }) => textContent === "Save");
	window.reviews = () => heading() === "Check your answers";
})()`

// aim is a target of a press, with its place in the frame.
type aim struct {
	Kind string
	X, Y float64
}

// presser corrects answers and presses at random.
type presser struct {
	*Host
	form   Document
	random *rand.Rand
	device string
	// made and lost count presses by the kind of their target.
	made, lost map[string]int
	losses     []string
}

// TestPresses covers N21 from the other side: no press is lost. The test corrects an answer by keys. Right
// after the last key it presses a control at its earlier place, as a person does whose pointer rests
// there. PRESSES is the number of presses, and SEED chooses them.
// Rows: N21, E9.
func TestPresses(t *testing.T) {
	t.Parallel()
	count, seed := envInt(t, "PRESSES", 80), envInt(t, "SEED", 1)
	frames := []struct {
		name          string
		width, height int
		device        string
		maxHeight     int
	}{
		{"mouse", 720, 2400, "mouse", 0},
		{"touch", 390, 2600, "touch", 0},
		{"limited", 720, 700, "mouse", 560},
		{"low", 390, 600, "touch", 480},
	}
	for i, f := range frames {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			host.viewport(f.width, f.height, 1)
			if f.maxHeight > 0 {
				host.page().run(`(maxHeight) => host.setContext({ containerDimensions: { maxHeight } })`, f.maxHeight)
			}
			p := &presser{Host: host, device: f.device, made: map[string]int{}, lost: map[string]int{},
				random: rand.New(rand.NewPCG(uint64(seed), uint64(i)))}
			_, p.form = host.show(pressForm, nil)
			p.form.run(pressScript)
			for total(p.made) < count/len(frames) && !t.Failed() {
				p.step()
			}
			t.Logf("SEED=%d: %d presses, %d lost: %v, lost %v", seed, total(p.made), total(p.lost), p.made, p.lost)
			for _, lost := range p.losses {
				t.Errorf("SEED=%d: lost %s", seed, lost)
			}
			host.expectQuiet()
		})
	}
}

func total(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// step leads the form to a wrong answer, corrects it, and presses.
func (p *presser) step() {
	if eval[bool](p.form, `reviews()`) {
		p.press("on review", "", "Change")
		return
	}
	if eval[bool](p.form, `changes()`) {
		p.press("while changing an answer", "", "Continue", "Back")
		return
	}
	if p.random.IntN(6) == 0 {
		p.form.run(`mend()`)
		p.press("with right answers", "", "Continue")
		return
	}
	wrong := eval[[]int](p.form, `wrong()`)
	if len(wrong) == 0 {
		spoiled := []int{0, 1, 2, 3, 6, 7}
		p.random.Shuffle(len(spoiled), func(i, j int) { spoiled[i], spoiled[j] = spoiled[j], spoiled[i] })
		p.form.run(`spoil`, spoiled[:1+p.random.IntN(4)])
		p.press("with wrong answers", "", "Continue")
		return
	}
	field := wrong[p.random.IntN(len(wrong))]
	last := eval[string](p.form, `begin`, field)
	p.Key(kb.End)
	p.press(fmt.Sprintf("after correcting field %d", field), last)
}

// press presses one of these kinds of controls, or any, right after a key.
func (p *presser) press(when, key string, kinds ...string) {
	p.t.Helper()
	p.form.run(`lying()`)
	frame := eval[[2]float64](p.page(), `(() => { const box = document.querySelector("iframe").getBoundingClientRect(); return [box.left, box.top]; })()`)
	aims := eval[[]aim](p.form, `aims`, p.random.IntN(1<<30))
	byKind := map[string][]int{}
	height := eval[float64](p.page(), `innerHeight`)
	for i, a := range aims {
		if y := a.Y + frame[1]; (len(kinds) == 0 || strings.Contains(strings.Join(kinds, "|"), a.Kind)) && y > 0 && y < height {
			byKind[a.Kind] = append(byKind[a.Kind], i)
		}
	}
	var names []string
	for kind := range byKind {
		names = append(names, kind)
	}
	sort.Strings(names)
	if len(names) == 0 {
		p.t.Fatalf("nothing to press %s among %v\n%s", when, aims, p.situation())
	}
	kind := names[p.random.IntN(len(names))]
	at := byKind[kind][p.random.IntN(len(byKind[kind]))]
	p.form.run(`choose`, at)
	x, y := aims[at].X+frame[0], aims[at].Y+frame[1]
	if p.device == "mouse" {
		p.mouse(chromedp.MouseMoved, x, y)
	} else {
		p.endDoubleTap()
	}
	if key != "" {
		p.Key(key)
	}
	// The number of drawn pictures decides whether the form is drawn before, during or after the press.
	pictures := func(most int) int {
		n := p.random.IntN(most + 1)
		p.form.run(`pictures`, n)
		return n
	}
	before := pictures(2)
	heldFor := 0
	if p.device == "mouse" {
		p.mouse(chromedp.MousePressed, x, y)
		heldFor = pictures(7)
		p.mouse(chromedp.MouseReleased, x, y)
	} else {
		p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		heldFor = pictures(7)
		p.touch(input.DispatchTouchEventTypeTouchEnd)
	}
	p.made[kind]++
	// Nothing is pending now, so a press without an effect is lost.
	p.waitUntilIdle()
	if !p.form.isTrue(`pressed()`) {
		p.lost[kind]++
		p.losses = append(p.losses, fmt.Sprintf("%s at %.0f,%.0f %s, %d pictures after the key, held for %d", kind, x, y, when, before, heldFor))
	}
}

// TestAPressStaysOnItsButton covers N21: if the form or the page moves a control during a press, the press
// counts for the control on which it began. If the person moves the pointer away, it counts for
// none.
// Rows: N21.
func TestAPressStaysOnItsButton(t *testing.T) {
	t.Parallel()
	move := map[string]func(*Host, Document){
		"the form":  func(_ *Host, form Document) { form.run(`document.querySelector("main").style.paddingTop = "150px"`) },
		"the frame": func(host *Host, _ Document) { host.page().run(`document.body.style.paddingTop = "150px"`) },
	}
	for what, moves := range move {
		for _, device := range []string{"mouse", "touch"} {
			t.Run(what+", "+device, func(t *testing.T) {
				t.Parallel()
				host := warmHost(t)
				_, form := host.show(pressForm, nil)
				press := func(node Node, up float64) {
					t.Helper()
					x, y := form.clickPoint(node)
					if device == "mouse" {
						host.mouse(chromedp.MousePressed, x, y)
						moves(host, form)
						form.waitUntilIdle()
						host.mouse(chromedp.MouseMoved, x, y-up)
						host.mouse(chromedp.MouseReleased, x, y-up)
					} else {
						host.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
						moves(host, form)
						form.waitUntilIdle()
						host.touch(input.DispatchTouchEventTypeTouchEnd)
					}
					host.waitUntilIdle()
					host.page().run(`document.body.style.paddingTop = ""`)
					// Chromium removes only an attribute that it has written.
					form.run(`{ const main = document.querySelector("main"); main.getAttribute("style"); main.removeAttribute("style"); }`)
				}
				press(form.findIn(form.find("group", "Seat"), "radio", "Aisle"), 0)
				if !eval[bool](form, `document.getElementById("f4-1").checked`) {
					t.Error("the press on a radio button is lost")
				}
				press(form.findIn(form.find("group", "Extras"), "checkbox", "Parking"), 0)
				if !eval[bool](form, `document.getElementById("f6-2").checked`) {
					t.Error("the press on a check box is lost")
				}
				if device == "mouse" {
					press(form.find("button", "Review"), 300)
				}
				if form.isTrue(listedProblems + `.length > 0`) {
					t.Error("a press that was moved away continues")
				}
				press(form.find("button", "Review"), 0)
				form.wait("problems", listedProblems+`.length > 0`)
				host.expectQuiet()
			})
		}
	}
}
