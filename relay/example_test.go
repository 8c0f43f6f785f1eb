package relay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/device"
)

// A backend with an MCP client and the endpoint for its devices. All processes have the same secret.
func Example() {
	relays, err := relay.New(relay.Options{Secret: secret})
	if err != nil {
		log.Fatal(err)
	}
	defer relays.Close()
	mux := http.NewServeMux()
	mux.Handle("/relay", relays)
	backend := httptest.NewServer(mux)
	defer backend.Close()

	// In the browser: connectRelay("/relay", forms, {token}), with a token for its session.
	go answerRome(backend.URL+"/relay", relays.Token("chat 7", 0))

	params := json.RawMessage(`{"mode":"form","message":"Where to?","requestedSchema":
		{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}`)
	result, err := relays.Elicit(context.Background(), params, relay.ElicitOptions{Session: "chat 7", Server: relay.Server{ID: "travel.example"}})
	if err != nil {
		log.Fatal(err) // Without a decision there is an error, never a decline.
	}
	fmt.Println(result.Action, result.Content["city"])
	// Output: accept Rome
}

// A client of the official SDK whose requests go to the devices of its session.
func ExampleRelay_Install() {
	relays, err := relay.New(relay.Options{Secret: secret})
	if err != nil {
		log.Fatal(err)
	}
	defer relays.Close()
	// Each chat has its own client.
	client := mcp.NewClient(&mcp.Implementation{Name: "backend", Version: "1"}, relay.Announce(nil))
	relays.Install(client, relay.InSession("chat 7"), relay.HostOptions{Server: relay.Server{ID: "travel.example"}})
}

func answerRome(url, token string) {
	phone := device.Device{URL: url, Token: token}
	_ = phone.Listen(context.Background(), func(m device.Message) bool {
		for _, round := range m.Open {
			_, _, _ = phone.Post(context.Background(), round.Answer("a-name-of-its-own",
				map[string]any{"action": "accept", "content": map[string]any{"city": "Rome"}}))
			return false
		}
		return true
	})
}
