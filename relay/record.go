package relay

import "time"

// record is one question in memory: the same state machine as the scripts in package
// lua, which the cases of testdata/store.json hold together.
type record struct {
	state       State
	fingerprint string
	body        string
	server      string
	draft       string
	deadline    time.Time
	lease       time.Time
	result      string
	by          string
	// dies is when it is forgotten.
	dies time.Time
}

// verdict says how the question stands; the result of an open one is empty.
func (r *record) verdict() Verdict {
	return Verdict{State: r.state, Result: r.result, Deadline: r.deadline}
}

// conflict is the verdict on a question that has the id of this one only.
func (r *record) conflict() Verdict { return Verdict{State: Conflict, Deadline: r.deadline} }

// ask asks a question, and says whether that changes what others see. The record
// is nil where the id is new, and limit says what keeps the session from having one more.
func (r *record) ask(a Ask, limit string, now time.Time) (next *record, v Verdict, changed bool) {
	switch {
	case r != nil && r.fingerprint != a.Fingerprint:
		return r, r.conflict(), false
	case r != nil && r.state == Open:
		r.renew(a.Lease, a.Keep, now)
		return r, r.verdict(), false
	case r != nil && r.state != Orphaned:
		return r, r.verdict(), false
	case limit != "":
		return r, Verdict{State: Full, Result: limit, Deadline: a.Deadline}, false
	}
	next = &record{state: Open, fingerprint: a.Fingerprint, body: a.Body, server: a.Server, deadline: a.Deadline}
	if r != nil {
		// An orphan had no answer: its asker is back, and the draft is still there.
		next.draft = r.draft
	}
	next.renew(a.Lease, a.Keep, now)
	return next, next.verdict(), true
}

// end ends a question, once.
func (r *record) end(e End, now time.Time) (v Verdict, changed bool) {
	if r.fingerprint != e.Fingerprint {
		return r.conflict(), false
	}
	if r.state != Open {
		v = r.verdict()
		v.Mine = e.By != "" && e.By == r.by
		return v, false
	}
	over := !r.deadline.IsZero() && !now.Before(r.deadline)
	how, result := e.How, e.Result
	switch {
	case how == Expired && !over, how == Orphaned && r.lease.After(now):
		return r.verdict(), false
	case how == Answered && over:
		how, result = Expired, ""
	}
	r.state, r.result, r.by, r.body = how, result, e.By, ""
	if how != Orphaned {
		r.draft = ""
	}
	r.dies = now.Add(e.Keep)
	v = r.verdict()
	v.Mine = true
	return v, true
}

// peek is the sign of the asker.
func (r *record) peek(ref Ref, lease, keep time.Duration, now time.Time) Verdict {
	if r.fingerprint != ref.Fingerprint {
		return r.conflict()
	}
	if r.state == Open {
		r.renew(lease, keep, now)
	}
	return r.verdict()
}

func (r *record) renew(lease, keep time.Duration, now time.Time) {
	r.lease = now.Add(lease)
	r.dies = r.lease.Add(keep)
}
