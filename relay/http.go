package relay

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
)

// name matches the id or the fingerprint of a round, and the nonce of an answer.
var name = regexp.MustCompile(`^[\w-]{8,64}$`)

// ServeHTTP is the endpoint for the browsers: server-sent events out, answers in. Every
// request must have a token of [Relay.Token] or be known to Options.Authorize.
func (r *Relay) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	write(w, r.handle(w, request, r.passOf))
}

// QuestionAccess is one question, and who may see and answer it until when. The zero value allows nothing.
type QuestionAccess struct {
	Session string
	Ref     Ref
	// Holder names who has the access, for example by the hash of a link. All requests of a holder share the limits of one device.
	Holder string
	// Until ends a stream, so that the next request is authorized again. The zero time lies in the past.
	Until time.Time
}

// ServeQuestion is [Relay.ServeHTTP] for a request that the application has authorized for one question. The request sees and answers
// nothing else of the session. Its bearer token, its query and Options.Authorize do not count, so that they cannot widen the access.
func (r *Relay) ServeQuestion(w http.ResponseWriter, request *http.Request, access QuestionAccess) {
	write(w, r.handle(w, request, func(*http.Request) (pass, bool) {
		isRef := name.MatchString(access.Ref.ID) && name.MatchString(access.Ref.Fingerprint)
		p := pass{session: access.Session, scope: scope{question: access.Ref, holder: access.Holder}, end: access.Until}
		return p, isRef && CheckSession(p.session) == nil && time.Now().Before(p.end)
	}))
}

func write(w http.ResponseWriter, reply reply) {
	if reply.content != nil {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	if reply.status == http.StatusServiceUnavailable {
		// The browser keeps what it has to say, and comes again.
		w.Header().Set("Retry-After", "1")
	}
	if reply.status != 0 {
		w.WriteHeader(reply.status)
	}
	if reply.content != nil {
		_, _ = w.Write(text(reply.content))
	}
}

// reply is what a request gets: a status and JSON. It is empty after a stream.
type reply struct {
	status  int
	content any
}

func fail(status int, why string) reply { return reply{status, map[string]string{"error": why}} }

func (r *Relay) unavailable(err error) reply {
	r.warn(err)
	return fail(http.StatusServiceUnavailable, "not now")
}

func (r *Relay) handle(w http.ResponseWriter, request *http.Request, authorize func(*http.Request) (pass, bool)) reply {
	header := w.Header()
	header.Set("Vary", "Origin, Authorization")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	origin, ok := r.allowedOrigin(request)
	if !ok {
		return fail(http.StatusForbidden, "this origin may not ask")
	}
	if origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Credentials", "true")
	}
	if r.closed.Err() != nil {
		return r.unavailable(nil)
	}
	switch request.Method {
	case http.MethodOptions:
		header.Set("Access-Control-Allow-Methods", "GET, POST")
		header.Set("Access-Control-Allow-Headers", "authorization, content-type, last-event-id")
		header.Set("Access-Control-Max-Age", "7200")
		return reply{status: http.StatusNoContent}
	case http.MethodGet, http.MethodPost:
	default:
		header.Set("Allow", "GET, POST, OPTIONS")
		return fail(http.StatusMethodNotAllowed, "method not allowed")
	}
	p, ok := authorize(request)
	switch {
	case !ok:
		header.Set("WWW-Authenticate", "Bearer")
		return fail(http.StatusUnauthorized, "no valid token")
	case request.Method == http.MethodPost:
		return r.post(w, request, p)
	}
	return r.serve(w, request, p)
}

// allowedOrigin says whether the device that asks may do so, and its origin where that is
// another one than ours.
func (r *Relay) allowedOrigin(request *http.Request) (origin string, ok bool) {
	origin = request.Header.Get("Origin")
	if len(request.Header.Values("Origin")) == 0 {
		// A device of our own origin that only reads does not name itself, and programs that
		// are no browsers name nothing at all.
		site := request.Header.Get("Sec-Fetch-Site")
		return "", site == "" || site == "same-origin" || site == "none"
	}
	own := "http://" + request.Host
	if request.TLS != nil {
		own = "https://" + request.Host
	}
	switch {
	case r.o.Origins != nil && !slices.Contains(r.o.Origins, origin), r.o.Origins == nil && origin != own:
		return "", false
	case origin == own:
		return "", true
	}
	return origin, true
}

var bearer = regexp.MustCompile(`(?i)^Bearer +(\S+) *$`)

// passOf is what a request may see and answer. What the application authorizes is a whole session.
func (r *Relay) passOf(request *http.Request) (p pass, ok bool) {
	if parts := bearer.FindStringSubmatch(request.Header.Get("Authorization")); parts != nil && r.o.Secret != nil {
		p, ok = readToken(r.o.Secret, parts[1], time.Now())
		p.token = parts[1]
	} else if r.o.Authorize != nil {
		p.scope.all = true
		p.session, ok = r.o.Authorize(request)
	}
	// The device may name the session that it means. A token for another one is no right to it.
	wanted := request.URL.Query()
	if wanted.Has("session") && wanted.Get("session") != p.session {
		ok = false
	}
	return p, ok && CheckSession(p.session) == nil
}

func (r *Relay) post(w http.ResponseWriter, request *http.Request, p pass) reply {
	if kind, _, err := mime.ParseMediaType(request.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fail(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, request.Body, mostBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return fail(http.StatusRequestEntityTooLarge, "the body is too large")
	}
	given := membersOf(content)
	ref := Ref{ID: textOf(given["id"]), Fingerprint: textOf(given["fp"])}
	if err != nil || !name.MatchString(ref.ID) || !name.MatchString(ref.Fingerprint) {
		return fail(http.StatusBadRequest, "no request is named")
	}
	if p.scope.question.ID != "" && p.scope.question != ref {
		return fail(http.StatusForbidden, "another request is named")
	}
	ctx, cancel := context.WithTimeout(request.Context(), patience)
	defer cancel()
	if p.scope.asker != "" {
		records, err := r.o.Store.Records(ctx, p.session, []string{ref.ID}, FieldAsker)
		switch {
		case err != nil:
			return r.unavailable(err)
		case records[0].Asker != p.scope.asker:
			// The same reply as to what was never asked: ids that come from keys can be guessed.
			return stands(Verdict{State: Unknown}, false)
		}
	}
	if draft, isDraft := given["draft"]; isDraft {
		return r.draft(ctx, p.session, ref, value(draft))
	}
	holder := p.holder()
	if !r.refused.Take(holder) {
		w.Header().Set("Retry-After", strconv.Itoa(int(refusedEvery.Seconds())))
		return fail(http.StatusTooManyRequests, "too many refused answers")
	}
	reply := r.decide(ctx, p.session, ref, given)
	if reply.status != http.StatusUnprocessableEntity {
		r.refused.GiveBack(holder)
	}
	return reply
}

// refusedEvery is for how long one more refused answer has to wait, after those at once.
const refusedEvery = time.Minute / maxRefused

func (r *Relay) draft(ctx context.Context, session string, ref Ref, draft any) reply {
	text, ok := draft.(string)
	switch {
	case !ok:
		return fail(http.StatusBadRequest, "no draft")
	case len(utf16.Encode([]rune(text))) > mostDraft:
		return fail(http.StatusRequestEntityTooLarge, "no draft")
	}
	verdict, err := r.o.Store.Draft(ctx, session, ref, text)
	if err != nil {
		return r.unavailable(err)
	}
	return stands(Verdict{State: verdict.State}, verdict.State == Open)
}

// stands tells the browser the state of a round; taken says that the answer or the draft that the
// browser has sent counts.
func stands(v Verdict, taken bool) reply {
	if v.State == Acknowledged {
		// What the client has done with the answer is nothing that a device is told.
		v.State = Answered
	}
	status := http.StatusConflict
	switch {
	case taken:
		status = http.StatusOK
	case v.State == Unknown:
		status = http.StatusNotFound
	case v.State == Expired:
		status = http.StatusGone
	}
	return reply{status, struct {
		State State `json:"state"`
		Mine  bool  `json:"mine,omitempty"`
	}{v.State, v.Mine}}
}

// decide ends a round as the person, or the form, has decided.
func (r *Relay) decide(ctx context.Context, session string, ref Ref, given map[string]json.RawMessage) reply {
	responses, answered := given["responses"]
	rejected, isRejected := value(given["rejected"]).(map[string]any)
	end := End{Ref: ref, How: Rejected, By: textOf(given["nonce"]), Keep: r.o.Keep}
	if !name.MatchString(end.By) || answered == isRejected {
		return fail(http.StatusBadRequest, "no decision")
	}
	if isRejected {
		if rejected["code"] != codeInvalidRequest && rejected["code"] != codeUnsupportedMode {
			return fail(http.StatusBadRequest, "no reason that ends a request")
		}
		end.Result = string(text(reasons(rejected)))
	} else {
		refusals, kept, open, err := r.check(ctx, session, ref, responses)
		switch {
		case err != nil:
			return r.unavailable(err)
		case len(refusals) > 0:
			r.o.Logger.Warn("relay: what cannot be the answer was sent", "id", ref.ID, "problems", len(refusals))
			return reply{http.StatusUnprocessableEntity, map[string]any{"problems": refusals}}
		}
		end.How, end.Result = Answered, kept
		if !open {
			// The round is over, never was, or is another one now, and the device is told so. Ending
			// an orphan changes nothing: one that is asked again meanwhile must not get an answer
			// that was not checked.
			end.How, end.Result = Orphaned, ""
		}
	}
	verdict, err := r.o.Store.End(ctx, session, end)
	if err != nil || verdict.State == Open {
		return r.unavailable(err)
	}
	// A device that sends something else under the name of what was taken is told that it was not taken, as long as
	// the answer is there to compare.
	verdict.Mine = verdict.Mine && (verdict.State == Acknowledged && !isRejected ||
		verdict.State == Answered && !isRejected && isTaken(verdict.Result, responses) ||
		verdict.State == Rejected && isRejected && same([]byte(verdict.Result), []byte(end.Result)))
	return stands(verdict, verdict.Mine)
}

// check looks at the answer to a round that is open.
func (r *Relay) check(
	ctx context.Context, session string, ref Ref, responses json.RawMessage,
) (refusals []refusal, kept string, open bool, err error) {
	stored, err := r.o.Store.Records(ctx, session, []string{ref.ID}, FieldFingerprint, FieldBody)
	var asked round
	if err != nil || stored[0].Fingerprint != ref.Fingerprint || json.Unmarshal([]byte(stored[0].Body), &asked) != nil {
		return nil, "", false, err
	}
	refusals, kept = checkAnswer(asked, responses)
	return refusals, kept, true, nil
}

// reasons are the facts of a form that could not be shown, in a length that can be kept.
func reasons(rejected map[string]any) map[string]string {
	facts := map[string]string{}
	for _, name := range []string{"code", "reason", "key"} {
		if fact, ok := rejected[name].(string); ok {
			facts[name] = string([]rune(fact)[:min(200, len([]rune(fact)))])
		}
	}
	return facts
}
