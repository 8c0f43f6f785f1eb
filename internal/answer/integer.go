package answer

// integer is a number without a fraction, typed as text.
var integer = numberKind{whole: true}
