package checks

import (
	"bytes"
	"context"
	"fmt"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/expect"
	"gatehouse/state/history/output"
	"gatehouse/state/json/tree"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
)

// Filter runs a jq filter on a document.
type Filter func(ctx context.Context, doc []byte, filter string) (tree.Filtered, error)

// Subject returns an exchange for checks. Its capture is nil if its frames were not recorded.
func Subject(ctx context.Context, of export.Exchange, filter Filter) *expect.Subject {
	x, c := of.State, of.Capture
	return &expect.Subject{
		Exchange: x,
		Object: func() ([]byte, error) {
			var out bytes.Buffer
			err := output.Exchange(&out, x)
			return out.Bytes(), err
		},
		Frames:  func() ([]byte, error) { return frameLines(x, c) },
		Receipt: func() receipt.Receipt { return report.ReceiptOf(report.SubjectOf(x, c, of.About, of.Prices)) },
		Filter:  func(doc []byte, words string) (tree.Filtered, error) { return filter(ctx, doc, words) },
	}
}

// frameLines returns the lines of send --events as a list.
func frameLines(x *state.Exchange, c *wire.Capture) ([]byte, error) {
	if c == nil {
		return nil, fmt.Errorf("its frames were not recorded")
	}
	var lines [][]byte
	for a := range client.Replay(c) {
		switch {
		case a.Kind == wire.ArrivedFrame:
			lines = append(lines, output.Frame(&a.Frame))
		case a.Kind == wire.ArrivedEnd && x.Head != nil && !x.Stream:
			lines = append(lines, output.Body(x, &a))
		}
	}
	last, err := output.End(x)
	if err != nil {
		return nil, err
	}
	return output.List(append(lines, last)...), nil
}
