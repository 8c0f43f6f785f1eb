package main

import "math"

// warmUps are how many requests of ten fields a person has answered in a page before
// something is measured there, besides the one that the page was opened with.
const warmUps = 2

// phase is when in an animation frame a round asks: over many rounds, evenly at every
// moment of it.
func phase(round int) float64 {
	const frame, golden = 1000.0 / 60, 0.6180339887
	_, part := math.Modf(float64(round) * golden)
	return part * frame
}

// answer shows a form, types into it and continues, and takes it away.
func (c *chat) answer(round int, f form, r results) error {
	if err := c.collectGarbage(); err != nil {
		return err
	}
	s, err := c.show(f, phase(round))
	if err != nil {
		return err
	}
	r.add(round, warmFirst, f.Name, c.Name, s.First)
	r.add(round, warmAll, f.Name, c.Name, s.All)
	r.add(round, warmCPU, f.Name, c.Name, s.Work.Task)
	r.add(round, warmScript, f.Name, c.Name, s.Work.Script)
	if f.Typed {
		k, err := c.press()
		if err != nil {
			return err
		}
		r.add(round, keyPaint, f.Name, c.Name, k.Paint...)
		r.add(round, keyCPU, f.Name, c.Name, k.Work.Task)
		r.add(round, keyScript, f.Name, c.Name, k.Work.Script)
		v, err := c.review()
		if err != nil {
			return err
		}
		r.add(round, review, f.Name, c.Name, v.Review)
		r.add(round, reviewAll, f.Name, c.Name, v.ReviewAll)
		r.add(round, reviewCPU, f.Name, c.Name, v.Work.Task)
	}
	return c.end()
}
