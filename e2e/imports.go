package e2e

// replaceImports is a script that lets the program in a document call other functions
// than wasm_exec.js gives it. It takes a function that gets the name of each and what it
// is, and returns what takes its place.
const replaceImports = `(replace) => {
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = (module, imports) => real.call(WebAssembly, module, imports?.gojs
		? { ...imports, gojs: Object.fromEntries(Object.entries(imports.gojs).map(([name, f]) => [name, replace(name, f)])) }
		: imports);
}`
