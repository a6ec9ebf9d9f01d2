package figures

import (
	"bytes"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// maxDepth is how deep two values are compared by structure; deeper ones are compared by
// their tokens, so that hostile nesting costs neither stack nor time.
const maxDepth = 64

// compare reports whether two JSON values are equal, else the first path in a that
// differs, as jq writes it, relative to the value. Members may be in any order; with
// subset, objects of b may have more members than those of a.
func compare(a, b []byte, subset bool) (where string, same bool) {
	c := comparison{subset: subset}
	if c.value(a, b) {
		return "", true
	}
	return strings.Join(c.path, ""), false
}

// comparison compares two JSON values and records the path of the first difference.
type comparison struct {
	subset bool
	path   []string
}

func (c *comparison) value(a, b []byte) bool {
	kind := scan.KindOf(a)
	if kind != scan.KindOf(b) {
		return false
	}
	if len(c.path) >= maxDepth {
		return scan.Same(a, b)
	}
	switch kind {
	case scan.Object:
		return c.object(a, b)
	case scan.Array:
		return c.array(a, b)
	case scan.String:
		return scan.Text(a) == scan.Text(b)
	case scan.Number:
		return oneSpelling(a) == oneSpelling(b)
	}
	return bytes.Equal(bytes.TrimSpace(a), bytes.TrimSpace(b))
}

func (c *comparison) object(a, b []byte) bool {
	theirs := make(map[string][]byte)
	for m := range scan.Members(b) {
		theirs[m.Key] = m.Value
	}
	ours := make(map[string][]byte)
	var order []string
	for m := range scan.Members(a) {
		if _, twice := ours[m.Key]; !twice {
			order = append(order, m.Key)
		}
		ours[m.Key] = m.Value
	}
	for _, key := range order {
		c.path = append(c.path, scan.JQMember(key))
		if value, ok := theirs[key]; !ok || !c.value(ours[key], value) {
			return false
		}
		c.path = c.path[:len(c.path)-1]
	}
	return c.subset || len(theirs) == len(ours)
}

func (c *comparison) array(a, b []byte) bool {
	var theirs [][]byte
	for _, v := range scan.Elements(b) {
		theirs = append(theirs, v)
	}
	n := 0
	for _, v := range scan.Elements(a) {
		c.path = append(c.path, "["+strconv.Itoa(n)+"]")
		if n >= len(theirs) || !c.value(v, theirs[n]) {
			return false
		}
		c.path = c.path[:len(c.path)-1]
		n++
	}
	return n == len(theirs)
}

// oneSpelling returns one spelling for all spellings of a number: sign, digits without zeros
// at the ends, and the power of ten. It works on the digits, so that no value is rounded
// and none is too large.
func oneSpelling(v []byte) string {
	text := strings.ToLower(string(bytes.TrimSpace(v)))
	digits, exponent, _ := strings.Cut(text, "e")
	digits, negative := strings.CutPrefix(digits, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	power := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > 1<<40 || n < -1<<40 {
			return text // beyond all sense: only the same spelling is the same value
		}
		power = n
	}
	power -= len(fraction)
	short := strings.TrimRight(digits, "0")
	power += len(digits) - len(short)
	if negative {
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(power)
}
