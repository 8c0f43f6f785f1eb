package urlcheck

import (
	"runtime"
	"strings"
	"testing"
)

func TestInspect_LooksAtNoMoreOfABlockedAddressThanItShows(t *testing.T) {
	for name, raw := range map[string]string{
		"invisible":    "javascript:" + strings.Repeat("\u200b", 80_000),
		"a long path":  "https://example.com/" + strings.Repeat("\u202e", 80_000),
		"only letters": strings.Repeat("a", 250_000),
	} {
		t.Run(name, func(t *testing.T) {
			parts := Parts{OK: true, Href: raw, Protocol: raw[:strings.IndexByte(raw+":", ':')] + ":", Hostname: "example.com"}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v := Inspect(raw, parts)
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; v.Block == "" || len(v.Shown) > 20*maxShown || bytes > 1<<20 {
				t.Errorf("blocked %q, %d bytes shown, %d allocated", v.Block, len(v.Shown), bytes)
			}
		})
	}
}
