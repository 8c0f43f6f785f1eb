package e2e

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// ourWords lists our visible words: those outside of elements with text of the server or the host.
const ourWords = `(() => {
	const theirs = "bdi, .server-text, .question, .value, .url, .site, .mark, code, option, dt, label[dir], legend[dir], [data-option]";
	const text = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	const words = [];
	for (let node; (node = text.nextNode()); ) {
		const element = node.parentElement;
		if (element.checkVisibility() && !element.closest(".visually-hidden, .leaving, [hidden]") && !element.closest(theirs)) {
			words.push(...node.data.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
		}
	}
	return words;
})()`

// TestLightForms bounds the words of ours, the stops of Tab, the height and the buttons of the commonest requests.
func TestLightForms(t *testing.T) {
	t.Parallel()
	const contact = `{"message":"Please provide your contact information","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Full Name","description":"Your full name"},
		"email":{"type":"string","format":"email","title":"Email Address"},"phone":{"type":"string","title":"Phone Number"}},"required":["name","email"]}}`
	const yes = `{"message":"Is the blue one right?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean","title":"Is the blue one right?"}}}}`
	const page = `{"mode":"url","message":"Sign in to GitHub so that I can read your repositories.","url":"https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3a7aba766&scope=repo","elicitationId":"e"}`
	const seat = `{"message":"Which seat would you like?","requestedSchema":{"type":"object","properties":{"seat":{"type":"string","title":"Seat","oneOf":[{"const":"w","title":"Window"},
		{"const":"a","title":"Aisle","description":"Quick to leave"},{"const":"m","title":"Middle"}]}},"required":["seat"]}}`
	const booking = `{"message":"Book a table at Oslo Kitchen","requestedSchema":{"type":"object","properties":{"date":{"type":"string","format":"date","title":"Date"},
		"guests":{"type":"integer","title":"Guests","minimum":1,"maximum":8},"seating":{"type":"string","title":"Seating","enum":["Inside","Terrace"]}},"required":["date","guests"]}}`
	const secret = `{"message":"Connect your database","requestedSchema":{"type":"object","properties":{"password":{"type":"string","title":"Database password"}},"required":["password"]}}`
	const odd = `{"mode":"url","message":"Sign in.","url":"http://xn--gthub-n4a.com:8080/login","elicitationId":"e"}`
	question := agentQuestion("Recursive descent", "Pratt", "Generated")
	host := warmHost(t)
	for _, c := range []struct {
		name, params, server       string
		words, stops, narrow, wide int
		buttons                    []string
	}{
		{"yes or no", yes, "travel.example", 4, 4, 160, 180, []string{"Yes", "No", "Decline", "Not now"}},
		{"one choice", seat, "travel.example", 2, 5, 360, 400, []string{"Window", "AisleQuick to leave", "Middle", "Decline", "Not now"}},
		{"contact", contact, "travel.example", 16, 6, 440, 460, []string{"Send to travel.example", "Decline", "Not now"}},
		{"booking", booking, "travel.example", 16, 9, 530, 570, []string{"Review", "Decline", "Not now"}},
		{"secret", secret, "travel.example", 30, 4, 360, 340, []string{"Decline", "Continue anyway", "Not now"}},
		{"a question of an agent", question, "travel.example", 2, 6, 390, 420, []string{"Recursive descent", "Pratt", "Generated", "Other", "Skip", "Stop the tool"}},
		{"a page", page, "GitHub", 10, 4, 310, 265, []string{"Copy link", "Open github.com", "Decline", "Not now"}},
		{"a page with warnings", odd, "GitHub", 36, 4, 440, 410, []string{"Copy link", "Don't open", "Open anyway", "Not now"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(c.params, map[string]any{"review": "short", "server": map[string]any{"id": c.server}})
			if words := eval[[]string](form, ourWords); len(words) > c.words {
				t.Errorf("%d words of ours, at most %d are allowed: %q", len(words), c.words, words)
			}
			for width, most := range map[int]int{380: c.narrow, 760: c.wide} {
				host.viewport(width, 1200, 1)
				form.wait("the width", `(width) => innerWidth <= width && innerWidth > width - 60`, width)
				if height := eval[float64](form, `document.documentElement.getBoundingClientRect().height`); height > float64(most) {
					t.Errorf("at %d px it is %v px high, at most %d are allowed", width, height, most)
				}
			}
			host.page().run(`document.getElementById("before").focus()`)
			stops := 0
			for host.Key(kb.Tab); eval[string](host.page(), `document.activeElement.tagName`) == "IFRAME"; host.Key(kb.Tab) {
				stops++
			}
			if stops != c.stops {
				t.Errorf("Tab stops %d times, want %d", stops, c.stops)
			}
			got := eval[[]string](form, stepButtons+`.map((b) => b.textContent || b.ariaLabel)`)
			if !slices.Equal(got, c.buttons) {
				t.Errorf("the buttons are %q, want %q", got, c.buttons)
			}
			form.do("decline")
			host.expectAction(key, "decline")
		})
	}
}
