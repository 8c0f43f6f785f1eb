package keys

// Share is the part of a limit that one of several askers may use, in percent.
type Share int

// Of returns the share of a limit, at least 1.
func (s Share) Of(limit int) int { return int(max(1, int64(limit)*int64(s)/100)) }
