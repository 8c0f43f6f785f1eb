package e2e

// replaceImports is a script that lets the program in a document call other functions
// than wasm_exec.js gives it. It takes a function that gets the name of each and what it
// is, and returns what takes its place.
const replaceImports = `(replace) => {
	for (const name of ["instantiate", "instantiateStreaming"]) {
		const real = WebAssembly[name];
		WebAssembly[name] = (source, imports) => real.call(WebAssembly, source, imports?.gojs
			? { ...imports, gojs: Object.fromEntries(Object.entries(imports.gojs).map(([name, f]) => [name, replace(name, f)])) }
			: imports);
	}
}`
