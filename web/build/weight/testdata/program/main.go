// Command program is weighed by the tests.
package main

type small struct{ n int }

//go:noinline
func (s small) double() int { return 2 * s.n }

type large struct{ table [3000]int }

//go:noinline
func (l *large) sum() (total int) {
	for _, n := range l.table {
		total += n
	}
	return total
}

func main() {
	l := &large{}
	heavy(l)
	println(light(l.sum()), small{1}.double())
}

//go:noinline
func light(n int) int { return n + 1 }
