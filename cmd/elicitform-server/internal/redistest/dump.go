package redistest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

// Dump returns the keys of a server with their times to live, of which "-1ns" is for ever, and what hashes and texts hold.
func (n Node) Dump(t testing.TB) string {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: n.Address})
	defer client.Close()
	var text strings.Builder
	for keys := client.Scan(t.Context(), 0, "*", 1000).Iterator(); keys.Next(t.Context()); {
		key := keys.Val()
		hash, _ := client.HGetAll(t.Context(), key).Result() // Keys of other kinds have none.
		value, _ := client.Get(t.Context(), key).Result()
		fmt.Fprintf(&text, "%s ttl=%v %q %q\n", key, client.TTL(t.Context(), key).Val(), hash, value)
	}
	return text.String()
}
