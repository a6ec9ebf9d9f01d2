package redact

import "strings"

// ibans lists the forms of account numbers after country and two check digits: n digits, a capital
// letters, c either (the IBAN registry of SWIFT, ISO 13616).
const ibans = "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c CZ20n " +
	"DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HN4a20n HR17n HU24n " +
	"IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n " +
	"MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c " +
	"SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c "

// ibanForm returns the form of a country's account numbers, or "".
func ibanForm(country string) string {
	_, form, is := strings.Cut(" "+ibans, " "+country)
	if !is {
		return ""
	}
	form, _, _ = strings.Cut(form, " ")
	return form
}

// iban finds an international bank account number (ISO 13616) whose first check digit is at
// i, in one piece or in the groups of four in which it is printed.
func (f *finder) iban(i int) {
	const head = len("DE00")
	from := i - 2
	if from < 0 || !isDigit(f.byteAt(i+1)) || !isLetter(f.b[i-1]) || !isLetter(f.b[from]) || isWord(f.byteAt(from-1)) || f.byteAt(from-1) == '_' {
		return
	}
	form := ibanForm(strings.ToUpper(string(f.b[from:i])))
	if form == "" {
		return
	}
	number := append(make([]byte, 0, 34), f.b[from:from+head]...)
	at, separator := from+head, f.separator(from+head)
	for len(form) > 0 {
		n := 0
		for ; isDigit(form[0]); form = form[1:] {
			n = n*10 + int(form[0]-'0')
		}
		kind := form[0]
		form = form[1:]
		for ; n > 0; n-- {
			if len(number)%4 == 0 && separator != "" {
				if !strings.HasPrefix(string(f.b[at:min(at+3, len(f.b))]), separator) {
					return
				}
				at += len(separator)
			}
			c := f.byteAt(at)
			if kind == 'n' && !isDigit(c) || kind == 'a' && !isLetter(c) || !isWord(c) {
				return
			}
			number, at = append(number, c), at+1
		}
	}
	if next := f.byteAt(at); !isWord(next) && next != '_' && ibanCheck(number) {
		f.add(from, at, Account, "")
	}
}

// ibanCheck reports whether the check digits fit: with its first four characters moved to the end
// and letters as 10 to 35, the number modulo 97 is 1 (ISO 7064).
func ibanCheck(number []byte) bool {
	rest := 0
	for i := range number {
		switch c := number[(i+4)%len(number)]; {
		case isDigit(c):
			rest = (rest*10 + int(c-'0')) % 97
		default:
			rest = (rest*100 + int(c|0x20-'a') + 10) % 97
		}
	}
	return rest == 1
}
