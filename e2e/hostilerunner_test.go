package e2e

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/schema"
)

// The limits of computing time for one request, on the main thread, on a machine that takes
// yardstick for the work of [hostileRunner.measureMachine]. A slower one may take longer by as
// much. Only "make hostile" holds them, which runs alone and sets HOSTILE.
const (
	yardstick = 22 * time.Millisecond

	maxUntilShown   = time.Second            // until the request is shown or rejected
	maxUntilSettled = 100 * time.Millisecond // from Decline until the request is settled, at any moment
	maxAfterKey     = 50 * time.Millisecond  // from a key press until the page is idle
)

// The limits of what one request costs, counted: they are the same on every machine.
const (
	// maxCalls bounds the program's calls of the browser for one request. A sentence with a number
	// in it asks for the plural, which is nine calls for each of 300 fields.
	maxCalls = 4000
	// maxElements and maxCharacters bound the screen when all of it is drawn. Each pattern of 300
	// is shown, with up to a thousand characters.
	maxElements   = schema.MaxElements + 100
	maxCharacters = 400_000
)

// hostileRunner sends hostile requests to one frame, one after the other, and
// measures what each of them costs.
type hostileRunner struct {
	*Host
	// loaded counts the files that page and frame have requested so far.
	loaded int
	// pages counts how often the page was loaded.
	pages int
	// slowness is how much longer this machine takes than that of the limits: at least 1, and 0 if the
	// limits are not held.
	slowness float64
	costs    map[string][]cost
	// highest is the highest count of each kind that one request had.
	highest map[string]highest
	// rejected counts the requests that were rejected, for each reason; displayed
	// counts all others.
	rejected  map[string]int
	displayed int
}

// cost is the computing time that one request took for one measured action.
type cost struct {
	request string
	time    time.Duration
}

type highest struct {
	request string
	n       int
}

// newHostileRunner opens a frame that is ready for requests.
func newHostileRunner(t testing.TB) *hostileRunner {
	t.Helper()
	s := &hostileRunner{Host: openHostPage(t), costs: map[string][]cost{}, highest: map[string]highest{}, rejected: map[string]int{}}
	s.countCPU()
	s.countReleased()
	s.evaluateEarly(countCrossings)
	s.mountAndWarm()
	return s
}

// mountAndWarm mounts a form host and shows one harmless request.
func (s *hostileRunner) mountAndWarm() {
	s.t.Helper()
	s.pages++
	s.mount(english)
	s.waitUntilReady()
	_, form := s.show(oneText("first"), nil)
	form.pressByKeyboard("Decline")
	form.onHeading(declinedHeading)
	s.waitUntilIdle()
	if os.Getenv("HOSTILE") != "" {
		s.measureMachine()
	}
	s.loaded = len(s.requestedURLs())
}

// measureMachine measures this machine by work that no code of ours has a part in: the browser makes
// and lays out a thousand controls. The shortest of several times counts: in the others it did something else too.
func (s *hostileRunner) measureMachine() {
	s.t.Helper()
	shortest := time.Hour
	for range 9 {
		before, err := s.readCPU()
		must(s.t, err)
		s.page().run(`(() => {
			const work = document.createElement("div");
			work.innerHTML = "<p><label>A question <input></label> <button>Press</button></p>".repeat(500);
			document.body.append(work);
			work.getBoundingClientRect();
			work.remove();
		})()`)
		after, err := s.readCPU()
		must(s.t, err)
		shortest = min(shortest, after-before)
	}
	s.slowness = max(1, float64(shortest)/float64(yardstick))
}

// reload opens the page again, so that a request does not pay for the effects of the previous
// request.
func (s *hostileRunner) reload() {
	s.t.Helper()
	s.clearLog()
	s.load(baseURL(s.t))
	s.mountAndWarm()
}

// clearLog empties the log, which the test has reported already.
func (s *hostileRunner) clearLog() {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.log.trouble = nil
}

// hostileCase is a request of a hostileRunner, and how the runner uses it.
type hostileCase struct {
	name, traits, params string
	options              map[string]any
	// If fill is set, the test waits until everything is drawn, presses a key
	// in the first text box, then Continue, and then Decline at once. Otherwise
	// it presses Decline as soon as that is on the screen, while the form is
	// still being drawn.
	fill bool
	// parts is how many requests a round holds; each is declined separately. It
	// is 0 for a single request.
	parts int
}

// run sends a request to the frame and returns everything that went wrong.
func (s *hostileRunner) run(b hostileCase) error {
	s.t.Helper()
	key, form := "", s.form()
	failed := form.try(`void Object.assign(crossings, { calls: 0, flushes: 0, by: {} })`, nil)
	spent := s.measure("until shown or rejected", b.name, maxUntilShown, &failed, func() error {
		key = s.start(b.params, b.options)
		return s.await(fmt.Sprintf("%s to be shown or settled", b.name), func() bool {
			return form.isTrue(declineButton) || len(s.settled(key)) > 0
		})
	})
	if failed != nil && spent == 0 {
		return failed
	}
	if len(s.settled(key)) == 0 {
		if b.fill {
			s.use(b, form, &failed)
		}
		if len(s.settled(key)) == 0 {
			spent, err := s.decline(key)
			if failed = errors.Join(failed, err); err == nil && spent > 0 {
				s.recordCost("from Decline until settled", b.name, spent, maxUntilSettled, &failed)
			}
		}
	}
	got := s.settled(key)
	switch {
	case len(got) != 1:
		failed = errors.Join(failed, fmt.Errorf("settled %d times", len(got)))
	case strings.Contains(got[0].Result, `"accept"`), got[0].Error == "" && b.parts == 0 && got[0].Action != "decline":
		failed = errors.Join(failed, fmt.Errorf("nobody accepted, and still it settled as %.300s", got[0].Result))
	case got[0].Error != "" && (got[0].Error != "ElicitationError" || got[0].Code == "internal" || got[0].RPCCode != -32602 && got[0].RPCCode != -32603):
		failed = errors.Join(failed, fmt.Errorf("failed with %+v", got[0]))
	}
	if len(got) > 0 && got[0].Error != "" {
		s.rejected[got[0].Reason]++
	} else {
		s.displayed++
	}
	// The next request must not be mistaken for this one.
	if err := s.await("the form to go", func() bool { return !form.isTrue(declineButton) }); err != nil {
		failed = errors.Join(failed, err)
	}
	s.count(b, "calls", `crossings.calls`, maxCalls*max(1, b.parts), &failed)
	if log := s.log.String(); log != "" {
		failed = errors.Join(failed, fmt.Errorf("the browser reports %.2000s", log))
	}
	// The page loads the script for approvals with the first of them.
	isOurs := func(url string) bool { return strings.HasSuffix(url, "/approval.js") }
	if sent := slices.DeleteFunc(s.requestedURLs(), isOurs); len(sent) > s.loaded {
		failed = errors.Join(failed, fmt.Errorf("asked of the network: %q", sent[s.loaded:]))
	}
	return failed
}

// measure returns and records the time of act, or 0 if act fails.
func (s *hostileRunner) measure(what, name string, most time.Duration, failed *error, act func() error) time.Duration {
	before, err := s.readCPU()
	if err == nil {
		err = act()
	}
	after, err2 := s.readCPU()
	if err = errors.Join(err, err2); err != nil {
		*failed = errors.Join(*failed, fmt.Errorf("%s: %w", what, err))
		return 0
	}
	s.recordCost(what, name, after-before, most, failed)
	return after - before
}

// recordCost records a cost. If the limits are held and it is above its limit, it adds an error to failed.
func (s *hostileRunner) recordCost(what, name string, spent, most time.Duration, failed *error) {
	s.costs[what] = append(s.costs[what], cost{name, spent})
	most = time.Duration(float64(most) * s.slowness)
	if s.slowness > 0 && spent > most {
		*failed = errors.Join(*failed, fmt.Errorf("%s it computes for %d ms, of %d allowed", what, spent.Milliseconds(), most.Milliseconds()))
	}
}

// count counts something in the frame, and adds an error to failed if it is above the limit.
func (s *hostileRunner) count(b hostileCase, what, expression string, most int, failed *error) {
	var n int
	if err := s.form().try(expression, &n); err != nil {
		*failed = errors.Join(*failed, fmt.Errorf("count %s: %w", what, err))
	}
	if n > s.highest[what].n {
		s.highest[what] = highest{b.name, n}
	}
	if n > most {
		*failed = errors.Join(*failed, fmt.Errorf("%d %s, of %d allowed", n, what, most))
	}
}

// await polls until the condition holds. If it waits too long, it returns an
// error and does not fail the test.
func (s *hostileRunner) await(what string, condition func() bool) error {
	if !becomesTrue(condition) {
		return fmt.Errorf("timed out waiting for %s", what)
	}
	return nil
}

// settled lists how a request has settled so far. It never fails the test.
func (s *hostileRunner) settled(key string) []Outcome {
	var outcomes []Outcome
	_ = s.page().try(call(`(key) => outcomes.filter((o) => o.key === key)`, []any{key}), &outcomes)
	return outcomes
}

// declineButton finds the button that declines, "Decline" or "Don't open", of the program and not
// of the shell.
const declineButton = stepButtons + `.find((b) => b.dataset.action === "decline")`

// decline presses Decline, in a round once for each part. It returns the computing time from the
// press that settles the request until the host has the result.
func (s *hostileRunner) decline(key string) (time.Duration, error) {
	var pressed time.Duration
	err := s.await("the decline to arrive", func() bool {
		if form := s.form(); form.focusOn(declineButton) {
			now, err := s.readCPU()
			if err == nil && form.pressEnter() {
				pressed = now
			}
		}
		return len(s.settled(key)) > 0
	})
	now, err2 := s.readCPU()
	if pressed == 0 {
		return 0, errors.Join(err, err2) // The request was rejected before Decline was pressed.
	}
	return now - pressed, errors.Join(err, err2)
}

// use types a letter and continues, as a person does. Without a text box or without Continue it
// omits that step.
func (s *hostileRunner) use(b hostileCase, form Document, failed *error) {
	s.waitUntilIdle()
	s.count(b, "elements", `document.querySelector("main").getElementsByTagName("*").length`, maxElements, failed)
	s.count(b, "characters", `document.querySelector("main").textContent.length`, maxCharacters, failed)
	if form.isTrue(`(() => { const box = [...document.querySelectorAll("input[type=text], input:not([type]), textarea")].find((e) => e.checkVisibility()); box?.focus(); return box; })()`) {
		s.waitUntilIdle()
		s.measure("from a key press to rest", b.name, maxAfterKey, failed, func() error {
			s.Key("x")
			return s.page().try(`testClock.idle()`, nil)
		})
	}
	if !form.isTrue(`(() => { const button = document.querySelector("[type=submit]"); button?.focus(); return button; })()`) {
		return
	}
	s.Key("\r")
	// Decline is pressed next, while the program is still busy with Continue or
	// after it.
	if err := s.await("Decline on the next page", func() bool { return form.isTrue(declineButton) }); err != nil {
		*failed = errors.Join(*failed, err)
	}
}

// figures describes what the requests cost: the median, the highest costs, and
// the requests that caused them.
func (s *hostileRunner) figures() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d shown, rejected: %v\n", s.displayed, s.rejected)
	if s.slowness > 0 {
		fmt.Fprintf(&out, "this machine may take %.2f times as long as that of the limits\n", s.slowness)
	}
	for _, what := range []string{"until shown or rejected", "from Decline until settled", "from a key press to rest"} {
		list := slices.Clone(s.costs[what])
		if len(list) == 0 {
			continue
		}
		slices.SortFunc(list, func(a, b cost) int { return int(b.time - a.time) })
		fmt.Fprintf(&out, "%s: median %.1f ms, 99th of a hundred %.1f ms, highest %.1f ms (%d times)\n", what,
			milliseconds(list[len(list)/2].time), milliseconds(list[len(list)/100].time), milliseconds(list[0].time), len(list))
		for _, c := range list[:min(len(list), 5)] {
			fmt.Fprintf(&out, "    %7.1f ms  %s\n", milliseconds(c.time), c.request)
		}
	}
	for what, most := range s.highest {
		fmt.Fprintf(&out, "at most %d %s: %s\n", most.n, what, most.request)
	}
	return out.String()
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
