package visits

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

var question = Page{
	Site: "Bank <1>", Title: "May the shop see your name?", Text: "Only the name.",
	Question: "Which one?", Choices: []string{"Full", "Short"}, Agree: "Allow",
}

// ask sends one request to the book.
func ask(book *Book, method, path string, form url.Values) *http.Response {
	req := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	rec := httptest.NewRecorder()
	book.ServeHTTP(rec, req)
	return rec.Result()
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func open(t *testing.T, book *Book) *Visit {
	t.Helper()
	visit, err := book.Open(question)
	if err != nil {
		t.Fatal(err)
	}
	return visit
}

func TestAPageShowsWhatIsAskedAndNothingIsMarkup(t *testing.T) {
	book := &Book{}
	visit := open(t, book)
	res := ask(book, "GET", visit.Path(), nil)
	page := text(t, res)
	for _, part := range []string{"<h1>May the shop see your name?</h1>", "Bank &lt;1&gt;", "<legend>Which one?</legend>", `value="Short"`, ">Allow</button>", ">Refuse</button>"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in\n%s", part, page)
		}
	}
	header := res.Header
	if res.StatusCode != 200 || header.Get("Content-Security-Policy") != policy || header.Get("Cache-Control") != "no-store" || header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("status %d, %v", res.StatusCode, header)
	}
}

// TestLookingDecidesNothing: browsers and scanners fetch addresses unasked.
func TestLookingDecidesNothing(t *testing.T) {
	book := &Book{}
	visit := open(t, book)
	for _, method := range []string{"GET", "HEAD"} {
		ask(book, method, visit.Path()+"?decision=agree&choice=Full", nil)
	}
	if decision, _ := visit.Decision(); decision != Open {
		t.Errorf("decision %v", decision)
	}
}

func TestADecisionIsTakenOnce(t *testing.T) {
	for _, c := range []struct {
		form   url.Values
		want   Decision
		choice string
		says   string
	}{
		{url.Values{"decision": {"agree"}, "choice": {"Short"}}, Agreed, "Short", "You chose “Short”."},
		{url.Values{"decision": {"refuse"}, "choice": {"Short"}}, Refused, "", "Nothing was shared."},
	} {
		book := &Book{}
		visit := open(t, book)
		res := ask(book, "POST", visit.Path(), c.form)
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != visit.Path() {
			t.Errorf("status %d to %q", res.StatusCode, res.Header.Get("Location"))
		}
		<-visit.Done()
		ask(book, "POST", visit.Path(), url.Values{"decision": {"agree"}, "choice": {"Full"}})
		ask(book, "POST", visit.Path(), url.Values{"decision": {"refuse"}})
		if decision, choice := visit.Decision(); decision != c.want || choice != c.choice {
			t.Errorf("%v, %q", decision, choice)
		}
		page := text(t, ask(book, "GET", visit.Path(), nil))
		if !strings.Contains(page, c.says) || strings.Contains(page, "<form") {
			t.Errorf("no %q in\n%s", c.says, page)
		}
	}
}

func TestOnlyWhatThePageOffersIsTaken(t *testing.T) {
	book := &Book{}
	visit := open(t, book)
	for name, form := range map[string]url.Values{
		"no decision":      {"choice": {"Full"}},
		"another decision": {"decision": {"maybe"}},
		"no choice":        {"decision": {"agree"}},
		"another choice":   {"decision": {"agree"}, "choice": {"Everything"}},
		"too long":         {"decision": {"agree"}, "choice": {strings.Repeat("x", maxForm)}},
	} {
		if res := ask(book, "POST", visit.Path(), form); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, res.StatusCode)
		}
	}
	if res := ask(book, "PUT", visit.Path(), nil); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("PUT: status %d", res.StatusCode)
	}
	if decision, _ := visit.Decision(); decision != Open {
		t.Errorf("decision %v", decision)
	}
}

func TestAnAddressIsTheKeyAndIsForgotten(t *testing.T) {
	book := &Book{}
	visit, other := open(t, book), open(t, book)
	if visit.ID == other.ID || len(visit.ID) < 26 {
		t.Errorf("ids %q and %q", visit.ID, other.ID)
	}
	for _, path := range []string{Root, Root + "x", visit.Path() + "/x", Root + "../"} {
		if res := ask(book, "GET", path, nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
	book.expire(visit)
	<-visit.Done()
	if decision, _ := visit.Decision(); decision != Expired || book.Find(visit.ID) != nil {
		t.Errorf("decision %v", decision)
	}
	if res := ask(book, "POST", visit.Path(), url.Values{"decision": {"refuse"}}); res.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", res.StatusCode)
	}
	if page := text(t, ask(book, "GET", visit.Path(), nil)); !strings.Contains(page, "This page is not open") {
		t.Error(page)
	}
}

func TestABookIsFullAtSomePoint(t *testing.T) {
	book := &Book{}
	for range capacity {
		open(t, book)
	}
	if _, err := book.Open(question); err != ErrFull {
		t.Errorf("error %v", err)
	}
}

func TestTheStyleIsServed(t *testing.T) {
	res := ask(&Book{}, "GET", Root+"style.css", nil)
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/css") {
		t.Errorf("status %d, %v", res.StatusCode, res.Header)
	}
}
