package schema

import (
	"strings"
	"unicode"
)

// autocomplete returns the token of HTML's autocomplete attribute for a property
// name, folded by [folded]. Only names whose meaning is beyond doubt are here:
// a wrong token fills in somebody's data where it was not asked for.
func autocomplete(name string) string {
	switch name {
	case "name", "fullname", "yourname":
		return "name"
	case "username":
		return "username"
	case "firstname", "givenname":
		return "given-name"
	case "lastname", "surname", "familyname":
		return "family-name"
	case "email", "emailaddress", "mail", "contactemail":
		return "email"
	case "phone", "phonenumber", "telephone", "mobile", "tel":
		return "tel"
	case "company", "organization", "organisation":
		return "organization"
	case "street", "streetaddress", "address":
		return "street-address"
	case "addressline1":
		return "address-line1"
	case "addressline2":
		return "address-line2"
	case "city", "town":
		return "address-level2"
	case "state", "province":
		return "address-level1"
	case "zip", "zipcode", "postalcode", "postcode":
		return "postal-code"
	case "country":
		return "country-name"
	case "countrycode":
		return "country"
	case "website", "homepage":
		return "url"
	case "jobtitle":
		return "organization-title"
	}
	return ""
}

// maxPurpose is how many bytes the name and the title of a field may have. No
// longer one is in the list of purposes.
const maxPurpose = 200

// Autocomplete is the value of the autocomplete attribute of a field that is
// typed into one control: "off" for what looks like a secret, a token where
// the name or the format is clear, and empty where it is not.
// See WCAG 2.2, 1.3.5 Identify Input Purpose.
func (f Field) Autocomplete() string {
	if f.Secret {
		return "off"
	}
	if token := kindOf(f.Kind).facts().autocomplete; token != nil {
		return token(f)
	}
	return ""
}

// purpose is the token that name and title of a field stand for; empty where
// they stand for none.
func (f Field) purpose() string {
	if len(f.Name) > maxPurpose || len(f.Title) > maxPurpose {
		return ""
	}
	purpose := autocomplete(folded(f.Name))
	// A title of its own may say that this is somebody else's name or street:
	// "name" titled "Project name" is not the person's.
	if title := folded(string(f.Title)); title != "" && autocomplete(title) != purpose {
		return ""
	}
	return purpose
}

// folded drops everything but letters and digits and the case of a name.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
