package guard

// The lengths of card numbers (ISO/IEC 7812-1), in digits.
const (
	shortest = 13
	longest  = 19
)

// numbers narrows spans down to what in them has a right check digit: the whole
// span, or else a run of groups in it that is as long as a card number. Other
// numbers may stand right before a card's or behind it.
func numbers(text string, spans [][]int) [][]int {
	var kept [][]int
	for _, s := range spans {
		if digits, ok := checked(text[s[0]:s[1]]); ok && digits <= longest {
			kept = append(kept, s)
			continue
		}
		groups := groups(text, s)
		for i := 0; i < len(groups); i++ {
			for j := i; j < len(groups); j++ {
				digits, ok := checked(text[groups[i][0]:groups[j][1]])
				if digits > longest {
					break
				}
				if ok && digits >= shortest {
					kept = append(kept, []int{groups[i][0], groups[j][1]})
					i = j
					break
				}
			}
		}
	}
	return kept
}

// groups is the runs of digits in a span.
func groups(text string, span []int) [][2]int {
	var list [][2]int
	for i := span[0]; i < span[1]; i++ {
		switch {
		case text[i] < '0' || text[i] > '9':
		case len(list) > 0 && list[len(list)-1][1] == i:
			list[len(list)-1][1]++
		default:
			list = append(list, [2]int{i, i + 1})
		}
	}
	return list
}

// checked counts the digits of a text, and reports whether they end in the check
// digit that Luhn's formula gives.
func checked(text string) (digits int, ok bool) {
	sum := 0
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] < '0' || text[i] > '9' {
			continue
		}
		d := int(text[i] - '0')
		if digits%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		digits++
	}
	// All zeros pass the formula and are no number of anything.
	return digits, sum > 0 && sum%10 == 0
}
