package servers

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestToolTellsExactlyWhatWasAccepted(t *testing.T) {
	for _, c := range []struct {
		path, tool string
		content    map[string]any
		want       string
	}{
		{StudioPath, "deploy", map[string]any{"confirm": false}, `You accepted. I received {"confirm":false}`},
		{StudioPath, "configure", map[string]any{"dry_run": true, "replicas": 3, "name": "a <b>"}, `You accepted. I received {"dry_run":true,"name":"a <b>","replicas":3}`},
		{TravelPath, "book_table", map[string]any{"time": "19:30", "guests": 4, "date": "2027-02-03"}, "Your table at Trattoria Lago is booked: 2027-02-03 at 19:30, for 4. I look forward to seeing you."},
		{HotelPath, "check_in", map[string]any{"nights": 2, "name": "Ada", "breakfast": false}, `You accepted. I received {"breakfast":false,"name":"Ada","nights":2}`},
		{HotelPath, "late_checkout", nil, `You accepted. I received {}`},
	} {
		g := connect(t, c.path, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return accept(c.content) })
		expect(t, c.tool, g.says(t, c.tool), c.want)
	}
}

func TestTheResultRepeatsAnswersAndArguments(t *testing.T) {
	g := connect(t, TravelPath, everything, func(*mcp.ElicitParams) *mcp.ElicitResult {
		return accept(map[string]any{"date": "2027-02-03", "guests": 4, "time": "19:30"})
	})
	g.call(t, "book_table")
	expectWithin(t, "answers", g.wire.String(), `"structuredContent":{"answers":{"date":"2027-02-03","guests":4,"time":"19:30"}}`)

	result, err := g.CallTool(context.Background(), &mcp.CallToolParams{Name: "send_email", Arguments: map[string]any{"to": "ada@example.com", "subject": "Tea"}})
	if err != nil || result.IsError {
		t.Fatalf("%+v, %v", result, err)
	}
	expect(t, "reply", result.Content[0].(*mcp.TextContent).Text, "I would have sent “Tea” to ada@example.com. This demo sends nothing.")
	expectWithin(t, "arguments", g.wire.String(), `"structuredContent":{"subject":"Tea","to":"ada@example.com"}`)
}

// Rows: P10.
func TestDeclineAndCancelAreToldApart(t *testing.T) {
	for _, c := range []struct{ path, tool string }{
		{TravelPath, "book_table"}, {TravelPath, "connect_calendar"}, {HotelPath, "check_in"}, {StudioPath, "deploy"}, {StudioPath, "store_key"},
	} {
		for action, want := range map[string]string{
			"decline": "You declined. I received no answers and did nothing.",
			"cancel":  "You chose “Not now”. I received no answers and did nothing.",
		} {
			g := connect(t, c.path, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: action} })
			expect(t, c.tool, g.says(t, c.tool), want)
		}
	}
}

func TestAnAnswerThatBreaksTheSchemaIsAnErrorOfTheTool(t *testing.T) {
	for _, c := range []struct {
		path, tool string
		content    map[string]any
		want       string
	}{
		{TravelPath, "book_table", map[string]any{"guests": 99}, "error: The request failed"},
		{HotelPath, "check_in", map[string]any{"name": "Ada", "nights": "two"}, "error: The request failed"},
	} {
		g := connect(t, c.path, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return accept(c.content) })
		expectWithin(t, c.tool, g.says(t, c.tool), c.want)
	}
}

// TestTheFirstRevisionNamesNoMode checks the oldest form of a request on the wire.
// Rows: N27.
func TestTheFirstRevisionNamesNoMode(t *testing.T) {
	g := connect(t, HotelPath, everything, func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} })
	g.call(t, "check_in")
	expectWithin(t, "request", g.wire.String(), `"method":"elicitation/create","params":{"message":"Welcome to Hotel Lido.`, `"enumNames":["Single bed"`)
}

func TestAToolThatFailsSaysSo(t *testing.T) {
	g := connect(t, HotelPath, everything, nil)
	expect(t, "room service", g.says(t, "room_service"), "error: The kitchen is closed. It opens at 07:00.")
}
