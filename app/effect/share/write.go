package share

import (
	"errors"
	"fmt"
	"slices"

	"gatehouse/app/effect/progress"
	"gatehouse/state"
	"gatehouse/state/share/export"
)

// ErrNothing is the error of a document without an exchange.
var ErrNothing = errors.New("there is no exchange to write")

// Write returns exchanges as a document; a document of one exchange gets Last. The error names the
// document; it is a *progress.StoppedError if w was stopped.
func Write(w *progress.Work, d export.Document, list []export.Exchange) ([]byte, error) {
	if len(list) == 0 {
		return nil, ErrNothing
	}
	if !d.Several {
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

// Last returns the exchange for a document of one: the last whose kind of answer is known, or else the
// last of all. list is not empty.
func Last(list []export.Exchange) export.Exchange {
	for _, x := range slices.Backward(list) {
		if x.State.Kind() != state.Other {
			return x
		}
	}
	return list[len(list)-1]
}
