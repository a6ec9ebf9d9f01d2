package output

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// JSON is a JSON text that is written from its start to its end. A member has a comma before it,
// unless it is the first one after its brace; so the members of an object can also be written
// without the object.
type JSON []byte

func (j JSON) name(name string) JSON {
	if n := len(j); n == 0 || j[n-1] != '{' {
		j = append(j, ',')
	}
	return append(AppendString(j, name), ':')
}

// Text appends a member with a string.
func (j JSON) Text(name, text string) JSON { return AppendString(j.name(name), text) }

// Optional appends a member with a string, unless the string is empty.
func (j JSON) Optional(name, text string) JSON {
	if text == "" {
		return j
	}
	return j.Text(name, text)
}

// Int appends a member with a number.
func (j JSON) Int(name string, n int) JSON { return strconv.AppendInt(j.name(name), int64(n), 10) }

// Money appends a member with an amount in USD: a number without an exponent, rounded to twelve
// digits, since the digits after them are errors of binary fractions.
func (j JSON) Money(name string, amount float64) JSON {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(amount, 'g', 12, 64), 64)
	if err != nil {
		rounded = amount
	}
	return strconv.AppendFloat(j.name(name), rounded, 'f', -1, 64)
}

// Raw appends a member with a JSON value.
func (j JSON) Raw(name, value string) JSON { return append(j.name(name), value...) }

// Value appends a member with a Go value that always encodes.
func (j JSON) Value(name string, value any) JSON { return append(j.name(name), Encode(value)...) }

// Object appends the name and the opening brace of a member, which End closes.
func (j JSON) Object(name string) JSON { return append(j.name(name), '{') }

// End closes an object.
func (j JSON) End() JSON { return append(j, '}') }

// Next appends the comma before an element of an array, unless it is the first one.
func (j JSON) Next() JSON {
	if j[len(j)-1] == '[' {
		return j
	}
	return append(j, ',')
}

// Encode returns a Go value that always encodes as JSON.
func Encode(value any) []byte {
	b, err := json.Marshal(value, json.Deterministic(true), json.FormatNilSliceAsNull(false), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("output: " + err.Error())
	}
	return b
}

// AppendString appends text as a JSON string. Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, text)
	return quoted
}
