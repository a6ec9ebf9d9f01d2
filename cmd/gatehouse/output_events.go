package main

import (
	"gatehouse/app/answer"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/output"
)

// events prints each frame as it arrives, one JSON object a line, and the
// verdict as the last (CONTRACT "--events").
type events struct {
	host   host
	folded int64 // bytes since x let go of what it holds
}

// mostWaiting and mostFolded bound what an endless stream takes, in bytes.
const (
	mostWaiting = 4 << 20
	mostFolded  = 4 << 20
)

func (p *events) Waits() int64 { return mostWaiting }

func (p *events) Show(x *state.Exchange, batch []wire.Arrival) error {
	var lines []byte
	for i := range batch {
		p.folded += answer.Weight(&batch[i])
		switch a := &batch[i]; {
		case a.Kind == wire.ArrivedFrame:
			lines = append(append(lines, output.Frame(&a.Frame)...), '\n')
		case a.Kind == wire.ArrivedEnd && x.Head != nil && !x.Stream:
			lines = append(append(lines, output.Body(x, a)...), '\n')
		}
	}
	if p.folded > mostFolded {
		p.folded = 0
		x.DropItems()
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := p.host.stdout.Write(lines)
	return err
}

func (p *events) Finish(x *state.Exchange) error {
	line, err := output.End(x)
	if err != nil {
		return err
	}
	_, err = p.host.stdout.Write(append(line, '\n'))
	return err
}
