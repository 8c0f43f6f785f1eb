package shrink

import "encoding/binary"

// run is a part of a table from places in a function to values: the value
// that holds from the end of the run before to end.
type run struct {
	value int32
	end   int
}

// readRuns reads a table as runtime.step does: pairs of differences, of the
// value in zigzag and of the place, up to a difference of the value that is
// zero. ok is false when the table does not end within text.
func readRuns(text []byte) (runs []run, ok bool) {
	r := reader{rest: text}
	value, end := int32(-1), 0
	for {
		step := uint32(r.unsigned())
		if r.failed {
			return nil, false
		}
		if step == 0 && len(runs) > 0 {
			return runs, true
		}
		value += int32(-(step & 1) ^ (step >> 1))
		end += int(r.unsigned())
		runs = append(runs, run{value, end})
	}
}

// appendRuns is the inverse of readRuns.
func appendRuns(text []byte, runs []run) []byte {
	value, end := int32(-1), 0
	for _, r := range runs {
		step := r.value - value
		text = binary.AppendUvarint(text, uint64(uint32(step<<1)^uint32(step>>31)))
		text = binary.AppendUvarint(text, uint64(r.end-end))
		value, end = r.value, r.end
	}
	return append(text, 0)
}

// keepAsked leaves out the runs that hold none of the places, which are in
// order; the run after takes their places over.
func keepAsked(runs []run, places []int) []run {
	kept := make([]run, 0, len(runs))
	for _, r := range runs {
		asked := false
		for len(places) > 0 && places[0] < r.end {
			asked, places = true, places[1:]
		}
		switch last := len(kept) - 1; {
		case !asked:
		case last >= 0 && kept[last].value == r.value:
			kept[last].end = r.end
		default:
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		kept = runs[:1:1]
	}
	kept[len(kept)-1].end = runs[len(runs)-1].end
	return kept
}

// roundEnd lets the last run end later than the function. Nobody asks beyond
// the function, and tables that differed in its length only become one.
func roundEnd(runs []run) []run {
	const oneByte, twoBytes = 1<<7 - 1, 1<<14 - 1
	start := 0
	last := len(runs) - 1
	if last > 0 {
		start = runs[last-1].end
	}
	switch length := runs[last].end - start; {
	case length <= oneByte:
		runs[last].end = start + oneByte
	case length <= twoBytes:
		runs[last].end = start + twoBytes
	}
	return runs
}
