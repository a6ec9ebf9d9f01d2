package screen

import (
	"cmp"
	"iter"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/cache/fill"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
	previewpane "gatehouse/views/overlay/preview"
)

// Preview describes a request that is shown before it is sent.
type Preview struct {
	To     string              // the model it goes to, if there are several
	Lacks  string              // what is missing from it; empty for nothing
	Does   string              // help of the send key, if it does more than send
	Over   *Link               // nil: the connection of the shown conversation
	Before iter.Seq[*Exchange] // the exchanges before it, the one that it follows first
}

// ShowPreview shows exactly what would be sent. The address may not be known yet,
// so it is asked for in the background; the request is written there too.
func (h *Host) ShowPreview(p Preview, write func() (client.Call, error)) tea.Cmd {
	link, ctx := cmp.Or(p.Over, h.Link), h.Life.Ctx
	known, filler := link.Known(), h.Filler(link, p.Before)
	return func() tea.Msg {
		call, err := write()
		if err != nil {
			return previewReady{host: h, err: err}
		}
		c, err := link.Client(ctx)
		if err != nil {
			return previewReady{host: h, err: err}
		}
		sent, err := c.Preview(call)
		if err != nil {
			return previewReady{host: h, err: err}
		}
		ready := previewReady{host: h, local: link.Local, filler: filler, Preview: p, sent: sent, found: findingsOf(sent, known)}
		if len(sent.Body) <= MaxSyncBytes {
			ready.fill()
		}
		return ready
	}
}

// previewReady is the effect of computing what would be sent. With an error, only host is set.
type previewReady struct {
	host   *Host
	local  bool // it goes to the local gateway
	filler Filler
	Preview
	sent    wire.Sent
	found   []report.Finding
	filling *report.Filling // what fills the prompt; nil without a prompt, or until that of a large body is computed
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

// findingsOf returns what the checks find in a request to an endpoint that they know.
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

func (p previewReady) Apply() tea.Cmd {
	h := p.host
	if p.err != nil {
		return h.Notify("nothing to preview: %v", p.err)
	}
	curl := func() string { return export.Curl(export.RequestOf(p.sent, p.local), "") }
	pane := previewpane.New(h.Styles, h.Keys, p.sent, p.found, curl)
	if p.Does != "" {
		pane.SetDoes(p.Does)
	}
	title := "Next request"
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
	if len(p.sent.Body) <= MaxSyncBytes {
		return open
	}
	return tea.Batch(open, func() tea.Msg {
		p.fill()
		return EffectFunc(func() tea.Cmd {
			if p.filling != nil {
				pane.SetFill(*p.filling)
				h.Arrange()
			}
			return nil
		})
	})
}

// Filler computes what fills a prompt. It is made by Update, and used in the background by one
// goroutine at a time: the counter caches what was counted.
type Filler struct {
	link   *Link
	book   prices.Book
	before []earlierExchange
	at     time.Time
}

// earlierExchange is an exchange before a request.
type earlierExchange struct {
	of    report.Subject
	about history.About
}

// maxEarlier limits the exchanges of one model that are read before a request, and
// maxEarlierModels the models.
const maxEarlier, maxEarlierModels = 3, 4

// Filler returns the Filler of a request over a connection. before are the exchanges before it, the
// one that it follows first.
func (h *Host) Filler(link *Link, before iter.Seq[*Exchange]) Filler {
	f := Filler{link: link, at: time.Now()}
	if known := h.Prices(); known != nil {
		f.book = *known
	}
	if before == nil {
		return f
	}
	read := map[string]int{} // exchanges by model
	for x := range before {
		if x.State == nil || x.State.Running() || x.Capture == nil {
			continue
		}
		if x.State.Verdict == state.Failed && len(x.State.Usage) == 0 { // nothing shows that its prompt was read
			continue
		}
		model := x.State.Asked(x.Capture.Sent)
		if read[model] == maxEarlier || read[model] == 0 && len(read) == maxEarlierModels {
			continue
		}
		read[model]++
		f.before = append(f.before, earlierExchange{report.SubjectOf(x.State, x.Capture, x.About, f.book), x.About})
	}
	return f
}

// uses returns the exchanges before as a cache saw them. reported are those that asked for model, with
// the tokens they report; none for the empty model.
func (f Filler) uses(model string) (uses []*cache.Use, reported []*fill.Before) {
	for i := range f.before {
		b := &f.before[i]
		record := cache.RecordOf(b.of.Exchange, b.of.Capture, report.ReceiptOf(b.of))
		if record == nil {
			continue
		}
		entry := history.Of(b.about, b.of.Exchange, b.of.Capture)
		use := cache.Of(&entry, *record)
		uses = append(uses, &use)
		if model == "" || use.Asked != model {
			continue
		}
		x := &fill.Before{
			ID: use.ID, Prompt: &use.Prompt, Answer: run.AnswerOf(b.of.Exchange), In: use.In,
			Out: entry.Tokens.Counts[usage.Output], Reasoning: entry.Tokens.Counts[usage.Reasoning],
		}
		if entry.Tokens.Estimated {
			x.Out = -1
		}
		reported = append(reported, x)
	}
	return uses, reported
}

// Of returns what fills the prompt of a request; ok is false for a request without one.
func (f Filler) Of(body []byte, counter *fill.Counter) (filling report.Filling, ok bool) {
	p, err := run.PromptOf(body)
	if err != nil {
		return filling, false
	}
	requested := scan.Text(scan.Get(body, "model"))
	model := requested
	if preview.RoutedBy(body) != nil {
		model = "" // the gateway may choose another model to read the prompt
	}
	uses, reported := f.uses(model)
	filling.Fill = fill.Of(&p, model, reported, counter)
	if model != "" {
		q := prices.Query{Address: f.link.BaseURL, Local: f.link.Local, Model: model, At: f.at}
		if q.Local {
			q.Address = ""
		}
		filling.Price, filling.Priced = f.book.Price(q)
		filling.Context = f.book.Context(q)
	}
	var like *cache.Use
	if len(uses) > 0 {
		like = uses[0]
	}
	filling.Now = cache.Next(p, requested, filling.Fill.Tokens, f.at.UnixMicro(), like)
	filling.Outlook = cache.Foresee(filling.Now, uses)
	return filling, true
}
