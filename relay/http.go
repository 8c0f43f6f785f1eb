package relay

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf16"
)

// name is what ids and nonces look like.
var name = regexp.MustCompile(`^[\w-]{8,64}$`)

// ServeHTTP is the endpoint for the browsers: server-sent events out, answers in. Every
// request must have a token of [Relay.Token] or be known to Options.Authorize.
func (r *Relay) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	header := w.Header()
	header.Set("Vary", "Origin, Authorization")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	origin, ok := r.allowedOrigin(request)
	if !ok {
		fail(w, http.StatusForbidden, "this origin may not ask")
		return
	}
	if origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Credentials", "true")
	}
	if r.closed.Err() != nil {
		retryLater(w)
		return
	}
	switch request.Method {
	case http.MethodOptions:
		header.Set("Access-Control-Allow-Methods", "GET, POST")
		header.Set("Access-Control-Allow-Headers", "authorization, content-type, last-event-id")
		header.Set("Access-Control-Max-Age", "7200")
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodGet, http.MethodPost:
	default:
		header.Set("Allow", "GET, POST, OPTIONS")
		fail(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	session, end, ok := r.sessionOf(request)
	switch {
	case !ok:
		header.Set("WWW-Authenticate", "Bearer")
		fail(w, http.StatusUnauthorized, "no valid token")
	case request.Method == http.MethodPost:
		r.post(w, request, session)
	default:
		r.serve(w, request, session, end, strings.Contains(request.Header.Get("Accept"), "text/event-stream"))
	}
}

func (r *Relay) post(w http.ResponseWriter, request *http.Request, session string) {
	if kind, _, err := mime.ParseMediaType(request.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, "the body must be application/json")
		return
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, request.Body, mostBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		fail(w, http.StatusRequestEntityTooLarge, "the body is too large")
		return
	}
	given := membersOf(content)
	var ref Ref
	ref.ID, _ = value(given["id"]).(string)
	ref.Fingerprint, _ = value(given["fp"]).(string)
	if err != nil || !name.MatchString(ref.ID) || !name.MatchString(ref.Fingerprint) {
		fail(w, http.StatusBadRequest, "no request is named")
		return
	}
	ctx, cancel := context.WithTimeout(request.Context(), patience)
	defer cancel()
	if _, isDraft := given["draft"]; isDraft {
		r.draft(ctx, w, session, ref, value(given["draft"]))
		return
	}
	r.decide(ctx, w, session, ref, given)
}

func (r *Relay) draft(ctx context.Context, w http.ResponseWriter, session string, ref Ref, draft any) {
	text, ok := draft.(string)
	switch {
	case !ok:
		fail(w, http.StatusBadRequest, "no draft")
		return
	case len(utf16.Encode([]rune(text))) > mostDraft:
		fail(w, http.StatusRequestEntityTooLarge, "no draft")
		return
	}
	verdict, err := r.store.Draft(ctx, session, ref, text)
	if err != nil {
		r.unavailable(w, err)
		return
	}
	reply(w, statusOf(verdict.State, verdict.State == Open), stands{State: verdict.State})
}

// stands is how a round stands, for the browser.
type stands struct {
	State State `json:"state"`
	Mine  bool  `json:"mine,omitempty"`
}

// decide ends a round as the person, or the form, has decided.
func (r *Relay) decide(ctx context.Context, w http.ResponseWriter, session string, ref Ref, given map[string]json.RawMessage) {
	by, _ := value(given["nonce"]).(string)
	responses, answered := given["responses"]
	refused, isRefused := value(given["refused"]).(map[string]any)
	if !name.MatchString(by) || answered == isRefused {
		fail(w, http.StatusBadRequest, "no decision")
		return
	}
	end := End{Ref: ref, How: Refused, By: by, Keep: r.keep}
	if isRefused {
		code, _ := refused["code"].(string)
		if code != invalidRequest && code != unsupportedMode {
			fail(w, http.StatusBadRequest, "no reason that ends a request")
			return
		}
		end.Result = string(text(reasons(refused)))
	} else {
		problems, kept, open, err := r.check(ctx, session, ref, responses)
		switch {
		case err != nil:
			r.unavailable(w, err)
			return
		case len(problems) > 0:
			r.log.Warn("relay: what cannot be the answer was sent", "id", ref.ID, "problems", len(problems))
			reply(w, http.StatusUnprocessableEntity, map[string]any{"problems": problems})
			return
		}
		end.How, end.Result = Answered, kept
		if !open {
			// The round is over, never was, or is another one now, and the page is told so. Ending
			// an orphan changes nothing: one that is asked again meanwhile must not get an answer
			// that was not checked.
			end.How, end.Result = Orphaned, ""
		}
	}
	verdict, err := r.store.End(ctx, session, end)
	if err != nil {
		r.unavailable(w, err)
		return
	}
	if verdict.State == Open {
		retryLater(w)
		return
	}
	// A page that sends something else under the name of what was taken is told that it was not taken.
	mine := verdict.Mine && (verdict.State == Answered && !isRefused && isTaken(verdict.Result, responses) ||
		verdict.State == Refused && isRefused && same([]byte(verdict.Result), []byte(end.Result)))
	reply(w, statusOf(verdict.State, mine), stands{verdict.State, mine})
}

// check looks at the answer to a round that is open.
func (r *Relay) check(ctx context.Context, session string, ref Ref, responses json.RawMessage) (problems []problem, kept string, open bool, err error) {
	stored, err := r.store.Records(ctx, session, []string{ref.ID}, FieldFingerprint, FieldBody)
	var asked round
	if err != nil || stored[0].Fingerprint != ref.Fingerprint || json.Unmarshal([]byte(stored[0].Body), &asked) != nil {
		return nil, "", false, err
	}
	problems, kept = checkAnswer(asked, responses)
	return problems, kept, true, nil
}

// reasons are the facts of a form that could not be shown, in a length that can be kept.
func reasons(refused map[string]any) map[string]string {
	facts := map[string]string{}
	for _, name := range []string{"code", "reason", "key"} {
		if fact, ok := refused[name].(string); ok {
			facts[name] = string([]rune(fact)[:min(200, len([]rune(fact)))])
		}
	}
	return facts
}

func statusOf(state State, mine bool) int {
	switch {
	case mine:
		return http.StatusOK
	case state == Unknown:
		return http.StatusNotFound
	case state == Expired:
		return http.StatusGone
	}
	return http.StatusConflict
}

func reply(w http.ResponseWriter, status int, content any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text(content))
}

func fail(w http.ResponseWriter, status int, why string) {
	reply(w, status, map[string]string{"error": why})
}

// retryLater asks the browser to keep what it has to say, and to come again.
func retryLater(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	fail(w, http.StatusServiceUnavailable, "not now")
}

func (r *Relay) unavailable(w http.ResponseWriter, err error) {
	r.log.Warn("relay: the store does not answer", "error", err)
	retryLater(w)
}
