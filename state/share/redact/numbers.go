package redact

import (
	"regexp"
	"strings"
)

// card finds a payment card's number whose first digit is at i, with a length and a prefix of
// cards and a valid check digit (ISO/IEC 7812-1), in one piece or in printed groups.
func (f *finder) card(i int) {
	before := f.byteAt(i - 1)
	if isDigit(before) || before == '.' && isDigit(f.byteAt(i-2)) || before == '-' && isDigit(f.byteAt(i-2)) {
		return
	}
	const maxDigits = 19
	end := f.run(i, maxDigits+1, isDigit)
	if end-i > 6 {
		if isCard(f.b[i:end]) && f.isSeparateNumber(i, end) {
			f.add(i, end, Card, "")
		}
		return
	}
	if end-i == 4 && !isLetter(before) {
		f.groups(i)
	}
}

// groups finds a number in printed groups from i on.
func (f *finder) groups(i int) {
	for _, layout := range [][]int{{4, 4, 4, 4}, {4, 6, 5}, {4, 6, 4}} {
		digits := make([]byte, 0, 16)
		at, separator := i, ""
		for n, size := range layout {
			if n > 0 {
				s := f.separator(at)
				if s == "" || n > 1 && s != separator {
					break
				}
				separator, at = s, at+len(s)
			}
			end := f.run(at, size+1, isDigit)
			if end-at != size {
				break
			}
			digits, at = append(digits, f.b[at:end]...), end
		}
		if next := f.byteAt(at); !isLetter(next) && isCard(digits) {
			f.add(i, at, Card, "")
			return
		}
	}
}

// separator returns the separator of two groups of a number at i, or "".
func (f *finder) separator(i int) string {
	for _, s := range []string{" ", "-", ".", "+", "\u00a0", "\u202f", "\u2009", "\u2010", "\u2011", "\u2012", "\u2013"} {
		if strings.HasPrefix(string(f.b[min(i, len(f.b)):min(i+3, len(f.b))]), s) {
			return s
		}
	}
	return ""
}

// isSeparateNumber reports whether digits are no part of an ID, a hash or a fraction: a word may be next to
// them, but not one of hexadecimal digits.
func (f *finder) isSeparateNumber(from, to int) bool {
	if next := f.byteAt(to); next == '.' && isDigit(f.byteAt(to+1)) {
		return false
	}
	// Each side is read to the next digit at most: a word may hold many numbers.
	word, beyond := false, false
	side := func(i, step int) bool {
		for ; isWord(f.byteAt(i)); i += step {
			if isDigit(f.b[i]) {
				return false
			}
			word, beyond = true, beyond || f.b[i]|0x20 > 'f'
		}
		return true
	}
	return side(from-1, -1) && side(to, 1) && (!word || beyond)
}

// cards matches the numbers of Diners Club, American Express, Visa, JCB, Mastercard, Discover and UnionPay.
var cards = regexp.MustCompile(`^(?:3[068]\d{12}|3[47]\d{13}|(?:4\d{3}|35\d\d|5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|6011|64[4-9]\d|65\d\d)\d{12}|62\d{14,17})$`)

// isCard reports whether digits are the number of a card.
func isCard(digits []byte) bool { return cards.Match(digits) && checkDigit(digits) }

// checkDigit reports whether the last digit fits the others (the Luhn algorithm).
func checkDigit(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// ibans lists the forms of account numbers after country and two check digits: n digits, a capital
// letters, c either (the IBAN registry of SWIFT, ISO 13616).
const ibans = "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c CZ20n " +
	"DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HN4a20n HR17n HU24n " +
	"IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n " +
	"MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c " +
	"SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c "

// iban finds an international bank account number (ISO 13616) whose first check digit is at
// i, in one piece or in the groups of four in which it is printed.
func (f *finder) iban(i int) {
	const head = len("DE00")
	from := i - 2
	if from < 0 || !isDigit(f.byteAt(i+1)) || !isLetter(f.b[i-1]) || !isLetter(f.b[from]) || isWord(f.byteAt(from-1)) || f.byteAt(from-1) == '_' {
		return
	}
	_, form, known := strings.Cut(" "+ibans, " "+strings.ToUpper(string(f.b[from:i])))
	if form, _, _ = strings.Cut(form, " "); !known {
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
		if c := number[(i+4)%len(number)]; isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c|0x20-'a') + 10) % 97
		}
	}
	return rest == 1
}
