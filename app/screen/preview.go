package screen

import (
	"cmp"
	"iter"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/cache/fill"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
	"gatehouse/views/overlay/preview"
)

// Preview describes a request that is shown before it is sent: to which of several
// models it goes, what it lacks, and what its send key does if that is more than to
// send it. Over is the connection; nil: that of the shown conversation. Before are the
// exchanges before it, the one that it follows first.
type Preview struct {
	To, Lacks, Does string
	Over            *Link
	Before          iter.Seq[*Exchange]
}

// ShowPreview shows exactly what would be sent. The address may not be known yet,
// so it is asked for in the background; the request is written there too.
func (h *Host) ShowPreview(p Preview, write func() (client.Call, error)) tea.Cmd {
	link, ctx := cmp.Or(p.Over, h.Link), h.Life.Ctx
	known, filler := link.Known(), h.Filler(link, p.Before)
	return func() tea.Msg {
		ready := previewReady{host: h, local: link.Local, filler: filler, Preview: p}
		call, err := write()
		if err == nil {
			var way *client.Client
			if way, err = link.Client(ctx); err == nil {
				ready.sent, err = way.Preview(call)
			}
		}
		if ready.err = err; err == nil {
			ready.found = findingsOf(ready.sent, known)
			if len(ready.sent.Body) <= Quick {
				ready.fill()
			}
		}
		return ready
	}
}

// previewReady is the effect of computing what would be sent, or why nothing would be.
type previewReady struct {
	host   *Host
	local  bool // it goes to the local gateway
	filler Filler
	Preview
	sent    wire.Sent
	found   []report.Finding
	filling *report.Filling // what fills the prompt; nil for no prompt, and where that takes longer
	err     error
}

// fill computes what fills the prompt.
func (p *previewReady) fill() {
	if p.sent.PostsTo(wire.EndpointResponses) {
		if filling, ok := p.filler.Of(p.sent.Body, fill.NewCounter()); ok {
			p.filling = &filling
		}
	}
}

// findingsOf is what the checks find in a request to an endpoint that they know.
func findingsOf(sent wire.Sent, known validate.Service) []report.Finding {
	switch {
	case sent.PostsTo(wire.EndpointResponses):
		found := validate.For(validate.ForResponses, sent.Body, known)
		if sent.OnSocket() {
			found = found.OnSocket()
		}
		return report.Checked(found)
	case sent.PostsTo(wire.EndpointRerank):
		return report.Checked(validate.For(validate.ForRerank, sent.Body, known))
	}
	return nil
}

func (p previewReady) Land() tea.Cmd {
	h := p.host
	if p.err != nil {
		return h.Notify("nothing to preview: %v", p.err)
	}
	pane, title := preview.New(h.Styles, h.Keys, p.sent, p.found, func() string { return export.Curl(export.RequestOf(p.sent, p.local), "") }), "Next request"
	if p.Does != "" {
		pane.SetDoes(p.Does)
	}
	if p.To != "" {
		title += " to " + p.To
	}
	if p.Lacks != "" {
		title += ": no " + p.Lacks
	}
	if p.filling != nil {
		pane.SetFill(*p.filling)
	}
	open := h.OpenOverlay(title, pane)
	if len(p.sent.Body) <= Quick {
		return open
	}
	return tea.Batch(open, func() tea.Msg {
		p.fill()
		return Landing(func() tea.Cmd {
			if p.filling != nil {
				pane.SetFill(*p.filling)
				h.Arrange()
			}
			return nil
		})
	})
}
