package flow

import (
	"fmt"
	"testing"
)

// TestDeclineInstead_OnlyForALoneConfirmation: only a "no" to a lone confirmation points to Decline.
// Rows: P10.
func TestDeclineInstead_OnlyForALoneConfirmation(t *testing.T) {
	form := func(properties, required string) string {
		return `{"message":"m","requestedSchema":{"type":"object","properties":{` + properties + `},"required":[` + required + `]}}`
	}
	for _, name := range []string{"confirm", "Confirmed", "confirmation", "is_approved", "proceed", "shouldContinue", "agree", "accept", "consent", "allowDelete", "authorize"} {
		t.Run(name, func(t *testing.T) {
			s := open(t, form(fmt.Sprintf(`"%s":{"type":"boolean"}`, name), `"`+name+`"`))
			yes, effects := run(s, choose(0, 0))
			if yes.Request().DeclineInstead() || len(effects) > 0 {
				t.Errorf("%s: yes: %v", name, effects)
			}
			no, effects := run(yes, choose(0, 1))
			if announce, _ := has[Announce](effects); !no.Request().DeclineInstead() || !announce.Later ||
				announce.Text != "If you want to refuse, choose “Decline”. shop.example may take any answer for a yes." {
				t.Errorf("%s: no: %+v", name, announce)
			}
			_, effects = run(no, Continue, Send)
			wantReplies(t, effects, `1 {"action":"accept","content":{"`+name+`":false}}`)
		})
	}
	for name, params := range map[string]string{
		"another question": form(`"vegetarian":{"type":"boolean"}`, `"vegetarian"`),
		"optional":         form(`"confirm":{"type":"boolean"}`, ``),
		"two questions":    form(`"confirm":{"type":"boolean"},"b":{"type":"boolean"}`, `"confirm"`),
		"a choice":         form(`"confirm":{"type":"string","enum":["Yes","No"]}`, `"confirm"`),
	} {
		t.Run(name, func(t *testing.T) {
			if s, effects := run(open(t, params), choose(0, 1)); s.Request().DeclineInstead() || len(effects) > 0 {
				t.Errorf("%s: %v", name, effects)
			}
		})
	}
}
