package component

import (
	"strings"

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
		s.address(),
		s.cautions(),
		s.explanation(),
		s.actions(s.opener()...),
		s.linkState(),
	)
}

func (s *store) waitingScreen() app.UI {
	words := s.state.Words
	about := words.Mention(s.state.ServerID())
	if press, _ := s.state.CloseButton(); press == flow.Close {
		about = words.Sentence("CloseHint", s.serverArg())
	}
	return elem("div").Class("step").Body(
		s.serverHeader(),
		write(elem("p"), s.state.WaitingText()),
		// The sentence above names the site.
		elem("details").Class("wire").Body(elem("summary").Text(words.Text("Address")), s.address()),
		// No button replaces the control that opened the page: the second click of a double click would press it.
		s.buttons(
			s.button("primary", "IHaveFinished", flow.Finish),
			s.open("button", "again", words.Sentence("OpenAgain")),
		),
		s.linkState(),
		write(elem("p").Class("muted"), about),
	)
}

// address shows the whole address once, with the button that copies it. Where the site cannot be emphasised in it, the
// site stands below.
func (s *store) address() app.UI {
	words, v := s.state.Words, s.request().Link
	parts := v.ShownParts()
	whole := elem("p").ID(addressID).Class("url").Dir("ltr").Role("group").Aria("label", words.Text("Address"))
	if len(v.Shown) > longAddress {
		// A long address scrolls, which has to work by keyboard too.
		whole = whole.Attr("tabindex", 0)
	}
	return elem("div").Class("address").Body(
		elem("div").Class("box").Body(
			whole.Body(append([]app.UI{
				elem("span").Text(parts[0] + parts[1]), elem("b").Text(parts[2]), elem("span").Text(parts[3]),
			}, breakable(parts[4])...)...),
			drawIf(v.Block == "", func() app.UI {
				return s.inactive(s.pressable("copy", flow.CopyLink)).Aria("label", words.Text("CopyLink"))
			}),
		),
		elem("p").Class("site").Hidden(v.Host == "" || parts[2] != "").Body(
			elem("span").Class("muted").Text(words.Text("Site")+words.Blank), elem("b").Dir("ltr").Text(v.Host),
		),
		elem("p").Class("muted").Hidden(v.Unicode == "").Dir("auto").Text(v.Unicode),
	)
}

// maxBreaks bounds the elements of an address.
const maxBreaks = 40

// breakable lets a line of an address end after the signs that separate its parts.
func breakable(path string) (parts []app.UI) {
	for len(parts) < 2*maxBreaks {
		at := strings.IndexAny(path, "/?&") + 1
		if at == 0 {
			break
		}
		parts = append(parts, app.Text(path[:at]), elem("wbr"))
		path = path[at:]
	}
	return append(parts, app.Text(path))
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
		mild = append(mild, write(elem("p").Class("muted"), words.Sentence("SiteCheck", s.serverArg())))
	}
	boxes = append(boxes, mild...)
	return elem("div").Class("cautions").Hidden(len(boxes) == 0).Body(boxes...)
}

// After a warning, the button that opens the page is not the main one, as in the warnings of browsers.
func (s *store) opener() []app.UI {
	words, v := s.state.Words, s.request().Link
	host := wording.Host(v.Domain)
	var open app.HTMLElem
	switch {
	case v.Block != "":
		return nil
	case v.HasWarning():
		open = s.open("button quiet", "", words.Sentence("OpenAnyway")).Aria("label", words.Sentence("OpenAnywayNewTab", host).Plain())
	default:
		name := words.Sentence("OpenHost", host)
		open = s.open("button primary", "", name).Aria("label", name.Plain()+words.Blank+words.Text("InNewTab"))
	}
	return []app.UI{open}
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
