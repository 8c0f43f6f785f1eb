package servers

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// newHotelServer is the reception of a hotel, which still speaks the first
// revision that had elicitation.
func newHotelServer() *mcp.Server {
	server := newServer("elicitform-demo-hotel", "Hotel Lido", revision2025June)
	server.AddSendingMiddleware(withoutMode)
	addTools(server, tools("hotel"), askInTurn, map[string]behaviour{"room_service": closedKitchen})
	return server
}

// closedKitchen is a tool that fails.
func closedKitchen(context.Context, *mcp.CallToolRequest, *tool) (*mcp.CallToolResult, error) {
	return failed("The kitchen is closed. It opens at 07:00."), nil
}

// plainForm is a request as revision 2025-06-18 has it: there is one kind, and
// no mode.
type plainForm struct{ *mcp.ElicitParams }

// MarshalJSON leaves out what the revision does not know.
func (f *plainForm) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Message         string `json:"message"`
		RequestedSchema any    `json:"requestedSchema"`
	}{f.Message, f.RequestedSchema})
}

// withoutMode sends elicitations as plain forms. The SDK names a mode whatever
// revision the client speaks.
func withoutMode(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if asked, ok := req.GetParams().(*mcp.ElicitParams); ok {
			req = &mcp.ServerRequest[*plainForm]{Session: req.GetSession().(*mcp.ServerSession), Params: &plainForm{asked}}
		}
		return next(ctx, method, req)
	}
}
