package routing

import (
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// builder makes the rows of the page.
type builder struct {
	page.Rows
	m       *Model
	x       *state.Exchange
	routing wire.Routing
	drops   []explain.Drop
	wide    bool // the pipeline is drawn from left to right
}

// page writes everything, top to bottom.
func (b *builder) page() {
	x := b.x
	if x == nil {
		b.Styled("empty", b.Styles.Strong.Render("Nothing sent yet."))
		b.Para("empty-how", b.Styles.Dim, 0, "Send a request to see how it was routed: which models and providers were considered, and which one served it.")
		return
	}
	b.drops = explain.Drops(x)
	if len(x.Routing) == 0 {
		b.without()
		b.why()
		b.beside()
		return
	}
	b.head()
	b.picture()
	b.why()
	b.stages()
	b.endpoints()
	b.attempts()
	b.served()
	b.others()
	b.beside()
}

// without says why there is no metadata, and how to get it.
func (b *builder) without() {
	words := explain.NoRouting(b.x, b.m.subject.Metadata, explain.MetadataHeader(b.m.subject.Service))
	title := "No routing metadata"
	if b.x.Running() && b.m.subject.Metadata {
		title = "No routing metadata yet"
	}
	b.Styled("none", b.Styles.Strong.Render(title))
	b.Para("none-why", b.Styles.Text, 0, words)
	switch {
	case b.m.subject.Unasked():
		b.Press("none-ask", b.m.keys.Name(views.ActReadMetadata), "send again with routing metadata", views.ActReadMetadata)
	case !b.x.Running() && b.m.subject.Resendable() && len(b.m.loosen) == 0 && b.worthAgain():
		b.Press("none-again", b.m.keys.Name(views.ActResend), "send again", views.ActResend)
	}
	b.Blank()
	asked := or(b.x.Chain, "server default")
	if !b.x.Known.Request {
		asked = "–"
	}
	facts := []page.Fact{{Name: "requested", Value: asked}}
	if b.x.Model != "" {
		name := map[string]string{explain.Served: "served by", explain.Named: "model reported"}[explain.Part(b.x)]
		facts = append(facts, page.Fact{Name: or(name, explain.Begun), Value: b.x.Model})
	}
	if rank := b.x.Ranking; rank != nil && rank.Provider != "" {
		facts = append(facts, page.Fact{Name: "provider", Value: rank.Provider})
	}
	if b.x.Head != nil {
		facts = append(facts, page.Fact{Name: "status", Value: b.x.Head.StatusText()})
	}
	b.Facts("none-facts", facts...)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// head is the metadata's own summary and its simple members. What a partial
// object lacks is a dash.
func (b *builder) head() {
	r := b.routing
	if f := b.x.Failure; r.Summary != "" && (f == nil || f.Message != r.Summary) { // that is told below
		style := b.Styles.Strong
		b.Quote("summary", style, 0, r.Summary)
	}
	if r.Summary != "" && b.x.Verdict == state.Failed && b.x.HasOutput() {
		b.Para("summary/when", b.Styles.Dim, 0, "This is the service's own summary, written before the answer failed.")
	}
	told := func(name string) string {
		v := scan.Get(r.Raw, name)
		switch {
		case scan.IsNull(v):
			return "–"
		case scan.KindOf(v) == scan.String:
			return scan.Text(v)
		}
		return string(v)
	}
	own := map[string]string{"true": "yes", "false": "no"}
	key := told("is_byok")
	if word, ok := own[key]; ok {
		key = word
	}
	attempt := told("attempt")
	if attempt == "0" && len(r.Attempts) == 0 {
		attempt = "0 (no provider reached)"
	}
	b.Facts("head", page.Fact{Name: "requested", Value: b.requested(told("requested"))}, page.Fact{Name: "strategy", Value: told("strategy")},
		page.Fact{Name: "region", Value: told("region")}, page.Fact{Name: "attempt", Value: attempt},
		page.Fact{Name: "own provider key (is_byok)", Value: key}, page.Fact{Name: "endpoints", Value: b.counted()})
	var missing []string
	for _, name := range []string{"summary", "region", "is_byok", "attempt", "strategy", "endpoints", "pipeline"} {
		if scan.Get(r.Raw, name) == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		b.Para("partial", b.Styles.Dim, 0, "Not included: "+strings.Join(missing, ", ")+".")
	}
}

// requested is what was asked for: the whole chain where the request names more
// models than the metadata does.
func (b *builder) requested(told string) string {
	if scan.KindOf(scan.Get(b.x.Request, "models")) == scan.Array && b.x.Chain != "" {
		return b.x.Chain
	}
	return told
}

// counted is the number of endpoints that are listed, and of the models that they serve,
// which routers count, beside the endpoints' total.
func (b *builder) counted() string {
	models := map[string]bool{}
	for _, e := range b.routing.Endpoints {
		models[e.Model] = true
	}
	n := figures.Thousands(len(b.routing.Endpoints)) + " listed"
	if len(models) > 1 && len(models) < len(b.routing.Endpoints) {
		n += " of " + figures.Thousands(len(models)) + " models"
	}
	switch b.routing.EndpointsAs {
	case wire.Missing:
		n = "not listed"
	case wire.Malformed:
		n = "unexpected type"
	}
	switch {
	case b.routing.Total == wire.None && b.routing.EndpointsAs == wire.Missing:
		return "not reported"
	case b.routing.Total == wire.None:
		return n
	}
	return n + ", total " + figures.Thousands(b.routing.Total)
}

// heading begins a part; from top to bottom, when that is how the pipeline is
// drawn.
func (b *builder) heading(title, beside string) {
	if !b.wide {
		b.Add(page.Row{Line: func() string { return b.Styles.Dim.Render("│") }, Of: "rail"})
		title = "▼ " + title
		b.List = append(b.List, page.Row{Line: b.titled(title, beside), Of: title})
		return
	}
	b.Heading(title, beside)
}

func (b *builder) titled(title, beside string) func() string {
	line := b.Styles.Strong.Render(title) + "   " + b.Styles.Dim.Render(text.SafeLine(beside))
	return func() string { return line }
}

// stages lists the pipeline, each stage with what it says and what it did.
func (b *builder) stages() {
	stages := b.routing.Pipeline
	if !b.wide {
		b.Blank()
		b.Styled("asked", b.Styles.Text.Render(text.SafeLine(or(b.routing.Requested, "–")))+b.Styles.Dim.Render(" ─▶ ")+
			b.Styles.Text.Render(text.SafeLine(or(b.routing.Strategy, "–"))))
	}
	switch {
	case b.routing.PipelineAs == wire.Malformed:
		b.bent("STAGES", "pipeline")
		return
	case b.routing.PipelineAs == wire.Missing:
		b.heading("STAGES", "not reported")
		return
	case len(stages) == 0:
		words := "none"
		if f := b.x.Failure; f != nil && f.Guardrail {
			words = "none listed, though a guardrail stopped the request"
		}
		b.heading("STAGES", words)
		return
	}
	b.heading("STAGES", figures.Counted(len(stages), "stage"))
	for i, s := range stages[:min(len(stages), listed)] {
		id := fmt.Sprintf("stage/%d", i)
		line := b.Styles.Accent.Render("◆ ") + b.Styles.Dim.Render(text.Pad(or(s.Type, "untyped"), 19)) + " " +
			b.Styles.Strong.Render(text.SafeLine(or(s.Name, "unnamed")))
		if word := explain.OutcomeBeside(s, b.x); word != "" {
			line += "  " + views.OutcomeStyle(b.Styles, s).Render(text.SafeLine(word))
		}
		b.Unfolding(id, line, contents(s))
		if explain.OfAnswer(s) {
			b.Para(id+"/when", b.Styles.Dim, 2, "Runs on the answer, after the attempts.")
		}
		if words := explain.StageWords(s, b.x, len(stages)); words != "" {
			b.Quote(id+"/summary", b.Styles.Dim, 2, words)
		}
		if words := explain.StageGaps(s, b.x); words != "" {
			b.Para(id+"/untold", b.Styles.Dim, 2, words)
			b.echo(s)
		}
		if s.GuardrailID != "" || s.Scope != "" {
			b.Para(id+"/id", b.Styles.Dim, 2, strings.TrimSpace(s.GuardrailID+"  scope "+or(s.Scope, "–")))
		}
	}
	b.rest("stage/rest", len(stages))
}

// listed is how many stages and attempts are listed; raw metadata has
// all of them.
const listed = 500

// rest says how many are not listed.
func (b *builder) rest(id string, n int) {
	if n > listed {
		b.Para(id, b.Styles.Dim, 2, "… and "+figures.Thousands(n-listed)+" more in the raw metadata")
	}
}

// others are the members of the metadata that this page does not know, and the
// whole of it.
func (b *builder) others() {
	b.Heading("RAW", "")
	known := " requested strategy region summary attempt is_byok endpoints attempts pipeline "
	b.members("other", b.routing.Raw, known)
	b.Unfolding(page.WholeRow, b.Styles.Text.Render("raw metadata")+"  "+b.Styles.Dim.Render(figures.Size(len(b.routing.Raw))), b.routing.Raw)
}
