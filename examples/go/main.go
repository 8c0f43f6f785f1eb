// The backend of a chat: it has the MCP client, and the relay brings what a server asks to
// the page.
package main

import (
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/elicitform/elicitform/relay"
)

// framePolicy gives the frame an origin of its own, and only this site may embed it.
const framePolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// chat says whose request this is. Yours looks at the login.
func chat(r *http.Request) (session string, ok bool) {
	cookie, err := r.Cookie("chat")
	return cookie.String(), err == nil
}

func main() {
	forms, err := relay.New(relay.Options{Authorize: chat})
	if err != nil {
		panic(err)
	}
	http.Handle("/relay", forms)
	http.HandleFunc("POST /book", func(w http.ResponseWriter, r *http.Request) {
		session, _ := chat(r)
		client := mcp.NewClient(&mcp.Implementation{Name: "go-chat", Version: "1.0.0"}, relay.Announce(nil))
		forms.Install(client, relay.InSession(session), relay.HostOptions{Server: relay.Server{ID: "restaurant.example"}})
		server, err := client.Connect(r.Context(), &mcp.StreamableClientTransport{Endpoint: os.Getenv("MCP_URL")}, nil)
		if err != nil {
			panic(err)
		}
		defer server.Close()
		// A page that gives up the call ends the context, which takes the form away.
		if result, err := server.CallTool(r.Context(), &mcp.CallToolParams{Name: "book"}); err == nil {
			_, _ = w.Write([]byte(result.Content[0].(*mcp.TextContent).Text))
		}
	})
	http.Handle("/", http.FileServer(http.Dir("public")))
	http.HandleFunc("/elicitform/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", framePolicy)
		http.ServeFile(w, r, "public"+r.URL.Path)
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
