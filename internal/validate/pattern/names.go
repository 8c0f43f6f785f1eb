// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

package pattern

// Limits keep a hostile pattern from costing memory or time.
const (
	MaxSource = 4096    // bytes of a pattern
	maxDepth  = 100     // groups inside one another
	maxCost   = 20000   // estimated instructions of a pattern
	maxWork   = 5000000 // instructions times bytes of one match: texts beyond it are not checked
)
