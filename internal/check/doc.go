// Package check decides whether answers are acceptable.
//
// An answer is checked by the rules that a person can be told in words: lengths,
// bounds, patterns, formats; kinds.go has those of each kind of field. Where these are
// not all that the field's schema says, a JSON Schema validator then runs the
// request's own schema with formats asserted, so that nothing is sent that the server
// would refuse; tests hold the rules against it. A single field and the whole form are
// checked by the same code.
//
// Nothing that a server wrote can make the check fail: a keyword that does not
// compile is left out and reported, a pattern that cannot run in linear time is
// not run, and nothing is ever fetched.
package check
