package output

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Done is the frame that ends every stream ("Events": the sentinel [DONE]).
const Done = "data: [DONE]\n\n"

// Frame is one server-sent event as it goes on the wire, the blank line
// included.
type Frame struct {
	Type  string // the event's type; empty for what is no typed event
	Bytes []byte // valid until the sequence builds its next frame
	Delta bool   // one token of output: the writer keeps its pace before it
	Aside bool   // one token of another model: paced as well, but not counted
}

// Sequence numbers the events of one stream, from 0, each one more than the
// last. It reuses one buffer for all of them, since a stream can be a million
// deltas long.
type Sequence struct {
	next int
	buf  []byte
}

// Frame builds the next event. members appends the members after type and
// sequence_number, each with a comma before it; nil adds none.
func (s *Sequence) Frame(typ string, members func(dst []byte) []byte) Frame {
	b := append(s.buf[:0], "event: "...)
	b = append(b, typ...)
	b = append(b, "\ndata: {\"type\":\""...)
	b = append(b, typ...)
	b = append(b, "\",\"sequence_number\":"...)
	b = strconv.AppendInt(b, int64(s.next), 10)
	if members != nil {
		b = members(b)
	}
	b = append(b, "}\n\n"...)
	s.next++
	s.buf = b
	return Frame{Type: typ, Bytes: b}
}

// Skip leaves n sequence numbers out.
func (s *Sequence) Skip(n int) { s.next += n }

// AppendMoney appends an amount in USD as a JSON number: without an exponent, for
// small amounts are easier to read without one, and to twelve digits, behind which
// stands but what is left of a sum of binary fractions.
func AppendMoney(dst []byte, amount float64) []byte {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(amount, 'g', 12, 64), 64)
	if err != nil {
		rounded = amount
	}
	return strconv.AppendFloat(dst, rounded, 'f', -1, 64)
}

// AppendString appends text as a JSON string.
func AppendString(dst []byte, text string) []byte {
	// The error tells of invalid UTF-8, which is then already replaced by U+FFFD.
	quoted, _ := jsontext.AppendQuote(dst, text)
	return quoted
}
