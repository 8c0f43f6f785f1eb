package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// consentScreen fetches nothing of the page. Only the control that opens the page is a link.
func (s *store) consentScreen() app.UI {
	return elem("div").Class("step").Body(
		s.serverHeader(),
		s.message(),
		s.site(),
		s.cautions(),
		s.explanation(),
		s.actions(s.openOrCopy()...),
		s.linkState(),
	)
}

func (s *store) waitingScreen() app.UI {
	words := s.state.Words
	last, about := app.UI(s.button("quiet", "Close", flow.Close)), words.Sentence("CloseHint", s.serverArg())
	if !s.state.Replied && !s.state.WaitForPages {
		// The other requests can still be cancelled.
		last, about = s.notNow(), words.Mention(s.state.ServerID())
	}
	return elem("div").Class("step").Body(
		s.serverHeader(),
		write(elem("p"), s.state.WaitingText()),
		// The sentence above names the site.
		elem("details").Class("wire").Body(
			elem("summary").Text(words.Text("Address")),
			elem("div").Class("address").Body(elem("div").Body(s.wholeAddress())),
		),
		// No button replaces the control that opened the page: the second click of a double click would press it.
		s.buttons([]app.UI{
			s.button("primary", "IHaveFinished", flow.Finish),
			s.open("button", "again", words.Sentence("OpenAgain")),
		}, last),
		s.linkState(),
		write(elem("p").Class("muted"), about),
	)
}

func (s *store) site() app.UI {
	words, v := s.state.Words, s.request().Link
	return elem("dl").Class("address").Body(
		elem("div").Hidden(v.Host == "").Body(
			elem("dt").Text(words.Text("Site")),
			elem("dd").Class("site").Dir("ltr").Body(
				elem("span").Text(v.Lead), elem("b").Text(v.Domain), elem("span").Text(v.Tail),
			),
			elem("dd").Class("muted").Hidden(v.Unicode == "").Dir("auto").Text(v.Unicode),
		),
		elem("div").Body(
			elem("dt").Text(words.Text("Address")),
			elem("dd").Body(s.wholeAddress()),
		),
	)
}

func (s *store) wholeAddress() app.UI {
	v := s.request().Link
	whole := elem("div").ID(addressID).Class("url").Dir("ltr")
	if len(v.Shown) > longAddress {
		// A long address scrolls, which has to work by keyboard too.
		whole = whole.Attr("tabindex", 0).Role("group").Aria("label", s.state.Words.Text("Address"))
	}
	address := v.ShownParts()
	return whole.Body(
		elem("span").Text(address[0]),
		elem("span").Text(address[1]), elem("b").Text(address[2]), elem("span").Text(address[3]),
		elem("span").Text(address[4]),
	)
}

// addressID is known to the port, too: it selects the address when the browser refuses to write to the clipboard.
const addressID = "address"

const longAddress = 600

func (s *store) cautions() app.UI {
	words, v := s.state.Words, s.request().Link
	var boxes, mild []app.UI
	box := func(class, head string, text wording.Sentence) {
		boxes = append(boxes, elem("div").Class(class).Body(elem("p").Body(
			elem("b").Text(head), app.Text(words.Blank), write(elem("span"), text),
		)))
	}
	if v.Block != "" {
		box("warning blocked", words.Text("LinkBlocked"), words.Block(v))
	}
	for _, caution := range v.Cautions {
		if text := words.Caution(v, caution, s.state.ServerID()); caution.IsMild() {
			mild = append(mild, write(elem("p").Class("muted"), text))
		} else {
			box("warning", words.Text("Warning"), text)
		}
	}
	if v.Block == "" && s.state.OnOtherSite() {
		box("warning", words.Text("SiteCheckHeading"), words.Sentence("SiteCheck", s.serverArg()))
	}
	boxes = append(boxes, mild...)
	return elem("div").Class("cautions").Hidden(len(boxes) == 0).Body(boxes...)
}

// After a warning, the button that opens the page is not the main one, as in the warnings of browsers.
func (s *store) openOrCopy() []app.UI {
	words, v := s.state.Words, s.request().Link
	host := wording.Host(v.Domain)
	var open app.HTMLElem
	switch {
	case v.Block != "":
		return nil
	case v.HasWarning():
		open = s.open("button quiet", "", words.Sentence("OpenAnyway")).Aria("label", words.Sentence("OpenAnywayNewTab", host).Plain())
	default:
		open = s.open("button primary", "", words.Sentence("OpenHostNewTab", host))
	}
	return []app.UI{open, s.button("", "CopyLink", flow.CopyLink)}
}

// open draws a link without opener and referrer, or a button if the host opens pages.
func (s *store) open(class, scope string, name wording.Sentence) app.HTMLElem {
	if s.state.HostOpens {
		return caption(s.pressable(class, flow.OpenPage, scope, name), name)
	}
	opened := s.handler(func(e app.Event) flow.Event {
		if s.state.Sending != flow.NotSending {
			prevent(e)
			return nil
		}
		if button, _ := page.Number(e, "button"); page.Text(e, "type") == "auxclick" && button != 1 {
			return nil
		}
		return flow.OpenPage
	})
	return caption(markPress(elem("a").Class(class), flow.OpenPage).Attr("href", s.request().Link.Href).
		Attr("target", "_blank").Attr("rel", "noopener noreferrer").Attr("referrerpolicy", "no-referrer").
		On("click", opened, app.EventScope(scope)).
		On("auxclick", opened, app.EventScope(scope)), name)
}

func (s *store) linkState() app.UI {
	key := s.state.CopyResult
	if s.state.NotOpened {
		key = "LinkNotOpened"
	}
	return elem("p").Class("muted").Hidden(key == "").Text(s.state.Words.Text(key))
}
