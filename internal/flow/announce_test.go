package flow

import (
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

// TestAnnounced_InTheLanguageOfTheScreen: the words of a language may arrive before the first form, after it or
// never. The last announcement is in the language of the screen.
// Rows: P22, B42.
func TestAnnounced_InTheLanguageOfTheScreen(t *testing.T) {
	disco := arrive(t, "1", `{"message":"Confirma a venda do disco 12?","requestedSchema":{"type":"object","properties":{"comprador":{"type":"string"}},
		"required":["comprador"]}}`)
	late := disco
	late.Deadline = 90_000
	bad := disco
	bad.Requests = []request.InputRequest{{Params: parse(t, `{"message":"m","requestedSchema":{"type":"string"}}`)}}
	for name, events := range map[string][]Event{
		"form": {disco}, "deadline": {at(0, late)}, "page": {arrive(t, "1", signIn)}, "waiting": {arrive(t, "1", signIn), OpenPage},
		"round":  {inRound(t, "1", nameForm, sizeForm), typeText(0, "Ada"), Continue},
		"review": {disco, typeText(0, "Ada"), Continue}, "sent": {disco, typeText(0, "Ada"), Continue, Send}, "unshown": {bad},
	} {
		t.Run(name, func(t *testing.T) {
			for _, language := range []string{"ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
				early, effects := run(start(t), append([]Event{in(language)}, events...)...)
				want := listAnnouncements(effects)
				if early.Words.Tag != language || len(want) == 0 {
					t.Fatalf("%s, %s: the screen is in %s", name, language, early.Words.Tag)
				}
				s, effects := run(start(t), events...)
				if name == "form" && listAnnouncements(effects)[0] != "shop.example asks. “Confirma a venda do disco 12?”" {
					t.Errorf("without words: %q", listAnnouncements(effects))
				}
				_, effects = run(s, in(language))
				got := listAnnouncements(effects)
				last := want[len(want)-1]
				if name == "waiting" {
					last = early.Words.Sentences(early.Heading(), wording.Sentence(last)).Plain()
				}
				if len(got) != 1 || got[0] != last {
					t.Errorf("%s, %s: %q, want %q", name, language, got, last)
				}
			}
			s, _ := run(start(t), events...)
			if _, effects := run(s, in("en-US"), inZone("en-GB", "Asia/Tokyo"), in("sv")); len(listAnnouncements(effects)) > 0 {
				t.Errorf("%s: the language is the same, and %q is announced", name, listAnnouncements(effects))
			}
		})
	}
	if _, effects := run(start(t), in("de")); len(effects) > 0 {
		t.Errorf("nothing is on the screen: %v", effects)
	}
}

// TestReceipt_FollowsTheLanguage: the receipt has the last language of the form.
// Rows: P22.
func TestReceipt_FollowsTheLanguage(t *testing.T) {
	s, _ := openWithReceipt(t, connect)
	s, effects := run(s, in("de"))
	if receipt, _ := has[Receipt](effects); receipt.Language != "de" || receipt.Expired != s.outcomeLine(Expired) || receipt.Answered != "" {
		t.Errorf("open: %+v", receipt)
	}
	s, _ = runUnconfirmed(s, Decline)
	if _, effects = run(s, in("fr")); len(listAnnouncements(effects)) != 1 {
		t.Errorf("on its way: %v", effects)
	}
	if _, repeated := has[Receipt](effects); repeated {
		t.Error("the line with the outcome is replaced")
	}
}
