package schema

import (
	"strings"
	"unicode"
)

// purposes maps property names, folded by [folded], to the tokens of HTML's
// autocomplete attribute. Only names whose meaning is beyond doubt are here:
// a wrong token fills in somebody's data where it was not asked for.
var purposes = map[string]string{
	"name": "name", "fullname": "name", "yourname": "name", "username": "username",
	"firstname": "given-name", "givenname": "given-name",
	"lastname": "family-name", "surname": "family-name", "familyname": "family-name",
	"email": "email", "emailaddress": "email", "mail": "email", "contactemail": "email",
	"phone": "tel", "phonenumber": "tel", "telephone": "tel", "mobile": "tel", "tel": "tel",
	"company": "organization", "organization": "organization", "organisation": "organization",
	"street": "street-address", "streetaddress": "street-address", "address": "street-address",
	"addressline1": "address-line1", "addressline2": "address-line2",
	"city": "address-level2", "town": "address-level2", "state": "address-level1", "province": "address-level1",
	"zip": "postal-code", "zipcode": "postal-code", "postalcode": "postal-code", "postcode": "postal-code",
	"country": "country-name", "countrycode": "country",
	"website": "url", "homepage": "url", "jobtitle": "organization-title",
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
	purpose := purposes[folded(f.Name)]
	// A title of its own may say that this is somebody else's name or street:
	// "name" titled "Project name" is not the person's.
	if title := folded(string(f.Title)); title != "" && purposes[title] != purpose {
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
