package e2e

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// tabLog collects the problems of a tab that did not stop anything, and the
// URLs that the tab requested.
type tabLog struct {
	mu       sync.Mutex
	trouble  []string
	requests []string
	urls     map[network.RequestID]string
}

func (l *tabLog) event(ev any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		l.add("exception: %s", text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			l.add("console.%s: %s", e.Type, words(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			l.add("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == "ContentSecurityPolicyIssue" {
			details := e.Issue.Details.ContentSecurityPolicyIssueDetails
			l.add("content security policy: %s %s", details.ViolatedDirective, details.BlockedURL)
		}
	case *network.EventRequestWillBeSent:
		if l.urls == nil {
			l.urls = map[network.RequestID]string{}
		}
		l.urls[e.RequestID] = e.Request.URL
		// From data: URLs the browser draws the icons of its own controls: they cause no traffic.
		if !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "about:") {
			l.requests = append(l.requests, e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			l.add("response %d: %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			l.add("loading failed: %s %s", e.ErrorText, l.urls[e.RequestID])
		}
	}
}

func (l *tabLog) add(format string, args ...any) {
	l.trouble = append(l.trouble, fmt.Sprintf(format, args...))
}

// String lists the problems so far.
func (l *tabLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.trouble, "\n")
}

// requestedURLs lists the URLs that the tab has requested so far.
func (tab *Tab) requestedURLs() []string {
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	return slices.Clone(tab.log.requests)
}

func words(args []*runtime.RemoteObject) string {
	var list []string
	for _, arg := range args {
		if arg.Description != "" {
			list = append(list, arg.Description)
		} else {
			list = append(list, string(arg.Value))
		}
	}
	return strings.Join(list, " ")
}

// expectQuiet fails the test if the browser reported anything on the console,
// refused anything because of the security policy or could not load something.
// Reports that contain one of the expected texts are ignored: the test has
// caused them itself.
func (tab *Tab) expectQuiet(expected ...string) {
	tab.t.Helper()
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	for _, line := range tab.log.trouble {
		if !slices.ContainsFunc(expected, func(part string) bool { return strings.Contains(line, part) }) {
			tab.t.Errorf("browser: %s", line)
		}
	}
	tab.log.trouble = nil
}
