package servers

import (
	"context"
	"time"

	"github.com/elicitform/elicitform/web/demo/visits"
)

// await waits until the page is finished, and reports whether it was before the
// patience was over.
func await(ctx context.Context, visit *visits.Visit, patience time.Duration) (bool, error) {
	patient := time.NewTimer(patience)
	defer patient.Stop()
	select {
	case <-visit.Done():
		return true, nil
	case <-patient.C:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
