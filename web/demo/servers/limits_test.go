package servers

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/internal/test/pipe"
)

func sessions(server *mcp.Server) int { return len(slices.Collect(server.Sessions())) }

// idle is the time limit for silent sessions in these tests.
const idle = 10 * time.Minute

// serveHotel is a server with sessions, and a client of it. It is for a test in a bubble.
func serveHotel(t *testing.T, answer func() *mcp.ElicitResult) (*mcp.Server, *mcp.ClientSession) {
	t.Helper()
	service := services[HotelPath]
	hotel := service.server(pages{}, testPatience)
	listener := pipe.Serve(t, &http.Server{Handler: service.handler(hotel, idle, "")})
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return answer(), nil },
	})
	session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: "http://hotel.example", HTTPClient: listener.Client(), DisableStandaloneSSE: true},
		&mcp.ClientSessionOptions{ProtocolVersion: revision2025June})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return hotel, session
}

// TestIdleSessionsEnd: a page may close without ending its session.
func TestIdleSessionsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hotel, session := serveHotel(t, nil)
		time.Sleep(idle - time.Second)
		if n := sessions(hotel); n != 1 {
			t.Errorf("%d sessions before the time is over", n)
		}
		time.Sleep(2 * time.Second)
		if n := sessions(hotel); n != 0 {
			t.Errorf("%d sessions have not ended", n)
		}
		if _, err := session.ListTools(context.Background(), nil); err == nil {
			t.Error("a session that has ended still answers")
		}
	})
}

// TestASessionWithACallIsNotIdle: a person may take longer over a form than a
// session may be idle.
func TestASessionWithACallIsNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hotel *mcp.Server
		count := 0
		hotel, session := serveHotel(t, func() *mcp.ElicitResult {
			time.Sleep(2 * idle)
			count = sessions(hotel)
			return &mcp.ElicitResult{Action: "decline"}
		})
		result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "check_in"})
		if err != nil || result.IsError {
			t.Fatalf("%v, %v", result, err)
		}
		if count != 1 {
			t.Errorf("%d sessions while the person answers", count)
		}
	})
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
			continue // The server has closed the connection before the end.
		}
		res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}
