package e2e

import (
	"sync"
	"testing"
)

// Validator checks accepted content against the server's schema. It is ajv,
// which is not ours: what our own final check accepts must satisfy another
// validator too.
type Validator struct {
	mu   sync.Mutex
	page Document
}

// sharedValidator is the one Validator of all tests. It has a tab that does not
// count towards maxTabs, so no test waits for it.
var sharedValidator = sync.OnceValues(func() (*Validator, error) {
	source, err := bundleScript("ajv", "e2e/ajv-entry.mjs")
	if err != nil {
		return nil, err
	}
	b, err := headless()
	if err != nil {
		return nil, err
	}
	tab, err := b.openTab()
	if err != nil {
		return nil, err
	}
	v := &Validator{page: tab.page()}
	return v, v.page.try(source, nil)
})

func newValidator(t testing.TB) *Validator {
	t.Helper()
	v, err := sharedValidator()
	must(t, err)
	return v
}

// Validate lists what is wrong with the content; an empty list means that it is
// valid.
func (v *Validator) Validate(schema, content string) ([]string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var problems []string
	err := v.page.try(call("(schema, content) => validate(schema, content)", []any{schema, content}), &problems)
	return problems, err
}
