package share

import (
	"errors"
	"fmt"
	"slices"

	"gatehouse/app/progress"
	"gatehouse/state"
	"gatehouse/state/export"
)

// ErrNothing is the error of a document of no exchange.
var ErrNothing = errors.New("there is no exchange to write")

// Write writes exchanges as a document, of which those that hold one get the last. The
// error names the document; it is a *progress.StoppedError where w was stopped.
func Write(w *progress.Work, d export.Document, list []export.Exchange) ([]byte, error) {
	if len(list) == 0 {
		return nil, ErrNothing
	}
	if !d.Whole {
		list = []export.Exchange{Last(list)}
	}
	out, err := d.WriteEach(list, func(done int) error { return w.Counted("writing", done, len(list), "exchanges") })
	if stopped := w.Err(); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	return out, nil
}

// Last returns the exchange that a document gets which holds one: the last whose answer is
// read, or the last of all where there is none such. list is not empty.
func Last(list []export.Exchange) export.Exchange {
	for _, x := range slices.Backward(list) {
		if x.State.Kind() != state.Other {
			return x
		}
	}
	return list[len(list)-1]
}
