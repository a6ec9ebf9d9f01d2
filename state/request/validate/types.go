package validate

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// has reports whether the set has the type of a value.
func (t types) has(kind scan.Kind, v []byte) bool {
	switch kind {
	case scan.Null:
		return t&null != 0
	case scan.Bool:
		return t&boolean != 0
	case scan.Number:
		return t&number != 0 || t&integer != 0 && isInteger(v)
	case scan.String:
		return t&text != 0
	case scan.Array:
		return t&array != 0
	case scan.Object:
		return t&object != 0
	}
	return false
}

// String lists the set: "a string or null".
func (t types) String() string {
	var list []string
	for _, one := range []struct {
		t    types
		name string
	}{
		{text, "a string"}, {integer, "an integer"}, {number, "a number"}, {boolean, "true or false"},
		{array, "an array"}, {object, "an object"}, {null, "null"},
	} {
		if t&one.t != 0 {
			list = append(list, one.name)
		}
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// isZero reports whether a number is zero, however it is spelled.
func isZero(v []byte) bool {
	digits := v
	if at := bytes.IndexAny(v, "eE"); at >= 0 {
		digits = v[:at]
	}
	return !bytes.ContainsAny(digits, "123456789")
}

// isInteger reports whether a number has no fraction: 3, 3.0, 1.5e1, but not 1e-1. It
// never computes the number, whose exponent may be huge.
func isInteger(v []byte) bool {
	mantissa, exponent := bytes.TrimPrefix(v, []byte("-")), 0
	if at := bytes.IndexAny(mantissa, "eE"); at >= 0 {
		n, err := strconv.Atoi(string(mantissa[at+1:]))
		if err != nil { // out of range: only the sign counts
			n = math.MaxInt32
			if mantissa[at+1] == '-' {
				n = -n
			}
		}
		mantissa, exponent = mantissa[:at], n
	}
	integer, fraction, _ := bytes.Cut(mantissa, []byte("."))
	fraction = bytes.TrimRight(fraction, "0")
	if len(fraction) > 0 {
		return exponent >= len(fraction)
	}
	digits := bytes.TrimRight(integer, "0")
	if len(digits) == 0 {
		return true // zero
	}
	return exponent >= 0 || len(integer)-len(digits) >= -exponent
}
