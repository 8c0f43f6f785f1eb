package answer

// uriKind is a web address, which is read like an email address.
type uriKind struct{ emailKind }
