package servers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestEveryServerOffersItsTools(t *testing.T) {
	for path, want := range map[string]string{
		TravelPath: "book_for_three book_table connect_calendar flash_offer hold_seat import_bookings preferences send_email trip_report",
		HotelPath:  "check_in late_checkout room_service",
		StudioPath: "configure create_project deploy set_up_workspace store_key",
	} {
		g := connect(t, path, everything, nil)
		list, err := g.ListTools(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			if tool.Title == "" || tool.Description == "" {
				t.Errorf("%s has no title or description", tool.Name)
			}
		}
		expect(t, path, strings.Join(names, " "), want)
	}
}

// Rows: N27.
func TestEachServerSpeaksItsRevision(t *testing.T) {
	for path, want := range map[string]string{
		TravelPath: "2025-11-25", HotelPath: "2025-06-18", StudioPath: "2026-07-28",
	} {
		g := connect(t, path, everything, nil)
		expect(t, path, g.InitializeResult().ProtocolVersion, want)
	}
}

// Rows: N19.
func TestPropertiesKeepTheirOrderOnTheWire(t *testing.T) {
	for path, folder := range map[string]string{TravelPath: "travel", HotelPath: "hotel", StudioPath: "studio"} {
		for _, tool := range tools(folder) {
			if len(tool.Requests) == 0 || tool.Requests[0].Schema == nil {
				continue
			}
			g := connect(t, path, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} })
			g.call(t, tool.Name)
			var compact bytes.Buffer
			if err := json.Compact(&compact, tool.Requests[0].Schema); err != nil {
				t.Fatal(err)
			}
			expectWithin(t, tool.Name, g.wire.String(), compact.String())
		}
	}
}

func TestAClientThatCannotAskGetsToldSo(t *testing.T) {
	for path, c := range map[string]struct{ tool, want string }{
		TravelPath: {"book_table", "error: The request failed: client does not support elicitation"},
		HotelPath:  {"check_in", "error: The request failed: client does not support elicitation"},
	} {
		g := connect(t, path, nil, nil)
		expect(t, path, g.says(t, c.tool), c.want)
	}
	g := connect(t, TravelPath, nil, nil)
	expectWithin(t, "pages", g.says(t, "import_bookings"), "does not support")

	g = connect(t, StudioPath, nil, nil)
	_, err := g.CallTool(context.Background(), &mcp.CallToolParams{Name: "deploy"})
	if code := rpcCode(err); code != mcp.CodeMissingRequiredClientCapabilities {
		t.Errorf("code %d of %v", code, err)
	}
	expectWithin(t, "data", g.wire.String(), `"requiredCapabilities":{`, `"elicitation":{"form":{}}`)

	// Forms only: the round with a page cannot be shown.
	g = connect(t, StudioPath, &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}, nil)
	_, err = g.CallTool(context.Background(), &mcp.CallToolParams{Name: "set_up_workspace"})
	if code := rpcCode(err); code != mcp.CodeMissingRequiredClientCapabilities {
		t.Errorf("code %d of %v", code, err)
	}
}

func TestOtherWebSitesCannotTalkToTheServers(t *testing.T) {
	mux := http.NewServeMux()
	Mount(mux, testPatience, "")
	for _, path := range []string{TravelPath, HotelPath, StudioPath, "/visit/x"} {
		for _, c := range []struct{ name, header, value string }{
			{"another site", "Sec-Fetch-Site", "cross-site"},
			{"another origin", "Origin", "https://evil.example"},
		} {
			req := httptest.NewRequest("POST", "http://127.0.0.1:8080"+path, strings.NewReader("{}"))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set(c.header, c.value)
			rec := httptest.NewRecorder()
			mux.ServeHTTP(rec, req)
			if rec.Code != http.StatusForbidden {
				t.Errorf("%s from %s: status %d", path, c.name, rec.Code)
			}
		}
	}
}

func TestAForeignHostIsDenied(t *testing.T) {
	base := serve(t)
	for _, path := range []string{TravelPath, HotelPath, StudioPath} {
		req, err := http.NewRequest("POST", base+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = "rebound.example"
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}

func TestSessionsAreLimited(t *testing.T) {
	base := serve(t)
	begin := func() int {
		const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		req, err := http.NewRequest("POST", base+HotelPath, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	for i := range maxSessions {
		if status := begin(); status != http.StatusOK {
			t.Fatalf("session %d: status %d", i+1, status)
		}
	}
	expect(t, "one too many", fmt.Sprint(begin()), "503")
}
