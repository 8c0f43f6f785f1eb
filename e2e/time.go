package e2e

import (
	"fmt"
	"testing"
)

// answerTime types what every language of the browser takes for half past ten.
func answerTime(testing.TB, property, control, int) answer {
	return answer{wire: `"10:30:00Z"`, do: func(d Document, i int) { d.typeTime(i, "1030AM") }}
}

// typeTime types a time of day key by key: the browser puts the keys into its own
// parts of a time.
func (d Document) typeTime(field int, keys string) {
	d.t.Helper()
	d.focus(d.byID(fmt.Sprintf("f%d-time", field)))
	d.Key(keys)
}
