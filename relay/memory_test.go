package relay_test

import (
	"testing"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/storetest"
)

func TestMemoryStore(t *testing.T) {
	storetest.Run(t, "testdata/store.json", func(*testing.T) relay.Store { return relay.NewMemoryStore() })
}
