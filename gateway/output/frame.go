package output

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Done is the last frame of every stream ("Events": the sentinel [DONE]).
const Done = "data: [DONE]\n\n"

// Frame is one server-sent event as sent, including the blank line.
type Frame struct {
	Type    string // empty for anything but a typed event
	Bytes   []byte // valid until the sequence builds its next frame
	Delta   bool   // one token of output, sent at the writer's pace
	Foreign bool   // one token of another model: paced too, but not counted
}

// Sequence numbers the events of one stream, from 0. It reuses one buffer for all of them, since a
// stream can have a million deltas.
type Sequence struct {
	next int
	buf  []byte
}

// Frame builds the next event. members appends the members after type and sequence_number, each
// with a leading comma; nil adds none.
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

func (s *Sequence) Skip(n int) { s.next += n }

// AppendMoney appends an amount in USD as a JSON number without an exponent, rounded to twelve
// digits: the digits after them are errors of binary fractions.
func AppendMoney(dst []byte, amount float64) []byte {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(amount, 'g', 12, 64), 64)
	if err != nil {
		rounded = amount
	}
	return strconv.AppendFloat(dst, rounded, 'f', -1, 64)
}

// AppendString appends text as a JSON string. Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, text)
	return quoted
}
