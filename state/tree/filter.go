package tree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/metrics"

	"github.com/itchyny/gojq"
)

// The bounds of a filter: what jq works on is decoded, and takes some ten
// times the document's size.
const (
	MaxFilter  = 32 << 20  // bytes of the document
	maxHeld    = 256 << 20 // bytes that it may hold, beside twenty times the document's
	maxResult  = 16 << 20  // bytes of the results
	maxResults = 100_000
)

// Filtered is what a jq filter gave.
type Filtered struct {
	Doc   []byte // the result; of several, or none, an array of them
	Count int    // results
	Cut   bool   // there are more, which were not asked for
}

// Filter runs a jq filter on a document. Members of the result stand in the
// order of their names, as jq's do; numbers that were not computed keep their
// spelling. An error says in plain words what is wrong; ctx stops a filter
// that does not end.
func Filter(ctx context.Context, doc []byte, filter string) (Filtered, error) {
	query, err := gojq.Parse(filter)
	if err != nil {
		var parse *gojq.ParseError
		if errors.As(err, &parse) && parse.Token == "" && parse.Offset >= len(filter) {
			return Filtered{}, errors.New("no jq filter: it ends where something is missing")
		}
		if errors.As(err, &parse) {
			return Filtered{}, fmt.Errorf("no jq filter: %q at character %d is not expected", parse.Token, parse.Offset)
		}
		return Filtered{}, fmt.Errorf("no jq filter: %w", err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return Filtered{}, fmt.Errorf("no jq filter: %w", err)
	}
	if len(doc) > MaxFilter {
		return Filtered{}, fmt.Errorf("jq works on documents up to %d MiB, this one has %d: copy a subtree, or search it",
			MaxFilter>>20, len(doc)>>20)
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return Filtered{}, fmt.Errorf("jq cannot read the document: %w", err)
	}
	bound := &heapBound{Context: ctx, most: heapHeld() + maxHeld + 20*uint64(len(doc))}
	f, err := collect(bound, code.RunWithContext(bound, v))
	if err != nil && ctx.Err() != nil || bound.over != nil {
		debug.FreeOSMemory() // what it held would stay the program's for minutes
	}
	return f, err
}

// errHeld is how a filter ends that holds more and more.
var errHeld = errors.New("stopped: it holds more and more memory")

// heapBound ends a filter that holds too much. jq asks before each of its steps
// whether it is to stop, so that it can be seen there without a clock.
type heapBound struct {
	context.Context
	most  uint64 // bytes that may be held
	steps int
	over  chan struct{} // closed when it is more; nil before
}

// heapSteps is how many steps lie between two looks: less than a millisecond.
const heapSteps = 1 << 12

// Done implements context.Context.
func (b *heapBound) Done() <-chan struct{} {
	if b.steps++; b.over == nil && b.steps%heapSteps == 0 && heapHeld() > b.most {
		b.over = make(chan struct{})
		close(b.over)
	}
	if b.over != nil {
		return b.over
	}
	return b.Context.Done()
}

// Err implements context.Context.
func (b *heapBound) Err() error {
	if b.over != nil {
		return errHeld
	}
	return b.Context.Err()
}

// heapHeld is how many bytes the whole program held when they were counted last,
// which is before the heap has twice as many.
func heapHeld() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
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
