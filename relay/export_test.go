package relay

// SessionsOf returns how many sessions a store in memory has.
func SessionsOf(store Store) int {
	m := store.(*memory)
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sessions)
}
