package keys

// Share is how much of a limit one of several askers may use, in percent. One that is alone may use all.
type Share int

// Of returns the share of a limit: at least one of whatever it is.
func (s Share) Of(limit int) int { return int(max(1, int64(limit)*int64(s)/100)) }
