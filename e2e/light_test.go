package e2e

import "testing"

// ourWords lists the words of ours that can be seen: those outside of elements with text of the server or the host.
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

// TestLightForms bounds the words of ours, the height and the buttons of the commonest requests.
func TestLightForms(t *testing.T) {
	t.Parallel()
	const contact = `{"message":"Please provide your contact information","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Full Name","description":"Your full name"},
		"email":{"type":"string","format":"email","title":"Email Address"},"phone":{"type":"string","title":"Phone Number"}},"required":["name","email"]}}`
	const yes = `{"message":"Is the blue one right?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean","title":"Is the blue one right?"}}}}`
	const page = `{"mode":"url","message":"Sign in to GitHub so that I can read your repositories.","url":"https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3a7aba766&scope=repo","elicitationId":"e"}`
	host := warmHost(t)
	for _, c := range []struct {
		name, params, server string
		words, narrow, wide  int
		buttons              []string
	}{
		{"contact", contact, "travel.example", 16, 480, 520, []string{"Send to travel.example", "Decline", "Not now"}},
		{"yes or no", yes, "travel.example", 4, 160, 180, []string{"Yes", "No", "Decline", "Not now"}},
		{"a page", page, "GitHub", 10, 310, 265, []string{"Copy link", "Open github.com in a new tab", "Decline", "Not now"}},
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
			got := eval[[]string](form, stepButtons+`.map((b) => b.textContent || b.ariaLabel)`)
			if len(got) != len(c.buttons) {
				t.Errorf("the buttons are %q, want %q", got, c.buttons)
			}
			form.do("decline")
			host.expectAction(key, "decline")
		})
	}
}
