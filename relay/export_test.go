package relay

// SessionsOf counts the sessions of a memory store.
func SessionsOf(store Store) int {
	m := store.(*memory)
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sessions)
}
