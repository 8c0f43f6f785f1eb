package check

// lazy is a value that is found out when it is first asked for. Unlike what
// sync.OnceValue makes it takes no memory of its own: a form has up to a thousand fields
// with several of them, most of which nobody asks for.
type lazy[T any] struct {
	value T
	known bool
}

func (l *lazy[T]) get(find func() T) T {
	if !l.known {
		l.value, l.known = find(), true
	}
	return l.value
}
