package flow

// OneChoice reports whether the form that is shown is one choice that may be sent from
// where it is made, as the host wants it: all that is sent is on the screen then, and
// nothing of it was filled in. Only what is typed can be a secret.
func (s *State) OneChoice() bool {
	q := s.Question()
	if !s.ShortReview || s.Step != Form || len(s.Questions) != 1 || q.Blocked() || len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	return f.HasRadios() && !f.Default.Exists()
}
