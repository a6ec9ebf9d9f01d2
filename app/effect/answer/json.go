package answer

import (
	"io"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history/output"
)

// Object prints one object when all has arrived (CONTRACT "--json").
type Object struct{ Out io.Writer }

func (p *Object) Show(*state.Exchange, []wire.Arrival) error { return nil }

func (p *Object) Finish(x *state.Exchange) error { return output.Exchange(p.Out, x) }

// Events prints each frame as it arrives, one JSON object a line, and the verdict as the last
// (CONTRACT "--events").
type Events struct {
	Out    io.Writer
	folded int64 // bytes since the exchange dropped its items
}

// The bounds of the memory for an endless stream, in bytes.
const (
	maxEventsWaiting = 4 << 20
	maxFolded        = 4 << 20
)

func (p *Events) Show(x *state.Exchange, batch []wire.Arrival) error {
	var lines []byte
	for i := range batch {
		p.folded += Weight(&batch[i])
		switch a := &batch[i]; {
		case a.Kind == wire.ArrivedFrame:
			lines = append(append(lines, output.Frame(&a.Frame)...), '\n')
		case a.Kind == wire.ArrivedEnd && x.Head != nil && !x.Stream:
			lines = append(append(lines, output.Body(x, a)...), '\n')
		}
	}
	if p.folded > maxFolded {
		p.folded = 0
		x.DropItems()
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := p.Out.Write(lines)
	return err
}

func (p *Events) Finish(x *state.Exchange) error {
	line, err := output.End(x)
	if err != nil {
		return err
	}
	_, err = p.Out.Write(append(line, '\n'))
	return err
}
