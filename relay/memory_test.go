package relay_test

import (
	"testing"
	"testing/synctest"

	"github.com/elicitform/elicitform/relay"
	"github.com/elicitform/elicitform/relay/internal/test/storetest"
)

func TestMemoryStore(t *testing.T) {
	storetest.Run(t, "testdata/store.json", synctest.Test, func(*testing.T) relay.Store { return relay.NewMemoryStore() })
}
