/** This folder is all of the project, also where it lies in another one. */
export default { turbopack: { root: import.meta.dirname } };
