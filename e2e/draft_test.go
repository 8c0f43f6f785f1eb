package e2e

import (
	"strings"
	"testing"
)

const withSecret = `{"message":"Connect.","requestedSchema":{"type":"object","properties":{
	"city":{"type":"string","title":"City"},"password":{"type":"string","title":"Password"},
	"size":{"type":"string","title":"Size","enum":["small","large"]},"when":{"type":"string","format":"date","title":"Day"}}}}`

// TestDraft covers N24: what was typed survives a reload of the page, except
// what looks like a secret, and is forgotten once the answers are sent. D3:
// Not now acts at once, and when the same request comes again, everything that
// was typed is there.
func TestDraft_N24_B39_B40_D3(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	mount := func() {
		host.page().run(`mount({ context: { locale: "en" }, drafts: sessionStorage })`)
		host.waitUntilReady()
	}
	options := map[string]any{"draftKey": "connect"}
	mount()
	_, form := host.show(withSecret, options)
	form.Type("City", "Oslo")
	form.Type("Password", "hunter2")
	form.Choose("Size", "large")
	form.TypePart("Day", "Day", "7")
	host.page().wait("the draft to be kept", `JSON.stringify(sessionStorage).includes("Oslo") && JSON.stringify(sessionStorage).includes("day")`)
	if kept := eval[string](host.page(), `JSON.stringify(sessionStorage)`); strings.Contains(kept, "hunter2") {
		t.Errorf("a secret was kept: %s", kept)
	}

	host.load(baseURL(t))
	mount()
	key, form := host.show(withSecret, options)
	form.wait("the notice", `document.body.innerText.includes("Your earlier answers are back.")`)
	got := eval[[]string](form, `[...document.querySelectorAll("input:not([type=radio]):not([type=date])")].map((i) => i.value)`)
	if strings.Join(got, "|") != "Oslo||7||" || !form.find("radio", "large").HasState("checked") {
		t.Errorf("came back as %q\n%s", got, form.axDump())
	}
	form.expectAccessible("restored")
	form.Type("City", "Bergen")
	form.Type("Password", "hunter2")
	form.Press("Not now")
	if got := host.outcome(key); got.Action != "cancel" {
		t.Errorf("D3: Not now settled as %+v", got)
	}
	if kept := eval[string](host.page(), `JSON.stringify(sessionStorage)`); !strings.Contains(kept, "Bergen") || strings.Contains(kept, "hunter2") {
		t.Errorf("D3: kept %s", kept)
	}
	key, form = host.show(withSecret, options)
	form.wait("D3: the last keys", `document.body.innerText.includes("Your earlier answers are back.") && f0.value === "Bergen" && f1.value === ""`)
	form.TypePart("Day", "Month", "2")
	form.TypePart("Day", "Year", "2027")
	form.toReview()
	host.send(key)
	host.page().wait("the draft to be forgotten", `!JSON.stringify(sessionStorage).includes("Bergen")`)
	host.expectQuiet()
}
