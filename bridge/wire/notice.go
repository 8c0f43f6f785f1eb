package wire

import "github.com/elicitform/elicitform/internal/elicit"

// What the frame tells the host beside its answers. None of it holds an
// answer but a draft, which the host asked for.

// Draft writes a [MethodDraft]; a Missing draft says that there is nothing to
// keep.
func Draft(id, draft elicit.Value) string {
	return notice(MethodDraft, id, member("draft", orNull(draft)))
}

// Answer says where one accepted answer comes from.
type Answer struct{ Key, Property, State string }

// Audit writes a [MethodAudit].
func Audit(id elicit.Value, answers []Answer) string {
	list := elicit.Value{Kind: elicit.Array}
	for _, a := range answers {
		list.Items = append(list.Items, object(
			member("property", elicit.StringValue(a.Property)),
			member("state", elicit.StringValue(a.State)),
			member("key", optional(a.Key)),
		))
	}
	return notice(MethodAudit, id, member("answers", list))
}

// Shown writes a [MethodShown].
func Shown(id elicit.Value) string { return notice(MethodShown, id) }

// Finding is something noteworthy about a request.
type Finding struct{ Key, Property, Code string }

// Findings writes a [MethodFindings].
func Findings(id elicit.Value, findings []Finding) string {
	list := elicit.Value{Kind: elicit.Array}
	for _, f := range findings {
		list.Items = append(list.Items, object(
			member("property", optional(f.Property)),
			member("code", elicit.StringValue(f.Code)),
			member("key", optional(f.Key)),
		))
	}
	return notice(MethodFindings, id, member("findings", list))
}

// Review writes a [MethodReview].
func Review(now bool) string {
	return Notification(MethodReview, object(member("now", elicit.BoolValue(now))))
}

// Finished writes a [MethodFinished].
func Finished(id elicit.Value, how string) string {
	return notice(MethodFinished, id, member("how", elicit.StringValue(how)))
}

// Waiting writes a [MethodWaiting].
func Waiting(id elicit.Value) string { return notice(MethodWaiting, id) }

// OpenLink writes a [MethodOpenLink], the one request that the program makes.
func OpenLink(id, url string) string {
	return Request(id, MethodOpenLink, object(member("url", elicit.StringValue(url))))
}

func notice(method string, id elicit.Value, more ...elicit.Member) string {
	return Notification(method, object(append([]elicit.Member{member("requestId", id)}, more...)...))
}
