package pattern

import "unicode"

// categoryTable returns the characters of a general category by its short name or
// by an alias, or nil. C and Cn are left out: which characters are unassigned
// differs between versions of Unicode. Cs are halves of characters, which no text
// in UTF-8 has. It is no map for the same reason as [script].
func categoryTable(name string) *unicode.RangeTable {
	switch name {
	case "Cc", "Control", "cntrl":
		return unicode.Cc
	case "Cf", "Format":
		return unicode.Cf
	case "Co", "Private_Use":
		return unicode.Co
	case "L", "Letter":
		return unicode.L
	case "LC", "Cased_Letter":
		return unicode.LC
	case "Ll", "Lowercase_Letter":
		return unicode.Ll
	case "Lm", "Modifier_Letter":
		return unicode.Lm
	case "Lo", "Other_Letter":
		return unicode.Lo
	case "Lt", "Titlecase_Letter":
		return unicode.Lt
	case "Lu", "Uppercase_Letter":
		return unicode.Lu
	case "M", "Combining_Mark", "Mark":
		return unicode.M
	case "Mc", "Spacing_Mark":
		return unicode.Mc
	case "Me", "Enclosing_Mark":
		return unicode.Me
	case "Mn", "Nonspacing_Mark":
		return unicode.Mn
	case "N", "Number":
		return unicode.N
	case "Nd", "Decimal_Number", "digit":
		return unicode.Nd
	case "Nl", "Letter_Number":
		return unicode.Nl
	case "No", "Other_Number":
		return unicode.No
	case "P", "Punctuation", "punct":
		return unicode.P
	case "Pc", "Connector_Punctuation":
		return unicode.Pc
	case "Pd", "Dash_Punctuation":
		return unicode.Pd
	case "Pe", "Close_Punctuation":
		return unicode.Pe
	case "Pf", "Final_Punctuation":
		return unicode.Pf
	case "Pi", "Initial_Punctuation":
		return unicode.Pi
	case "Po", "Other_Punctuation":
		return unicode.Po
	case "Ps", "Open_Punctuation":
		return unicode.Ps
	case "S", "Symbol":
		return unicode.S
	case "Sc", "Currency_Symbol":
		return unicode.Sc
	case "Sk", "Modifier_Symbol":
		return unicode.Sk
	case "Sm", "Math_Symbol":
		return unicode.Sm
	case "So", "Other_Symbol":
		return unicode.So
	case "Z", "Separator":
		return unicode.Z
	case "Zl", "Line_Separator":
		return unicode.Zl
	case "Zp", "Paragraph_Separator":
		return unicode.Zp
	case "Zs", "Space_Separator":
		return unicode.Zs
	}
	return nil
}
