package tree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/itchyny/gojq"
)

// The bounds of a filter that can be counted. Its memory and its time cannot: a user's filter must
// run in another process (app/effect/jq).
const (
	MaxFilter  = 32 << 20 // bytes of the document
	maxProgram = 64 << 10 // bytes of the filter itself
	maxResult  = 16 << 20 // bytes of the results
	maxResults = 100_000
)

// Filtered is the result of a jq filter.
type Filtered struct {
	Doc   []byte // the result; of several, or none, an array of them
	Count int    // results
	Cut   bool   // there are more results, which were not computed
}

// CheckFilter returns what is wrong with a filter and a document before the filter runs: a
// syntax error with its position, an unknown function, a document that is too large.
func CheckFilter(doc []byte, filter string) error {
	_, err := compile(doc, filter)
	return err
}

func compile(doc []byte, filter string) (*gojq.Code, error) {
	if len(filter) > maxProgram {
		return nil, fmt.Errorf("no jq filter: it is longer than %d KiB", maxProgram>>10)
	}
	query, err := gojq.Parse(filter)
	if err != nil {
		var parse *gojq.ParseError
		if errors.As(err, &parse) && parse.Token == "" && parse.Offset >= len(filter) {
			return nil, errors.New("no jq filter: it ends where something is missing")
		}
		if errors.As(err, &parse) {
			return nil, fmt.Errorf("no jq filter: %q at character %d is not expected", parse.Token, parse.Offset)
		}
		return nil, fmt.Errorf("no jq filter: %w", err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, fmt.Errorf("no jq filter: %w", err)
	}
	if len(doc) > MaxFilter {
		return nil, fmt.Errorf("jq works on documents up to %d MiB, this one has %d: copy a subtree, or search it",
			MaxFilter>>20, len(doc)>>20)
	}
	return code, nil
}

// Filter runs a jq filter on a document in this process: only its results are bounded. Members of
// the result are in the order of their names, as in jq; numbers that were not computed are spelled
// as before. The error describes the fault in plain words; ctx stops a filter that does not end.
func Filter(ctx context.Context, doc []byte, filter string) (Filtered, error) {
	return new(Filterer).Filter(ctx, doc, filter)
}

// Filterer runs filters as Filter does, and does not compile one again that it ran last. The zero value is
// ready.
type Filterer struct {
	filter string
	code   *gojq.Code // of filter; nil: there is none
}

// Filter is like the function Filter.
func (f *Filterer) Filter(ctx context.Context, doc []byte, filter string) (Filtered, error) {
	if f.code == nil || f.filter != filter || len(doc) > MaxFilter {
		code, err := compile(doc, filter)
		if err != nil {
			return Filtered{}, err
		}
		f.filter, f.code = filter, code
	}
	code := f.code
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return Filtered{}, fmt.Errorf("jq cannot read the document: %w", err)
	}
	return collect(ctx, code.RunWithContext(ctx, v))
}

// collect takes results until they end or are too many.
func collect(ctx context.Context, results gojq.Iter) (f Filtered, err error) {
	var out [][]byte
	size := 0
	for {
		v, ok := results.Next()
		if !ok {
			break
		}
		if err, failed := v.(error); failed {
			var halt *gojq.HaltError
			switch {
			case ctx.Err() != nil:
				return f, ctx.Err()
			case errors.As(err, &halt) && halt.Value() == nil:
			default:
				return f, fmt.Errorf("jq: %w", err)
			}
			break
		}
		b, err := gojq.Marshal(v)
		if err != nil {
			return f, fmt.Errorf("jq: %w", err)
		}
		out, size = append(out, b), size+len(b)
		if len(out) >= maxResults || size > maxResult {
			f.Cut = true
			break
		}
	}
	f.Count = len(out)
	if f.Doc = append(append([]byte("["), bytes.Join(out, []byte(","))...), ']'); len(out) == 1 {
		f.Doc = out[0]
	}
	return f, nil
}
