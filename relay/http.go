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

var namePattern = regexp.MustCompile(`^[\w-]{8,64}$`)

// ServeHTTP is the endpoint for browsers: it sends server-sent events and accepts answers. Every request needs a token of
// [Relay.Token], or the session of Options.Authorize.
func (r *Relay) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	write(w, r.handle(w, request, r.readPass))
}

// QuestionAccess is one question, and who may see and answer it until when. The zero value allows nothing.
type QuestionAccess struct {
	// Session is the session of the question.
	Session string
	// Ref names the question in its session.
	Ref RoundRef
	// Holder names who has the access, for example by the hash of a link. All requests of a holder share the limits of one device.
	Holder string
	// Until ends a stream, so that the next request is authorized again. The zero time lies in the past.
	Until time.Time
}

// ServeQuestion is [Relay.ServeHTTP] for a request that the application has authorized for one question. The request sees and answers
// nothing else of the session. Its bearer token, its query and Options.Authorize do not count, so that they cannot widen the access.
func (r *Relay) ServeQuestion(w http.ResponseWriter, request *http.Request, access QuestionAccess) {
	write(w, r.handle(w, request, func(*http.Request) (pass, bool) {
		isRef := namePattern.MatchString(access.Ref.ID) && namePattern.MatchString(access.Ref.Fingerprint)
		p := pass{session: access.Session, scope: scope{question: access.Ref, holder: access.Holder}, end: access.Until}
		return p, isRef && CheckSession(p.session) == nil && time.Now().Before(p.end)
	}))
}

func write(w http.ResponseWriter, reply reply) {
	if reply.content != nil {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	if reply.status == http.StatusServiceUnavailable {
		// The browser keeps its message and tries again.
		w.Header().Set("Retry-After", "1")
	}
	if reply.status != 0 {
		w.WriteHeader(reply.status)
	}
	if reply.content != nil {
		_, _ = w.Write(encodeJSON(reply.content))
	}
}

type reply struct {
	status  int
	content any
}

func errorReply(status int, message string) reply {
	return reply{status, map[string]string{"error": message}}
}

func (r *Relay) unavailable(err error) reply {
	r.warn(err)
	return errorReply(http.StatusServiceUnavailable, "not now")
}

func (r *Relay) handle(w http.ResponseWriter, request *http.Request, authorize func(*http.Request) (pass, bool)) reply {
	header := w.Header()
	header.Set("Vary", "Origin, Authorization")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	origin, ok := r.allowedOrigin(request)
	if !ok {
		return errorReply(http.StatusForbidden, "this origin may not ask")
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
		return errorReply(http.StatusMethodNotAllowed, "method not allowed")
	}
	p, ok := authorize(request)
	switch {
	case !ok:
		header.Set("WWW-Authenticate", "Bearer")
		return errorReply(http.StatusUnauthorized, "no valid token")
	case request.Method == http.MethodPost:
		return r.post(w, request, p)
	}
	return r.serve(w, request, p)
}

// allowedOrigin returns an empty origin for the relay's own, which needs no CORS header.
func (r *Relay) allowedOrigin(request *http.Request) (origin string, ok bool) {
	origin = request.Header.Get("Origin")
	if len(request.Header.Values("Origin")) == 0 {
		// Browsers send no Origin with a GET of the same origin, and other programs send neither header.
		site := request.Header.Get("Sec-Fetch-Site")
		return "", site == "" || site == "same-origin" || site == "none"
	}
	own := "http://" + request.Host
	if request.TLS != nil {
		own = "https://" + request.Host
	}
	switch {
	case r.options.Origins != nil && !slices.Contains(r.options.Origins, origin), r.options.Origins == nil && origin != own:
		return "", false
	case origin == own:
		return "", true
	}
	return origin, true
}

var bearer = regexp.MustCompile(`(?i)^Bearer +(\S+) *$`)

func (r *Relay) readPass(request *http.Request) (p pass, ok bool) {
	if parts := bearer.FindStringSubmatch(request.Header.Get("Authorization")); parts != nil && r.options.Secret != nil {
		p, ok = readToken(r.options.Secret, parts[1], time.Now())
		p.token = parts[1]
	} else if r.options.Authorize != nil {
		p.scope.all = true
		p.session, ok = r.options.Authorize(request)
	}
	// A device may name its session; then a token of another session is refused.
	query := request.URL.Query()
	if query.Has("session") && query.Get("session") != p.session {
		ok = false
	}
	return p, ok && CheckSession(p.session) == nil
}

func (r *Relay) post(w http.ResponseWriter, request *http.Request, p pass) reply {
	if mediaType, _, err := mime.ParseMediaType(request.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		return errorReply(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, request.Body, maxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return errorReply(http.StatusRequestEntityTooLarge, "the body is too large")
	}
	body := readMembers(content)
	ref := RoundRef{ID: readString(body["id"]), Fingerprint: readString(body["fp"])}
	if err != nil || !namePattern.MatchString(ref.ID) || !namePattern.MatchString(ref.Fingerprint) {
		return errorReply(http.StatusBadRequest, "no request is named")
	}
	if p.scope.question.ID != "" && p.scope.question != ref {
		return errorReply(http.StatusForbidden, "another request is named")
	}
	ctx, cancel := context.WithTimeout(request.Context(), storeTimeout)
	defer cancel()
	if p.scope.asker != "" {
		records, err := r.options.Store.Records(ctx, p.session, []string{ref.ID}, FieldAsker)
		switch {
		case err != nil:
			return r.unavailable(err)
		case records[0].Asker != p.scope.asker:
			// An id that comes from a key can be guessed, so the reply does not tell that the round exists.
			return stateReply(Verdict{State: Unknown}, false)
		}
	}
	if draft, isDraft := body["draft"]; isDraft {
		return r.draft(ctx, p.session, ref, decodeJSON(draft))
	}
	holder := p.holder()
	if !r.refusals.Take(holder) {
		w.Header().Set("Retry-After", strconv.Itoa(int(refusalInterval.Seconds())))
		return errorReply(http.StatusTooManyRequests, "too many refused answers")
	}
	reply := r.decide(ctx, p.session, ref, body)
	if reply.status != http.StatusUnprocessableEntity {
		r.refusals.GiveBack(holder)
	}
	return reply
}

const refusalInterval = time.Minute / maxRefused

func (r *Relay) draft(ctx context.Context, session string, ref RoundRef, draft any) reply {
	text, ok := draft.(string)
	switch {
	case !ok:
		return errorReply(http.StatusBadRequest, "no draft")
	case len(utf16.Encode([]rune(text))) > maxDraft:
		return errorReply(http.StatusRequestEntityTooLarge, "no draft")
	}
	verdict, err := r.options.Store.Draft(ctx, session, ref, text)
	if err != nil {
		return r.unavailable(err)
	}
	return stateReply(Verdict{State: verdict.State}, verdict.State == Open)
}

func stateReply(v Verdict, counts bool) reply {
	if v.State == Acknowledged {
		// Devices do not learn that the client has fetched the answer.
		v.State = Answered
	}
	status := http.StatusConflict
	switch {
	case counts:
		status = http.StatusOK
	case v.State == Unknown:
		status = http.StatusNotFound
	case v.State == Expired:
		status = http.StatusGone
	}
	return reply{status, struct {
		State    State `json:"state"`
		ByCaller bool  `json:"mine,omitempty"`
	}{v.State, v.ByCaller}}
}

func (r *Relay) decide(ctx context.Context, session string, ref RoundRef, body map[string]json.RawMessage) reply {
	responses, isAnswer := body["responses"]
	rejected, isRejection := decodeJSON(body["rejected"]).(map[string]any)
	end := EndRecord{RoundRef: ref, How: Rejected, By: readString(body["nonce"]), Keep: r.options.Keep}
	if !namePattern.MatchString(end.By) || isAnswer == isRejection {
		return errorReply(http.StatusBadRequest, "no decision")
	}
	if isRejection {
		if rejected["code"] != codeInvalidRequest && rejected["code"] != codeUnsupportedMode {
			return errorReply(http.StatusBadRequest, "no reason that ends a request")
		}
		end.Result = string(encodeJSON(rejectionFacts(rejected)))
	} else {
		problems, answer, isOpen, err := r.checkOpen(ctx, session, ref, responses)
		switch {
		case err != nil:
			return r.unavailable(err)
		case len(problems) > 0:
			r.options.Logger.Warn("relay: what cannot be the answer was sent", "id", ref.ID, "problems", len(problems))
			return reply{http.StatusUnprocessableEntity, map[string]any{"problems": problems}}
		}
		end.How, end.Result = Answered, withReceipt(answer, body["receipt"])
		if !isOpen {
			// Ending the round as an orphan returns its state and changes nothing: an orphan that is asked again meanwhile must not
			// get the unchecked answer.
			end.How, end.Result = Orphaned, ""
		}
	}
	verdict, err := r.options.Store.End(ctx, session, end)
	if err != nil || verdict.State == Open {
		return r.unavailable(err)
	}
	verdict.ByCaller = verdict.ByCaller && isSameEnd(verdict, end, responses, isRejection)
	return stateReply(verdict, verdict.ByCaller)
}

// isSameEnd reports false for a second answer under the nonce of the first. An acknowledged answer is deleted.
func isSameEnd(v Verdict, end EndRecord, responses json.RawMessage, isRejection bool) bool {
	switch v.State {
	case Acknowledged:
		return !isRejection
	case Answered:
		return !isRejection && isSameAnswer(v.Result, responses)
	case Rejected:
		return isRejection && isEqualJSON([]byte(v.Result), []byte(end.Result))
	}
	return false
}

func (r *Relay) checkOpen(
	ctx context.Context, session string, ref RoundRef, responses json.RawMessage,
) (problems []problem, answer string, isOpen bool, err error) {
	records, err := r.options.Store.Records(ctx, session, []string{ref.ID}, FieldFingerprint, FieldBody)
	var body round
	if err != nil || records[0].Fingerprint != ref.Fingerprint || json.Unmarshal([]byte(records[0].Body), &body) != nil {
		return nil, "", false, err
	}
	problems, answer = checkAnswer(body, responses)
	return problems, answer, true, nil
}

func rejectionFacts(rejected map[string]any) map[string]string {
	facts := map[string]string{}
	for _, name := range []string{"code", "reason", "key"} {
		if fact, ok := rejected[name].(string); ok {
			facts[name] = string([]rune(fact)[:min(200, len([]rune(fact)))])
		}
	}
	return facts
}
