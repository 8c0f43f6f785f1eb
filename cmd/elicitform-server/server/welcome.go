package server

import (
	"cmp"
	"fmt"
	"net"
	"strings"
	"time"
)

const trySession = "try"

// exampleQuestion contains no apostrophe, which would end the quotation of the printed curl line.
const exampleQuestion = `{"session":"try","server":"my-agent","wait":60,"params":{"message":"Shall I book the table?",` +
	`"requestedSchema":{"type":"object","properties":{"guests":{"type":"integer","title":"Guests","minimum":1,"maximum":12},` +
	`"seat":{"type":"string","title":"Seat","enum":["Inside","Terrace"]}},"required":["guests"]}}}`

// Welcome returns the output at the start: the address and, in development, a page and a curl line that asks there.
func (s *Server) Welcome(listener net.Addr, hasFiles bool) string {
	var text strings.Builder
	address := cmp.Or(s.config.PublicURL, "http://"+listener.String())
	storage := "in the memory of this process, which end with it"
	if s.client != nil {
		storage = "in Redis"
	}
	fmt.Fprintf(&text, "elicitform-server %s serves %s, with questions %s.\n", Version, address, storage)
	if !hasFiles {
		text.WriteString("It was built without the files that pages load from /elicitform/. make server builds it with them.\n")
	}
	if s.config.Production {
		return text.String()
	}
	key := cmp.Or(s.config.AskKey, "$ASK_KEY")
	if hasFiles {
		token := s.relay.Token(s.config.Ring.Tag(trySession), 7*24*time.Hour)
		fmt.Fprintf(&text, "\nOpen this page:\n\n  %s/try#%s\n\nThen ask something there:\n\n", address, token)
	} else {
		text.WriteString("\nAsk something:\n\n")
	}
	headers := `-H "Authorization: Bearer ` + key + `" -H "Content-Type: application/json"`
	fmt.Fprintf(&text, "  curl %s/v1/questions %s -d '%s'\n\n", address, headers, exampleQuestion)
	if s.config.AskKey != "" {
		fmt.Fprintf(&text, "The ask key %q is new with each start. ELICITFORM_ASK_KEYS sets others: docs/server.md.\n", s.config.AskKey)
	}
	return text.String()
}
