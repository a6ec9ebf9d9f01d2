package expect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"gatehouse/client/scan"
)

type kind uint8

const (
	text kind = iota
	number
	truth
	list
	table
	moment // a date or a time: nothing of a check is one
)

var kinds = [...]string{text: "a text", number: "a number", truth: "true or false", list: "a list", table: "a table", moment: "a date"}

// value is a value of a check file with its place. A table retains the order of its members, unlike the
// decoder's maps.
type value struct {
	kind    kind
	line    int
	text    string // of a text; of the others as it is spelled
	list    []*value
	members []member
}

type member struct {
	name  string
	line  int
	value *value
}

func (v *value) get(name string) *value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// float returns a number. Of one that is too large it is an infinity.
func (v *value) float() float64 {
	spelled := strings.ReplaceAll(v.text, "_", "")
	if n, err := strconv.ParseInt(spelled, 0, 64); err == nil {
		return float64(n)
	}
	f, _ := strconv.ParseFloat(spelled, 64)
	return f
}

// json returns the value as JSON, the members of its tables in their order; ok is false where
// JSON has nothing for it.
func (v *value) json() (out []byte, ok bool) {
	switch v.kind {
	case text:
		return scan.Quote(v.text), true
	case truth:
		return []byte(v.text), true
	case number:
		return v.numberJSON()
	case list:
		parts := make([]json.RawMessage, len(v.list))
		for i, e := range v.list {
			if parts[i], ok = e.json(); !ok {
				return nil, false
			}
		}
		return scan.MakeArray(parts), true
	case table:
		var members []any
		for _, m := range v.members {
			inner, ok := m.value.json()
			if !ok {
				return nil, false
			}
			members = append(members, m.name, inner)
		}
		return scan.MakeObject(members...), true
	}
	return nil, false
}

// numberJSON returns a number as spelled if that is valid JSON.
func (v *value) numberJSON() ([]byte, bool) {
	if scan.Valid([]byte(v.text)) {
		return []byte(v.text), true
	}
	if n, err := strconv.ParseInt(strings.ReplaceAll(v.text, "_", ""), 0, 64); err == nil {
		return strconv.AppendInt(nil, n, 10), true
	}
	f := v.float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, false
	}
	return strconv.AppendFloat(nil, f, 'g', -1, 64), true
}

func readTOML(data []byte) (*value, error) {
	var whole map[string]any // the parser below reads expressions, and not whether they fit together
	if err := toml.Unmarshal(data, &whole); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, column := at.Position()
			return nil, fmt.Errorf("%d:%d: %s", line, column, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, fmt.Errorf("1: %s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	r := reading{data: data, line: 1}
	r.parser.Reset(data)
	root := &value{kind: table, line: 1}
	at := root
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at = root
			path := r.key(e)
			for i, name := range path {
				at = at.inner(name, r.line, e.Kind == unstable.ArrayTable && i == len(path)-1)
			}
		case unstable.KeyValue:
			r.set(at, e)
		}
	}
	return root, r.parser.Error()
}

type reading struct {
	parser  unstable.Parser
	data    []byte
	line    int // of counted
	counted int
}

// key returns the key of an expression; line is its line then.
func (r *reading) key(e *unstable.Node) (path []string) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		path = append(path, string(n.Data))
		if at := int(n.Raw.Offset); at >= r.counted {
			r.line += bytes.Count(r.data[r.counted:at], []byte("\n"))
			r.counted = at
		}
	}
	return path
}

// inner returns the table below a table that a key names; of a list its last one, or with add one
// more.
func (v *value) inner(name string, line int, add bool) *value {
	have := v.get(name)
	if have == nil {
		have = &value{kind: table, line: line}
		if add {
			have = &value{kind: list, line: line}
		}
		v.members = append(v.members, member{name, line, have})
	}
	if add {
		have.list = append(have.list, &value{kind: table, line: line})
	}
	if have.kind == list && len(have.list) > 0 {
		return have.list[len(have.list)-1]
	}
	return have
}

func (r *reading) set(in *value, e *unstable.Node) {
	path := r.key(e)
	line := r.line
	for _, name := range path[:len(path)-1] {
		in = in.inner(name, line, false)
	}
	in.members = append(in.members, member{path[len(path)-1], line, r.value(e.Value())})
}

func (r *reading) value(n *unstable.Node) *value {
	v := &value{line: r.line, text: string(n.Data)}
	switch n.Kind {
	case unstable.String:
	case unstable.Integer, unstable.Float:
		v.kind = number
	case unstable.Bool:
		v.kind = truth
	case unstable.Array:
		v.kind = list
		for it := n.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				v.list = append(v.list, r.value(it.Node()))
			}
		}
	case unstable.InlineTable:
		v.kind = table
		for it := n.Children(); it.Next(); {
			r.set(v, it.Node())
		}
	default:
		v.kind = moment
	}
	return v
}

// inline writes JSON without null as TOML has it in one line.
func inline(doc []byte) string {
	var parts []string
	switch scan.KindOf(doc) {
	case scan.Object:
		for m := range scan.Members(doc) {
			parts = append(parts, quoted(m.Key)+" = "+inline(m.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case scan.Array:
		for _, e := range scan.Elements(doc) {
			parts = append(parts, inline(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case scan.String:
		text := scan.Text(doc)
		return quoted(text)
	}
	return string(bytes.TrimSpace(doc))
}
