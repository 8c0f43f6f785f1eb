package e2e

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if b, err := shared(); err == nil {
		b.close()
	}
	os.Exit(code)
}
