package servers

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/internal/test/pipe"
)

// rpcCode is the JSON-RPC code of an error, or 0.
func rpcCode(err error) int64 {
	var rpc *jsonrpc.Error
	if errors.As(err, &rpc) {
		return rpc.Code
	}
	return 0
}

// Rows: P18.
func TestThreeRequestsAreOpenAtOnce(t *testing.T) {
	var together sync.WaitGroup
	together.Add(3)
	g := connect(t, TravelPath, everything, func(params *mcp.ElicitParams) *mcp.ElicitResult {
		together.Done()
		together.Wait() // for two more requests
		if strings.Contains(params.Message, "Ben") {
			return &mcp.ElicitResult{Action: "decline"}
		}
		return accept(map[string]any{"seat": "aisle"})
	})
	expect(t, "travellers", g.says(t, "book_for_three"), `Ada: You accepted. I received {"seat":"aisle"}`+
		"\nBen: You declined. I received no answers and did nothing."+
		"\n"+`Cleo: You accepted. I received {"seat":"aisle"}`)
}

// Rows: P17.
func TestAnOfferIsTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		withdrawn := make(chan struct{})
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
			ElicitationHandler: func(ctx context.Context, _ *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				<-ctx.Done() // the cancellation by the server
				close(withdrawn)
				return nil, ctx.Err()
			},
		})
		mux := http.NewServeMux()
		Mount(mux, DefaultPatience, "")
		listener := pipe.Serve(t, &http.Server{Handler: mux})
		session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: "http://travel.example" + TravelPath, HTTPClient: listener.Client()},
			&mcp.ClientSessionOptions{ProtocolVersion: revision2025November})
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		g := &guest{ClientSession: session}
		expect(t, "offer", g.says(t, "flash_offer"), "The offer is gone. I took my request back after 8s.")
		<-withdrawn
	})
}

func TestAnOfferCanBeTaken(t *testing.T) {
	g := connect(t, TravelPath, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return accept(map[string]any{"take": true}) })
	expect(t, "offer", g.says(t, "flash_offer"), `You accepted. I received {"take":true}`)
}

// TestASeatIsReleasedWhenTheClientGivesUp: the deadline is the client's.
// Rows: P17.
func TestASeatIsReleasedWhenTheClientGivesUp(t *testing.T) {
	g := connect(t, TravelPath, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return accept(map[string]any{"name": "Ada"}) })
	expect(t, "taken", g.says(t, "hold_seat"), `You accepted. I received {"name":"Ada"}`)
	list, err := g.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if seconds := tool.Meta[timeoutMeta]; (tool.Name == "hold_seat") != (seconds == float64(60)) {
			t.Errorf("%s: timeout %v", tool.Name, seconds)
		}
	}
	g = connect(t, TravelPath, &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}, nil)
	expectWithin(t, "denied", g.says(t, "hold_seat"), "error: Nobody took the seat, and I let it go. The request failed")
}

// Rows: P15.
func TestACalendarIsConnectedOnItsPage(t *testing.T) {
	for _, c := range []struct{ decision, want string }{
		{"agree", "Your calendar is connected: Work."},
		{"deny", "You denied access on the page. Nothing is connected."},
	} {
		pages := make(chan *mcp.ElicitParams, 1)
		g := connect(t, TravelPath, everything, func(params *mcp.ElicitParams) *mcp.ElicitResult {
			pages <- params
			return &mcp.ElicitResult{Action: "accept"}
		})
		answer := make(chan string)
		go func() { answer <- g.says(t, "connect_calendar") }()
		params := <-pages
		if params.Mode != "url" || params.ElicitationID == "" || params.RequestedSchema != nil || !strings.HasPrefix(params.URL, g.base+"/visit/") {
			t.Errorf("asked %+v", params)
		}
		if strings.Contains(params.URL, params.ElicitationID) {
			t.Error("the id of the elicitation is the key to the page")
		}
		decide(t, params.URL, c.decision, "Work")
		expect(t, c.decision, <-answer, c.want)
		expect(t, "notice", <-g.finished, params.ElicitationID)
	}
}

// Rows: P16.
func TestBookingsNeedTwoPagesFirst(t *testing.T) {
	g := connect(t, TravelPath, everything, nil)
	pages := func() []*mcp.ElicitParams {
		t.Helper()
		_, err := g.CallTool(context.Background(), &mcp.CallToolParams{Name: "import_bookings"})
		if rpcCode(err) != mcp.CodeURLElicitationRequired {
			t.Fatalf("error %v", err)
		}
		var rpc *jsonrpc.Error
		errors.As(err, &rpc)
		var data struct {
			Elicitations []*mcp.ElicitParams `json:"elicitations"`
		}
		if err := json.Unmarshal(rpc.Data, &data); err != nil {
			t.Fatal(err)
		}
		return data.Elicitations
	}

	first := pages()
	if len(first) != 2 || first[0].Mode != "url" || first[0].ElicitationID == first[1].ElicitationID {
		t.Fatalf("%+v", first)
	}
	decide(t, first[1].URL, "agree", "")
	expect(t, "notice", <-g.finished, first[1].ElicitationID)
	second := pages()
	if len(second) != 1 || second[0].Message != first[0].Message {
		t.Fatalf("%+v", second)
	}
	decide(t, second[0].URL, "agree", "")
	expect(t, "notice", <-g.finished, second[0].ElicitationID)
	expectWithin(t, "import", g.says(t, "import_bookings"), "from Lake Air and Hotel Bellavista.")

	denied := pages()
	decide(t, denied[0].URL, "deny", "")
	<-g.finished
	expect(t, "denied", g.says(t, "import_bookings"), "error: You denied access at Lake Air. Nothing was imported.")
}

func TestSessionsDoNotShareAccounts(t *testing.T) {
	g := connect(t, TravelPath, everything, nil)
	guest, err := mcp.NewClient(&mcp.Implementation{Name: "other", Version: "1"}, nil).Connect(context.Background(),
		&mcp.StreamableClientTransport{Endpoint: g.base + TravelPath}, &mcp.ClientSessionOptions{ProtocolVersion: revision2025November})
	if err != nil {
		t.Fatal(err)
	}
	defer guest.Close()
	_, err = g.CallTool(context.Background(), &mcp.CallToolParams{Name: "import_bookings"})
	var rpc *jsonrpc.Error
	if !errors.As(err, &rpc) {
		t.Fatal(err)
	}
	result, err := guest.CallTool(context.Background(), &mcp.CallToolParams{Name: "import_bookings"})
	if err != nil || !result.IsError {
		t.Errorf("%+v, %v", result, err)
	}
}
