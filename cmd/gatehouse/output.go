package main

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// object writes one JSON object member by member: the order is ours, and raw
// values keep every byte, which encoding/json would compact.
type object struct{ buf []byte }

func (o *object) key(name string) {
	if len(o.buf) == 0 {
		o.buf = append(o.buf, '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.buf = append(strconv.AppendQuote(o.buf, name), ':')
}

// text writes a string and reports whether it was valid UTF-8; what was not is
// written as U+FFFD.
func (o *object) text(name, value string) (valid bool) {
	o.key(name)
	var err error
	o.buf, err = jsontext.AppendQuote(o.buf, value)
	return err == nil
}

func (o *object) int(name string, value int64) {
	o.key(name)
	o.buf = strconv.AppendInt(o.buf, value, 10)
}

// raw writes a value as it came without the white space around it, which would
// break the line; bytes that are no UTF-8 become U+FFFD, or the whole would be no
// JSON. An empty one is null.
func (o *object) raw(name string, value []byte) {
	o.key(name)
	value = bytes.Trim(value, " \t\r\n")
	if len(value) == 0 {
		value = []byte("null")
	}
	o.buf = append(o.buf, scan.UTF8(value)...)
}

// orNull writes a string, or null for an empty one.
func (o *object) orNull(name, value string) {
	if value == "" {
		o.raw(name, nil)
		return
	}
	o.text(name, value)
}

// value writes what encoding/json can write.
func (o *object) value(name string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	o.raw(name, value)
	return nil
}

// end closes the object and returns its bytes.
func (o *object) end() []byte {
	if len(o.buf) == 0 {
		o.buf = append(o.buf, '{')
	}
	return append(o.buf, '}')
}

// status is the HTTP status as JSON: 0 when no head came, nil where it is not known.
func status(x *state.Exchange) []byte {
	switch {
	case x.Head == nil && x.Known.Answer:
		return []byte("0")
	case x.Head == nil || x.Head.Status == 0:
		return nil
	}
	return strconv.AppendInt(nil, int64(x.Head.Status), 10)
}

// verdictJSON is the verdict, nil where it is not known.
func verdictJSON(v state.Verdict) []byte {
	if v == state.Unknown {
		return nil
	}
	return scan.Quote(string(v))
}

// warnings are never null.
func warnings(x *state.Exchange) []state.Warning {
	if x.Warnings == nil {
		return []state.Warning{}
	}
	return x.Warnings
}
