package wire

import "github.com/elicitform/elicitform/internal/elicit"

// What the frame tells the host beside its answers. None of it holds an
// answer but a draft, which the host asked for.

// Draft writes a [MethodDraft]; a Missing draft says that there is nothing to
// keep.
func Draft(id, draft elicit.Value) string {
	return notice(MethodDraft, id, member("draft", orNull(draft)))
}

// Audit writes a [MethodAudit].
func Audit(id elicit.Value, entries []elicit.AuditEntry) string {
	list := elicit.Value{Kind: elicit.Array}
	for _, e := range entries {
		list.Items = append(list.Items, object(
			member("property", elicit.StringValue(e.Property)),
			member("state", elicit.StringValue(string(e.Origin))),
			member("key", optional(e.Key)),
		))
	}
	return notice(MethodAudit, id, member("answers", list))
}

// Shown writes a [MethodShown].
func Shown(id elicit.Value) string { return notice(MethodShown, id) }

// Findings writes a [MethodFindings].
func Findings(id elicit.Value, findings []elicit.Finding) string {
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
func Finished(id elicit.Value, how elicit.WaitEnd) string {
	return notice(MethodFinished, id, member("how", elicit.StringValue(string(how))))
}

// OpenLink writes a [MethodOpenLink], the one request that the program makes.
func OpenLink(id, url string) string {
	return Request(id, MethodOpenLink, object(member("url", elicit.StringValue(url))))
}

func notice(method string, id elicit.Value, more ...elicit.Member) string {
	return Notification(method, object(append([]elicit.Member{member("requestId", id)}, more...)...))
}
