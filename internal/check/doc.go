// Package check decides whether answers are acceptable.
//
// Every answer passes two judges. The first knows the rules that have words:
// lengths, bounds, patterns, formats; it says which one is broken. The second
// is a JSON Schema validator that runs the request's own schema with formats
// asserted, so that nothing leaves that the server would refuse. One engine
// serves the check of a single field and the check of the whole form.
//
// What a server wrote cannot break the check: a keyword that does not compile
// is left out and reported, a pattern that cannot run in linear time is not
// run, nothing is ever fetched.
package check
