package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/demo/servers"
	"github.com/elicitform/elicitform/web/server/site"
)

// TestDemoForms covers real requests from end to end: tool call, elicitation
// over Streamable HTTP through the official client, form, answer, tool result.
// Afterwards the conversation has a line with the decision above the server's answer.
// Rows: N27, N28, N31, P10, P13.
func TestDemoForms(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	c.expectAccessible("demo")

	// The server speaks revision 2025-11-25. The official client would drop the
	// pattern of the time.
	form := c.callTool("Book a table", askingHeading("Travel"))
	form.TypePart("Date", "Month", "2")
	form.TypePart("Date", "Day", "3")
	form.TypePart("Date", "Year", "2027")
	form.Type("Time", "half past seven")
	if problems := form.continueWithErrors(); len(problems.Links) != 1 {
		t.Errorf("problems %q", problems.Links)
	}
	form.Type("Time", "19:30")
	form.sendAnswers()
	c.waitForText("Travel, Book a table Your table at Trattoria Lago is booked: 2027-02-03 at 19:30, for 2.")
	c.waitForText(`"structuredContent": {"answers": {"date": "2027-02-03", "guests": 2, "time": "19:30"}}`)
	c.waitForText("Sent to Travel: Wednesday, 3 February 2027, 19:30, Guests: 2 Date Wednesday, 3 February 2027")
	c.page().wait("the line in the place of the form, and the answer below it", `(() => {
		const line = document.getElementById("transcript").querySelector("details"), answer = document.getElementById("transcript").lastElementChild;
		return line && !line.open && answer.previousElementSibling.contains(line) && document.activeElement === line.firstElementChild;
	})()`)

	// The server speaks revision 2025-06-18.
	form = c.callTool("Check in", askingHeading("Hotel"))
	form.Type("Name", "Ada")
	form.Type("Nights", "2")
	form.Choose("Bed", "Two beds")
	form.sendAnswers()
	c.waitForText(`I received {"bed": "twin", "breakfast": true, "name": "Ada", "nights": 2}`)
	form = c.callTool("Late check-out", confirmHeading("Hotel"))
	form.Press("Confirm")
	c.waitForText("Hotel, Late check-out You accepted. I received {}")

	// The server speaks revision 2026-07-28.
	form = c.callTool("Deploy", askingHeading("Studio"))
	form.Press("Decline")
	c.waitForText("You declined. I received no answers and did nothing.")
	c.waitForText("You declined this request · Studio")
	form = c.callTool("Configure", askingHeading("Studio"))
	form.Press("Not now")
	c.waitForText("You chose “Not now”. I received no answers and did nothing.")

	c.expectAccessible("demo with messages")
	c.expectQuiet()
}

// TestDemoRounds covers N27: three rounds of revision 2026-07-28 follow each
// other, and the client carries their state.
// Rows: N27.
func TestDemoRounds(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Create project", askingHeading("Studio"))
	form.Type("Project name", "Lighthouse")
	form.sendAnswers()
	form.asks("What kind of project is Lighthouse?")
	form.Choose("Project type", "Web service")
	form.sendAnswers()
	form.asks("Create the project Lighthouse now?")
	form.Choose("Create the project", "Yes")
	// One press sends yes only if nearly every word is a common one.
	form.sendAnswers()
	c.waitForText(`{"name": "Lighthouse"} You accepted. I received {"type": "api"} You accepted. I received {"confirm": true}`)
	c.expectQuiet()
}

// TestDemoQueue covers P18: requests that come at the same time, from one
// server or from two, are shown one by one.
// Rows: P18.
func TestDemoQueue(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Book for three", askingHeading("Travel"))
	c.page().Press("Check in")
	c.page().wait("two running tools", `document.querySelectorAll("#running li").length === 2`)
	for i, place := range []string{"Request 1 of 4", "Request 2 of 4", "Request 3 of 4"} {
		form.shows(place)
		c.page().wait("the chat to tell of the answers before the next request", `(count) => {
			const lines = [...document.querySelectorAll("#transcript summary")].map((line) => line.innerText);
			return lines.length === count && lines.every((line) => line === "Sent to Travel: At the aisle");
		}`, i)
		form.Choose("Seat", "At the aisle")
		form.sendAnswers()
	}
	for _, name := range []string{"Ada", "Ben", "Cleo"} {
		c.waitForText(name + `: You accepted. I received {"seat": "aisle"}`)
	}
	form.onHeading(askingHeading("Hotel"))
	form.Press("Decline")
	c.waitForText("Hotel, Check in You declined.")
	c.page().wait("nothing to run any more", `document.querySelectorAll("#running li").length === 0`)
	c.expectQuiet()
}

// TestDemoTime covers P17 in the chat: a deadline that passes, a request that
// the server withdraws, and a call that the person stops. No session stays on
// the servers when the person leaves the chat.
// Rows: P17.
func TestDemoTime(t *testing.T) {
	t.Parallel()
	// The test ends the time of an offer.
	patience, overs := servers.DefaultPatience, make(chan func(), 1)
	patience.AfterFunc = func(_ time.Duration, over func()) *time.Timer {
		overs <- over
		return time.NewTimer(time.Hour)
	}
	c := demoChat{newTab(t)}
	ended := make(chan string, 10)
	c.openAt(serveDemo(t, patience, func(r *http.Request) {
		if r.Method == http.MethodDelete {
			ended <- r.URL.Path
		}
	}))
	c.waitForServers()
	// The form tells the host its line about the request only after it has drawn the request.
	callTool := func(tool, heading string) Document {
		form := c.callTool(tool, heading)
		c.waitUntilIdle()
		return form
	}
	callTool("Last-minute offer", askingHeading("Travel"))
	(<-overs)()
	c.waitForText(withdrawnHeading + " · Travel")
	c.waitForText("The offer is gone. I took my request back after 8s.")

	form := callTool("Hold a seat", askingHeading("Travel"))
	form.wait("the countdown", `document.querySelector("[role=timer]").innerText.includes("left")`)
	c.page().wait("the limit of the call", `document.querySelector("#running").innerText.includes("for at most 60 seconds")`)
	(&Host{Tab: c.Tab}).passDeadline()
	c.waitForText(expiredHeading + " · Travel")
	c.waitForText("Nobody took the seat, and I let it go.")

	callTool("Check in", askingHeading("Hotel"))
	c.page().Press("Stop Check in")
	c.waitForText("You stopped Check in.")
	c.waitForText(withdrawnHeading + " · Hotel")
	c.expectQuiet()

	c.open("about:blank")
	c.waitFor("the goodbyes", func() bool { return len(ended) == 2 })
	got := []string{<-ended, <-ended}
	slices.Sort(got)
	if want := []string{servers.TravelPath, servers.HotelPath}; !slices.Equal(got, want) {
		t.Errorf("ended the sessions of %q, want %q", got, want)
	}
}

// serveDemo serves the demo, with servers of its own, and returns its address. It calls served with each
// request.
func serveDemo(t *testing.T, patience servers.Patience, served func(*http.Request)) string {
	t.Helper()
	dir, err := testsite.Built()
	must(t, err)
	pages, err := site.Handler(os.DirFS(dir))
	must(t, err)
	mux := http.NewServeMux()
	servers.Mount(mux, patience, "")
	mux.Handle("/", pages)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r)
		if served != nil {
			served(r)
		}
	}))
	t.Cleanup(func() {
		// The server would wait for the streams that are open.
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// TestDemoSecret covers T20 in the chat: the form warns about a secret, and the typed key is nowhere in the
// conversation.
// Rows: T20.
func TestDemoSecret(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	form := c.callTool("Store an API key", askingHeading("Studio"))
	form.wait("the warning", `document.querySelector("main").innerText.includes("This looks like a password or other secret data.")`)
	form.Press("Decline")
	c.waitForText("You declined.")
	c.expectQuiet()
}

// TestDemoWithoutElicitation checks that servers do not ask a client that does
// not declare the capability, and that their tools say why.
func TestDemoWithoutElicitation(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	page.Press("Settings")
	page.click(page.find("checkbox", "Let servers ask me"), 1)
	page.Key(escape)
	c.waitForText("Servers can no longer ask you")
	c.waitForServers()
	page.Press("Book a table")
	c.waitForText("Travel, Book a table Error The request failed: client does not support elicitation")
	page.Press("Import bookings")
	c.waitForText("your client does not support \"url\" elicitation")
	page.Press("Deploy")
	c.waitForText("Deploy of Studio failed (-32021)")
	c.expectAccessible("without elicitation")
	// The browser reports the status 400 of the error's response.
	c.expectQuiet("400", "calling a tool failed")
}

// TestDemoConnectsAgain checks that the chat connects to a server again without
// being reloaded.
func TestDemoConnectsAgain(t *testing.T) {
	t.Parallel()
	c := openDemo(t)
	page := c.page()
	c.offline(true)
	page.Press("Room service")
	c.waitForText("Room service of Hotel failed")
	page.wait("the announcement", `document.getElementById("announcement").textContent === "Not connected to Hotel."`)
	c.offline(false)
	page.Press("Reconnect to Hotel")
	c.waitForServers()
	page.Press("Room service")
	c.waitForText("The kitchen is closed.")
	c.expectQuiet("ERR_INTERNET_DISCONNECTED", "calling a tool failed", "not connected to Hotel")
}

// expectNoText fails the test if the conversation contains a text.
func (c demoChat) expectNoText(text string) {
	c.t.Helper()
	if eval[bool](c.page(), `(text) => document.getElementById("transcript").innerText.replace(/\s+/g, " ").includes(text)`, text) {
		c.t.Errorf("the conversation says %q, which the form says", text)
	}
}
