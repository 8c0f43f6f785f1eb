package quota

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRate(3, time.Second)
		take := func(holder string) (n int) {
			for range 10 {
				if r.Take(holder) {
					n++
				}
			}
			return n
		}
		if a, b := take("a"), take("b"); a != 3 || b != 3 {
			t.Errorf("%d and %d at once", a, b)
		}
		time.Sleep(2 * time.Second)
		if n := take("a"); n != 2 {
			t.Errorf("%d after two seconds", n)
		}
		r.GiveBack("a")
		r.GiveBack("nobody")
		if n := take("a"); n != 1 {
			t.Errorf("%d after one was given back", n)
		}
		time.Sleep(time.Hour)
		for n := range 1000 {
			r.Take(strconv.Itoa(n))
		}
		time.Sleep(time.Hour)
		if n := take("a"); n != 3 || len(r.usedUntil) != 1 {
			t.Errorf("%d later, and %d holders are remembered", n, len(r.usedUntil))
		}
	})
}
