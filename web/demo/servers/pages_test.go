package servers

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var question = page{
	Site: "Bank <1>", Title: "May the shop see your name?", Text: "Only the name.",
	Question: "Which one?", Choices: []string{"Full", "Short"}, Agree: "Allow",
}

func newPages() pages { return pages{newShelf[*visit](pageLifetime)} }

// ask sends one request to the pages.
func ask(book pages, method, path string, form url.Values) *http.Response {
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

func open(t *testing.T, book pages) *visit {
	t.Helper()
	visit, err := book.open(question)
	if err != nil {
		t.Fatal(err)
	}
	return visit
}

func TestAPageShowsWhatIsAskedAndNothingIsMarkup(t *testing.T) {
	book := newPages()
	visit := open(t, book)
	res := ask(book, "GET", visit.path, nil)
	page := text(t, res)
	for _, part := range []string{"<h1>May the shop see your name?</h1>", "Bank &lt;1&gt;", "<legend>Which one?</legend>", `value="Short"`, ">Allow</button>", ">Deny</button>"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in\n%s", part, page)
		}
	}
	header := res.Header
	if res.StatusCode != 200 || header.Get("Content-Security-Policy") != pagePolicy || header.Get("Cache-Control") != "no-store" || header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("status %d, %v", res.StatusCode, header)
	}
}

// TestLookingDecidesNothing: browsers and scanners fetch addresses on their own.
func TestLookingDecidesNothing(t *testing.T) {
	book := newPages()
	visit := open(t, book)
	for _, method := range []string{"GET", "HEAD"} {
		ask(book, method, visit.path+"?decision=agree&choice=Full", nil)
	}
	select {
	case <-visit.Done():
		t.Errorf("decision %q", visit.Ending())
	default:
	}
}

func TestADecisionIsTakenOnce(t *testing.T) {
	for _, c := range []struct {
		form   url.Values
		want   string
		choice string
		says   string
	}{
		{url.Values{"decision": {"agree"}, "choice": {"Short"}}, agreed, "Short", "You chose “Short”."},
		{url.Values{"decision": {"deny"}, "choice": {"Short"}}, denied, "", "Nothing was shared."},
	} {
		book := newPages()
		visit := open(t, book)
		res := ask(book, "POST", visit.path, c.form)
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != visit.path {
			t.Errorf("status %d to %q", res.StatusCode, res.Header.Get("Location"))
		}
		<-visit.Done()
		ask(book, "POST", visit.path, url.Values{"decision": {"agree"}, "choice": {"Full"}})
		ask(book, "POST", visit.path, url.Values{"decision": {"deny"}})
		if visit.Ending() != (ending{c.want, c.choice}) {
			t.Errorf("%q", visit.Ending())
		}
		page := text(t, ask(book, "GET", visit.path, nil))
		if !strings.Contains(page, c.says) || strings.Contains(page, "<form") {
			t.Errorf("no %q in\n%s", c.says, page)
		}
	}
}

func TestOnlyWhatThePageOffersIsTaken(t *testing.T) {
	book := newPages()
	visit := open(t, book)
	for name, form := range map[string]url.Values{
		"no decision":      {"choice": {"Full"}},
		"another decision": {"decision": {"maybe"}},
		"no choice":        {"decision": {"agree"}},
		"another choice":   {"decision": {"agree"}, "choice": {"Everything"}},
		"too long":         {"decision": {"agree"}, "choice": {strings.Repeat("x", maxForm)}},
	} {
		if res := ask(book, "POST", visit.path, form); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, res.StatusCode)
		}
	}
	if res := ask(book, "PUT", visit.path, nil); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("PUT: status %d", res.StatusCode)
	}
	select {
	case <-visit.Done():
		t.Errorf("decision %q", visit.Ending())
	default:
	}
}

func TestAnAddressIsTheKeyAndIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		book := newPages()
		visit, second := open(t, book), open(t, book)
		if visit.path == second.path || len(visit.path) < len(pagesPath)+26 {
			t.Errorf("paths %q and %q", visit.path, second.path)
		}
		for _, path := range []string{pagesPath, pagesPath + "x", visit.path + "/x", pagesPath + "../"} {
			if res := ask(book, "GET", path, nil); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s: status %d", path, res.StatusCode)
			}
		}
		time.Sleep(pageLifetime)
		<-visit.Done()
		synctest.Wait()
		if end := visit.Ending(); end != (ending{}) {
			t.Errorf("decision %q", end)
		}
		if res := ask(book, "POST", visit.path, url.Values{"decision": {"deny"}}); res.StatusCode != http.StatusNotFound {
			t.Errorf("status %d", res.StatusCode)
		}
		if page := text(t, ask(book, "GET", visit.path, nil)); !strings.Contains(page, "This page is not open") {
			t.Error(page)
		}
	})
}

func TestNotEveryPageIsOpened(t *testing.T) {
	book := newPages()
	for range capacity {
		open(t, book)
	}
	if _, err := book.open(question); err != errFull {
		t.Errorf("error %v", err)
	}
}

func TestTheStyleIsServed(t *testing.T) {
	res := ask(newPages(), "GET", pagesPath+"style.css", nil)
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/css") {
		t.Errorf("status %d, %v", res.StatusCode, res.Header)
	}
}
