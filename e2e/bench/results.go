package main

// measure is something that is measured, in the words of the results.
type measure string

const (
	warmFirst  measure = "warm first"
	warmAll    measure = "warm all"
	warmCPU    measure = "warm cpu"
	warmScript measure = "warm script"
	keyPaint   measure = "key paint"
	keyCPU     measure = "key cpu"
	keyScript  measure = "key script"
	review     measure = "review"
	reviewAll  measure = "review all"
	reviewCPU  measure = "review cpu"
	coldShell  measure = "cold shell"
	coldFirst  measure = "cold first"
	coldAll    measure = "cold all"
)

// key names a sample.
type sampleKey struct {
	Measure measure
	Form    string
	Rival   string
}

// results are all samples.
type results map[sampleKey]*sample

// add adds values of a round. Rounds are counted from 0.
func (r results) add(round int, m measure, form, rival string, values ...float64) {
	k := sampleKey{m, form, rival}
	s := r[k]
	if s == nil {
		s = &sample{}
		r[k] = s
	}
	for len(s.Rounds) <= round {
		s.Rounds = append(s.Rounds, nil)
	}
	s.Rounds[round] = append(s.Rounds[round], values...)
}
