declare const __ELICITFORM_VERSION__: string;

/** The version of the package; the bundler writes it in. */
export const VERSION: string = __ELICITFORM_VERSION__;
