package servers

import (
	"context"
	"time"

	"github.com/elicitform/elicitform/web/demo/visits"
)

// await waits until the page is finished or the patience is over.
func await(ctx context.Context, visit *visits.Visit, patience time.Duration) error {
	select {
	case <-visit.Done():
	case <-time.After(patience):
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
