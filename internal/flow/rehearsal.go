package flow

// Rehearsal is a request that nobody makes. The component tree draws it where nobody
// sees it, so that the first request of a server is drawn by a program that has drawn
// before: browsers compile a function when it is first called. It changes nothing of
// what is on the screen, and nothing of it leaves.
type Rehearsal struct{ Requested }

func (Rehearsal) apply(_ *Machine, s State) (State, []Effect) { return s, nil }

// Fresh reports whether no request has come yet.
func (s *State) Fresh() bool { return s.Step == Idle && s.Serial == 0 }
