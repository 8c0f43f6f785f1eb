package relay

func SessionsOf(store Store) int {
	m := store.(*memory)
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sessions)
}
