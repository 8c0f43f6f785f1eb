package elicit

// Era is a revision of the protocol. The params of a request and the result
// are alike in all of them, so nothing here depends on the era but what the
// host does around a request.
type Era string

// The eras that are spoken.
const (
	// Era20250618 has forms only: no mode, titles of options in enumNames,
	// and defaults for booleans only.
	Era20250618 Era = "2025-06-18"
	// Era20251125 adds URL mode with an elicitationId and a completion notice,
	// defaults for every kind of field, titled options and multi-selects.
	Era20251125 Era = "2025-11-25"
	// Era20260728 carries requests inside a result and answers inside a retry,
	// several at once, and drops elicitationId and the completion notice.
	Era20260728 Era = "2026-07-28"
)

// Completes reports whether a server of this era says when the page of a URL
// request is done. Where it does not, only the person can say so.
func (e Era) Completes() bool { return e == Era20251125 }
