package history

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
)

// Value is what one column has of an entry.
type Value interface {
	// Get returns it as databases store it: a string, int64, float64 or bool, or nil for none.
	Get() any
	// Scan sets it to what a database returned, or to its text.
	Scan(from any) error
	Type() Type
	// JSON returns it as encoding/json writes it; nil for none.
	JSON() any
}

// Type is how SQLite and PostgreSQL declare a column.
type Type struct{ SQLite, Postgres string }

var (
	textType   = Type{"TEXT NOT NULL", `text COLLATE "C" NOT NULL`}
	numberType = Type{"INTEGER", "bigint"}
)

// text is a string, "" for none.
type text struct{ of *string }

func (v text) Get() any   { return *v.of }
func (v text) Type() Type { return textType }

func (v text) Scan(from any) error {
	*v.of, _ = from.(string) // null is ""
	return nil
}

func (v text) JSON() any {
	if *v.of == "" {
		return nil
	}
	return *v.of
}

// names are stored so that each is between commas: ,a,b,
type names struct{ of *[]string }

func (v names) Type() Type { return textType }
func (v names) JSON() any  { return append([]string{}, *v.of...) }

func (v names) Get() any {
	if len(*v.of) == 0 {
		return ""
	}
	clean := make([]string, len(*v.of))
	for i, name := range *v.of {
		clean[i] = strings.ReplaceAll(name, ",", " ")
	}
	return "," + strings.Join(clean, ",") + ","
}

func (v names) Scan(from any) error {
	*v.of = nil
	if list, _ := from.(string); list != "" {
		*v.of = strings.Split(strings.Trim(list, ","), ",")
	}
	return nil
}

type truth struct{ of *bool }

func (v truth) Get() any   { return *v.of }
func (v truth) JSON() any  { return *v.of }
func (v truth) Type() Type { return Type{"INTEGER NOT NULL", "boolean NOT NULL"} }

func (v truth) Scan(from any) error {
	*v.of = from == true || from == int64(1)
	return nil
}

// number is a number. One below least is not known: a database has null for it, and who reads
// null gets least - 1.
type number[N int | int64 | float64] struct {
	of    *N
	least N
}

func figure[N int | int64 | float64](of *N) number[N] { return number[N]{of, 0} }
func optional[N int | int64](of *N) number[N]         { return number[N]{of, 1} }
func always[N int | int64](of *N) number[N]           { return number[N]{of, math.MinInt32} }

func (v number[N]) JSON() any { return v.Get() }

func (v number[N]) Type() Type {
	switch any(v.least).(type) {
	case float64:
		return Type{"REAL", "double precision"}
	}
	if v.least == math.MinInt32 {
		return Type{"INTEGER NOT NULL", "bigint NOT NULL"}
	}
	return numberType
}

func (v number[N]) Get() any {
	if *v.of < v.least {
		return nil
	}
	if n, ok := any(*v.of).(float64); ok {
		return n
	}
	return int64(*v.of)
}

func (v number[N]) Scan(from any) (err error) {
	switch n := from.(type) {
	case nil:
		*v.of = v.least - 1
	case string:
		if n == "" {
			return v.Scan(nil)
		}
		var f float64
		f, err = strconv.ParseFloat(n, 64)
		return cmp.Or(err, v.Scan(f))
	case int64:
		*v.of = N(n)
	case float64:
		*v.of = N(n)
		if math.IsNaN(n) {
			*v.of = v.least - 1
		}
	default:
		return fmt.Errorf("%T is no number", from)
	}
	if v.least == 0 && (*v.of < 0 || float64(*v.of) > v.most()) {
		*v.of = v.least - 1
	}
	return nil
}

// Limits of figures: a larger one is a mistake of who reported it, and would make sums of many meaningless.
const (
	MaxCost   = 1_000_000 // USD
	maxFigure = 1e13      // tokens; and microseconds, of 115 days
)

func (v number[N]) most() float64 {
	if _, ok := any(v.least).(float64); ok {
		return MaxCost
	}
	return maxFigure
}

// Plausible is SQL for a figure, null for one that is beyond its limit.
func (c *Column) Plausible() string {
	most := int64(maxFigure)
	if c.IsFraction() {
		most = MaxCost
	}
	return fmt.Sprintf("CASE WHEN %[1]s BETWEEN 0 AND %d THEN %[1]s END", c.Name, most)
}

// micros are microseconds, which JSON has in milliseconds; -1 for unknown.
type micros struct{ number[int64] }

func (v micros) JSON() any {
	if *v.of < 0 {
		return nil
	}
	return float64(*v.of) / 1000
}

// derived is a value that an entry has in another form than databases.
type derived struct {
	Value
	set func() // takes over what was scanned
}

func (v derived) Scan(from any) error {
	err := v.Value.Scan(from)
	v.set()
	return err
}

// keyOf returns the key of an entry, which is when it began.
func keyOf(e *Entry) Value {
	return derived{always(&e.Key), func() { e.Start = time.UnixMicro(e.Key) }}
}

func kindOf(e *Entry) Value {
	name := e.Kind.String()
	return derived{text{&name}, func() { e.Kind = state.ParseKind(name) }}
}

// gapOf returns how long before an entry the one began that it continues.
func gapOf(e *Entry) Value {
	const none = math.MinInt64
	gap := int64(none)
	if e.Parent != 0 {
		gap = e.Key - e.Parent
	}
	return derived{number[int64]{&gap, none + 1}, func() {
		if e.Parent = 0; gap != none {
			e.Parent = e.Key - gap
		}
	}}
}

func evidenceOf(e *Entry) Value {
	n := e.Joined.Number()
	return derived{optional(&n), func() { e.Joined = run.EvidenceOf(int64(n)) }}
}

// tokensOf returns the sum of the tokens, which is stored to be compared with.
func tokensOf(e *Entry) Value {
	sum := -1
	if e.Tokens.Counts[usage.Input] >= 0 && e.Tokens.Counts[usage.Output] >= 0 {
		sum = e.Tokens.Counts[usage.Input] + e.Tokens.Counts[usage.Output]
	}
	return derived{figure(&sum), func() {}}
}
