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
		if isCard(f.b[i:end]) && f.apart(i, end) {
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

// apart reports whether digits are no part of an ID, a hash or a fraction: a word may be next to
// them, but not one of hexadecimal digits.
func (f *finder) apart(from, to int) bool {
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
