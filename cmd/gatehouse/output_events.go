package main

import (
	"encoding/base64"

	"gatehouse/app/answer"
	"gatehouse/client/wire"
	"gatehouse/state"
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

// Waits implements answer.Printer.
func (p *events) Waits() int64 { return mostWaiting }

// Show implements answer.Printer.
func (p *events) Show(x *state.Exchange, batch []wire.Arrival) error {
	var lines []byte
	for i := range batch {
		p.folded += answer.Weight(&batch[i])
		switch a := &batch[i]; {
		case a.Kind == wire.ArrivedFrame:
			lines = append(append(lines, frameLine(&a.Frame)...), '\n')
		case a.Kind == wire.ArrivedEnd && x.Head != nil && !x.Stream:
			lines = append(append(lines, bodyLine(x, a)...), '\n')
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

// Finish implements answer.Printer.
func (p *events) Finish(x *state.Exchange) error {
	var o object
	at := int64(0)
	if x.End != nil {
		at = x.End.AtUS
	}
	o.int("at_us", at)
	o.raw("verdict", verdictJSON(x.Verdict))
	o.raw("http_status", status(x))
	if err := o.value("warnings", warnings(x)); err != nil {
		return err
	}
	_, err := p.host.stdout.Write(append(o.end(), '\n'))
	return err
}

func frameLine(f *wire.Frame) []byte {
	var o object
	o.int("at_us", f.AtUS)
	switch f.Kind {
	case wire.FrameComment:
		withRaw(&o, "comment", f.Data)
	case wire.FrameTorn:
		o.raw("torn", []byte("true"))
		withRaw(&o, "data", f.Data)
	default:
		if f.HasEvent {
			o.text("event", f.Event)
		}
		if f.HasID {
			o.text("id", f.ID)
		}
		if f.Kind == wire.FrameFields { // no data line at all, which is not an empty one
			o.raw("data", nil)
		} else {
			withRaw(&o, "data", f.Data)
		}
	}
	return o.end()
}

func bodyLine(x *state.Exchange, a *wire.Arrival) []byte {
	var o object
	o.int("at_us", a.End.AtUS)
	o.raw("http_status", status(x))
	o.text("content_type", x.Head.Header.Get("Content-Type"))
	withRaw(&o, "body", a.Body)
	return o.end()
}

// withRaw writes bytes as text, and where they are no UTF-8 as base64 beside
// it, so that nothing that arrived is lost.
func withRaw(o *object, name string, data []byte) {
	if !o.text(name, string(data)) {
		o.text("raw_base64", base64.StdEncoding.EncodeToString(data))
	}
}
