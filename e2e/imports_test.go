package e2e

import (
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// packageFiles are the scripts that index.js loads, itself among them.
var packageFiles = []string{"index.js", "forms.js", "receipt.js", "diagnosis.js", "approval.js", "records.js"}

func packageFile(t *testing.T, name string) []byte {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	file := testsite.Path("build", "ts", "package", name)
	if name == "forms.js" {
		// The build has written the name of the program into this one.
		file = path.Join(built, "elicitform.js")
	}
	content, err := os.ReadFile(file)
	must(t, err)
	return content
}

// openWithImportMap opens a page without a bundler: the document of docs/imports.md with the hashes
// of the files. The spoiled file gets a wrong hash.
func openWithImportMap(t *testing.T, spoiled string) *Tab {
	t.Helper()
	document, err := os.ReadFile(testsite.Path("docs", "imports.md"))
	must(t, err)
	_, shown, found := strings.Cut(string(document), "```html\n")
	shown, _, _ = strings.Cut(shown, "```")
	// One hash is that of the link, the others are those of the map.
	hash := regexp.MustCompile(`"/elicitform/(\w+\.js)".*"sha384-…"`)
	if !found || len(hash.FindAllString(shown, -1)) != 1+len(packageFiles) {
		t.Fatalf("the document's page has not one hash for its link and for each of %v: %s", packageFiles, shown)
	}
	shown = hash.ReplaceAllStringFunc(shown, func(entry string) string {
		name := hash.FindStringSubmatch(entry)[1]
		content := packageFile(t, name)
		if name == spoiled {
			content = append(content, ' ')
		}
		sum := sha512.Sum384(content)
		return strings.Replace(entry, "sha384-…", "sha384-"+base64.StdEncoding.EncodeToString(sum[:]), 1)
	})

	built, err := testsite.Built()
	must(t, err)
	files, err := site.Handler(os.DirFS(built))
	must(t, err)
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>A chat</title><link rel="icon" href="data:,"><main><h1>Chat</h1><div id="form"></div></main>%s`, shown)
	})
	mux.HandleFunc("/chat.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, testsite.Path("e2e", "testdata", "importmap.js"))
	})
	mux.Handle("/elicitform/frame/", http.StripPrefix("/elicitform", files))
	mux.HandleFunc("/elicitform/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(packageFile(t, r.PathValue("name")))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := newTab(t)
	tab.open(server.URL)
	return tab
}

// TestImportMap covers N31: the files of the package work together in a page that no
// bundler has touched, and have one class of errors.
// Rows: N31.
func TestImportMap(t *testing.T) {
	t.Parallel()
	tab := openWithImportMap(t, "")
	tab.page().wait("the chat", `window.loaded`)
	form := tab.form()
	form.Type("City", "Graz")
	form.sendAnswers()
	tab.page().wait("the answer", `sent.length === 1`)
	expectSameJSON(t, "the answer", eval[string](tab.page(), `JSON.stringify(sent[0])`), `{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"city":"Graz"}}}`)
	if !eval[bool](tab.page(), `window.refused instanceof window.ElicitationError`) {
		t.Error("an error of forms.js is none of the class that index.js exports")
	}
	tab.expectQuiet()
}

// TestImportMapHoldsEachFile covers N22: each file whose hash differs from that in the map does not
// run.
// Rows: N22.
func TestImportMapHoldsEachFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"index.js", "forms.js"} {
		tab := openWithImportMap(t, name)
		tab.waitFor("the browser to refuse "+name, func() bool {
			return strings.Contains(tab.log.String(), "integrity")
		})
		if eval[bool](tab.page(), `"loaded" in window`) {
			t.Errorf("the chat runs with another %s", name)
		}
	}
}
