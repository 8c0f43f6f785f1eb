package check

import "github.com/elicitform/elicitform/internal/schema"

// NeedsWarming reports whether [Checker.Warm] has anything to do. The rules of most
// forms decide without the validator.
func (c *Checker) NeedsWarming() bool {
	return c.form.Conditional && !c.validator.manyTogether() || c.nextCold() < len(c.form.Fields)
}

// nextCold is the next field whose schema the validator has to compile; beyond the last
// one where there is none. What would take longer than a button may wait for its answer
// is left to Continue, which says meanwhile that it is checking.
func (c *Checker) nextCold() int {
	v := c.validator
	for ; v.warm < len(c.form.Fields); v.warm++ {
		if c.form.Fields[v.warm].Unsupported == "" && !c.ownRulesSuffice(v.warm) && c.cost(v.warm, "", 0) <= schema.Slice {
			break
		}
	}
	return v.warm
}

// Warm compiles schemas that checking the answers will need, while nobody waits for it:
// until it has done some units of work, one schema at least. It reports whether there
// are more.
func (c *Checker) Warm(units int) (more bool) {
	v := c.validator
	for spent := 0; spent < units; {
		at := c.nextCold()
		if at == len(c.form.Fields) {
			if !v.manyTogether() {
				v.rulesTogether()
			}
			return false
		}
		v.field(at)
		v.warm++
		spent += c.cost(at, "", 0)
	}
	return c.NeedsWarming()
}
