package servers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func sessions(server *mcp.Server) int { return len(slices.Collect(server.Sessions())) }

// serveHotel is a server with sessions that may be idle for a moment only, and a
// client of it.
func serveHotel(t *testing.T, idle time.Duration, answer func() *mcp.ElicitResult) (*mcp.Server, *mcp.ClientSession) {
	t.Helper()
	service := services[HotelPath]
	hotel := service.server(pages{}, testPatience)
	server := httptest.NewServer(service.handler(hotel, idle, ""))
	t.Cleanup(server.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return answer(), nil },
	})
	session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true},
		&mcp.ClientSessionOptions{ProtocolVersion: revision2025June})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return hotel, session
}

// TestIdleSessionsEnd: the session of a page that was closed without a word does
// not stay.
func TestIdleSessionsEnd(t *testing.T) {
	hotel, session := serveHotel(t, time.Second, nil)
	for ends := time.Now().Add(time.Minute); sessions(hotel) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatalf("%d sessions are left", sessions(hotel))
		}
	}
	if _, err := session.ListTools(context.Background(), nil); err == nil {
		t.Error("a session that has ended still answers")
	}
}

// TestASessionWithACallIsNotIdle: a person may take longer over a form than a
// session may be idle.
func TestASessionWithACallIsNotIdle(t *testing.T) {
	const idle = 3 * time.Second // Between two calls a slow machine may need a second.
	var hotel *mcp.Server
	left := 0
	hotel, session := serveHotel(t, idle, func() *mcp.ElicitResult {
		time.Sleep(idle + time.Second)
		left = sessions(hotel)
		return &mcp.ElicitResult{Action: "decline"}
	})
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "check_in"})
	if err != nil || result.IsError {
		t.Fatalf("%v, %v", result, err)
	}
	if left != 1 {
		t.Errorf("%d sessions while the person answers", left)
	}
}

func TestTheDemosSessionsEndWithinMinutes(t *testing.T) {
	if idle := DefaultPatience.Idle; idle <= 0 || idle > 15*time.Minute {
		t.Errorf("a session may be idle for %v", idle)
	}
}

func TestALargeBodyIsDenied(t *testing.T) {
	base := serve(t)
	for _, path := range []string{TravelPath, HotelPath, StudioPath} {
		req, err := http.NewRequest("POST", base+path, strings.NewReader(strings.Repeat(" ", 2*maxBody)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			continue // The server has hung up on the rest.
		}
		res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}
