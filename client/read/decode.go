// Package read turns received data into the values of client/wire: the data of a frame into
// an event, and documents into failures, endings, routing metadata, rerank results and
// lists of models. It accepts every shape in the API document and the notes on the wire,
// and never fails on an unknown one: such a value stays raw.
package read

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// ErrNotEvent is the error of data that is not one JSON object.
var ErrNotEvent = errors.New("not a JSON object")

// Event reads one event from a frame's data; a Decoder costs less for many.
func Event(data []byte) (wire.Event, error) {
	var d Decoder
	return d.Decode(data)
}

// Decoder reads the events of one stream. It remembers types and item ids, so
// that an event costs one allocation: its delta. The zero value is ready; it is
// not safe for concurrent use.
type Decoder struct {
	types, items wire.Intern
	text         []byte // scratch for strings with escapes
}

// Arrival reads the event of a frame that holds one.
func (d *Decoder) Arrival(f wire.Frame) wire.Arrival {
	event, err := d.Decode(f.Data)
	return wire.Arrival{Kind: wire.ArrivedFrame, Frame: f, Event: event, Decoded: err == nil}
}

// Decode reads one event from a frame's data. The event shares data. Data that
// is not exactly one JSON object, such as two objects or one with text after it, is
// ErrNotEvent. Members of an object nested more than 10,000 deep are left out, in a copy;
// see Deep. Of a repeated member the last counts. Decode reads other data once and does not
// recurse.
func (d *Decoder) Decode(data []byte) (wire.Event, error) {
	e := wire.Event{OutputIndex: wire.None, ContentIndex: wire.None, SummaryIndex: wire.None, Data: data}
	end, ok := scan.CheckObject(data, scan.SkipSpace(data, 0), func(name []byte, at int) (int, bool) {
		end, ok := scan.CheckValue(data, at, scan.MaxDepth-1)
		if ok {
			d.member(&e, name, data[at:end])
		}
		return end, ok
	})
	if ok && scan.SkipSpace(data, end) == len(data) {
		return e, nil
	}
	cut, deep := Shallow(data)
	if !deep {
		return wire.Event{}, ErrNotEvent
	}
	e, err := d.Decode(cut)
	e.Deep = true
	return e, err
}

// member reads a member that every event may have; name is as spelled.
func (d *Decoder) member(e *wire.Event, name, value []byte) {
	if !d.known(e, name, value) && bytes.IndexByte(name, '\\') >= 0 {
		d.known(e, scan.AppendUnquoted(nil, name), value)
	}
}

// known is member for a decoded name. It reports whether the name is known.
func (d *Decoder) known(e *wire.Event, name, value []byte) bool {
	switch string(name) {
	case "type":
		e.Type = d.types.String(d.unquote(value))
	case "sequence_number":
		e.Sequence, e.HasSequence = integer(value)
	case "output_index":
		e.OutputIndex = index(value)
	case "content_index":
		e.ContentIndex = index(value)
	case "summary_index":
		e.SummaryIndex = index(value)
	case "item_id":
		e.ItemID = d.items.String(d.unquote(value))
	case "delta":
		e.Delta, e.Halves = string(d.unquote(value)), wire.Halves{}
		if len(value) > scan.HalfSize && bytes.IndexByte(value, '\\') >= 0 && value[0] == '"' {
			e.Halves.First, e.Halves.Last, e.Halves.Other = scan.Halves(value[1 : len(value)-1])
		}
	default:
		return false
	}
	return true
}

// unquote returns the text of a JSON string, which is valid until the next
// call; of any other value it returns nothing.
func (d *Decoder) unquote(value []byte) []byte {
	if value[0] != '"' {
		return nil
	}
	value = value[1 : len(value)-1]
	if bytes.IndexByte(value, '\\') < 0 {
		return value
	}
	d.text = scan.AppendUnquoted(d.text[:0], value)
	return d.text
}

// integer reads a number without a fraction; 3.0 and 3e0 are such.
func integer(value []byte) (n int64, ok bool) {
	if c := value[0]; c != '-' && (c < '0' || c > '9') {
		return 0, false
	}
	if !bytes.ContainsAny(value, ".eE") {
		n, err := strconv.ParseInt(string(value), 10, 64)
		return n, err == nil
	}
	f, err := strconv.ParseFloat(string(value), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// index reads a place in a list; anything else is None.
func index(value []byte) int {
	n, ok := integer(value)
	if !ok || n < 0 || n > math.MaxInt32 {
		return wire.None
	}
	return int(n)
}

// AnalystModel returns the model that analyses a fusion's panel, from a
// response.fusion_call.analysis.* event: analyst_model, or else its deprecated alias
// judge_model (API document, "Versioning"). conflict is true if the event has both and they
// differ: then analyst_model counts.
func AnalystModel(e wire.Event) (model string, conflict bool) {
	analyst, judge := gjson.GetBytes(e.Data, "analyst_model"), gjson.GetBytes(e.Data, "judge_model")
	if analyst.Str == "" {
		return judge.Str, false
	}
	return analyst.Str, judge.Str != "" && judge.Str != analyst.Str
}

// PanelModel returns the model of a response.fusion_call.panel.* event.
func PanelModel(e wire.Event) string { return gjson.GetBytes(e.Data, "model").Str }

// maxSkippedDepth is how deep a member that Shallow leaves out may nest, in levels; each
// level takes a byte of memory to check.
const maxSkippedDepth = 1 << 23

// Shallow returns a copy of a JSON object that nests more than 10,000 deep, without the
// members that do, so that scan.Valid accepts it; deep is then true. It returns any other
// data unchanged.
func Shallow(data []byte) (doc []byte, deep bool) {
	if scan.Valid(data) {
		return data, false
	}
	cut, ok := shallow(data)
	if !ok || len(cut) >= len(data) {
		return data, false
	}
	return cut, true
}

// shallow returns an object without the members, of itself and of the objects in
// it, that nest too deep. ok is false when data is not exactly one JSON object.
func shallow(data []byte) (cut []byte, ok bool) {
	end, ok := appendShallow(&cut, data, scan.SkipSpace(data, 0), 1)
	return cut, ok && scan.SkipSpace(data, end) == len(data)
}

// appendShallow appends the object that begins at i to cut and returns the offset after it.
// level is 1 for the document, 2 for an object in it.
func appendShallow(cut *[]byte, data []byte, i, level int) (end int, ok bool) {
	*cut = append(*cut, '{')
	first := len(*cut)
	end, ok = scan.CheckObject(data, i, func(name []byte, at int) (int, bool) {
		end, fits := scan.CheckValue(data, at, scan.MaxDepth-level)
		inside := !fits && level == 1 && at < len(data) && data[at] == '{'
		if !fits && !inside {
			return scan.CheckValue(data, at, maxSkippedDepth)
		}
		if len(*cut) > first {
			*cut = append(*cut, ',')
		}
		*cut = append(append(append(*cut, '"'), name...), '"', ':')
		if inside {
			return appendShallow(cut, data, at, level+1)
		}
		*cut = append(*cut, data[at:end]...)
		return end, true
	})
	*cut = append(*cut, '}')
	return end, ok
}
