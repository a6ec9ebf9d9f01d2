package screen

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// Read reads an exchange to its end into a mailbox, in the background, and records it.
func (h *Host) Read(ctx context.Context, call client.Call, box *Mailbox, rec *Recording) tea.Cmd {
	h.Life.Readers.Add(1)
	return func() tea.Msg {
		defer h.Life.Readers.Done()
		way, err := h.Link.Client(ctx)
		if err != nil {
			box.Arrive(unconnected(ctx, err))
			return nil
		}
		if a := h.History.Archive(ctx); a != nil {
			rec.spool = a.Spool(rec.about)
			call.Store = rec.spool
		}
		way.Do(ctx, call, box)
		return nil
	}
}

// unconnected is the end of an exchange for which there was not even an address
// to send it to.
func unconnected(ctx context.Context, err error) wire.Arrival {
	end := wire.End{Cause: wire.EndConnect, Message: err.Error()}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		end.Cause = wire.EndCancelled
	}
	return wire.Arrival{Kind: wire.ArrivedEnd, End: &end, Timing: new(wire.NoTiming())}
}
