package routing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/body"
)

// builder makes the rows of the page.
type builder struct {
	body.SheetRows
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
		b.Styled("empty", b.Styles.Strong.Render("Nothing was sent yet."))
		b.Para("empty-how", b.Styles.Dim, 0, "Send something, and this page shows how it was routed: which models and providers were considered, and which served.")
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
	words := explain.NoRouting(b.x, b.m.subject.Metadata, b.header())
	b.Styled("none", b.Styles.Strong.Render("No routing metadata"))
	b.Para("none-why", b.Styles.Text, 0, words)
	if !b.x.Running() {
		b.Press("none-ask", b.m.keys.Name(views.ActReadMetadata), "send the request again and ask for it", nil)
	}
	b.Blank()
	facts := []body.Fact{{Name: "asked for", Value: or(b.x.Asked, "no model")}}
	if b.x.Model != "" {
		facts = append(facts, body.Fact{Name: "served by", Value: b.x.Model})
	}
	if b.x.Head != nil {
		facts = append(facts, body.Fact{Name: "status", Value: strconv.Itoa(b.x.Head.Status)})
	}
	b.Facts("none-facts", facts...)
}

// header is the name of the header that asks for metadata.
func (b *builder) header() string {
	word := b.m.subject.Service
	if word == "" {
		word = "service"
	}
	return "X-" + strings.ToUpper(word[:1]) + word[1:] + "-Metadata"
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
	if r.Summary != "" {
		style := b.Styles.Strong
		b.Para("summary", style, 0, r.Summary)
	}
	told := func(name string) string {
		v := raw.Get(r.Raw, name)
		switch {
		case raw.IsNull(v):
			return "–"
		case raw.KindOf(v) == raw.String:
			return raw.Text(v)
		}
		return string(v)
	}
	own := map[string]string{"true": "yes", "false": "no"}
	key := told("is_byok")
	if word, ok := own[key]; ok {
		key = word
	}
	attempt := told("attempt")
	if attempt == "0" {
		attempt = "0 (no provider was reached)"
	}
	b.Facts("head", body.Fact{Name: "requested", Value: told("requested")}, body.Fact{Name: "strategy", Value: told("strategy")},
		body.Fact{Name: "region", Value: told("region")}, body.Fact{Name: "attempt", Value: attempt},
		body.Fact{Name: "own provider key (is_byok)", Value: key}, body.Fact{Name: "endpoints", Value: b.counted()})
	var missing []string
	for _, name := range []string{"summary", "region", "is_byok", "attempt", "strategy", "endpoints", "pipeline"} {
		if raw.Get(r.Raw, name) == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		b.Para("partial", b.Styles.Dim, 0, "A partial object: the service left out "+strings.Join(missing, ", ")+".")
	}
}

// counted is the number of endpoints that are listed beside their total.
func (b *builder) counted() string {
	n := strconv.Itoa(len(b.routing.Endpoints)) + " listed"
	if b.routing.Total == wire.None {
		return n
	}
	return n + ", total " + strconv.Itoa(b.routing.Total)
}

// heading begins a part; from top to bottom, when that is how the pipeline is
// drawn.
func (b *builder) heading(title, beside string) {
	if !b.wide {
		b.Add(body.SheetRow{Line: func() string { return b.Styles.Dim.Render("│") }, Of: "rail"})
		title = "▼ " + title
		b.List = append(b.List, body.SheetRow{Line: b.titled(title, beside), Of: title})
		return
	}
	b.Heading(title, beside)
}

func (b *builder) titled(title, beside string) func() string {
	line := b.Styles.Strong.Render(title) + "   " + b.Styles.Dim.Render(body.SanitizeLine(beside))
	return func() string { return line }
}

// stages lists the pipeline, each stage with what it says and what it did.
func (b *builder) stages() {
	stages := b.routing.Pipeline
	if !b.wide {
		b.Blank()
		b.Styled("asked", b.Styles.Text.Render(body.SanitizeLine(or(b.routing.Requested, "–")))+b.Styles.Dim.Render(" ─▶ ")+
			b.Styles.Text.Render(body.SanitizeLine(or(b.routing.Strategy, "–"))))
	}
	if len(stages) == 0 {
		words := "none: nothing stood between the request and the provider"
		if raw.Get(b.routing.Raw, "pipeline") == nil {
			words = "the service lists none"
		}
		b.heading("STAGES", words)
		return
	}
	b.heading("STAGES", count(len(stages), "stage"))
	for i, s := range stages {
		id := fmt.Sprintf("stage/%d", i)
		line := b.Styles.Accent.Render("◆ ") + b.Styles.Dim.Render(body.Pad(or(s.Type, "no type"), 19)) + " " +
			b.Styles.Strong.Render(body.SanitizeLine(or(s.Name, "no name")))
		if word := outcome(s); word != "" {
			line += "  " + b.styleOf(s).Render(body.SanitizeLine(word))
		}
		b.Unfolding(id, line, contents(s))
		if s.Summary != "" && s.Summary != b.routing.Summary {
			b.Para(id+"/summary", b.Styles.Dim, 2, s.Summary)
		}
		if s.GuardrailID != "" || s.Scope != "" {
			b.Para(id+"/id", b.Styles.Dim, 2, strings.TrimSpace(s.GuardrailID+"  scope "+or(s.Scope, "–")))
		}
	}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// endpoints lists what was considered: what was chosen, what was not and, where
// that is known, why; and what had been taken away before.
func (b *builder) endpoints() {
	b.heading("ENDPOINTS", b.counted())
	width, models := 0, 0
	for _, e := range b.routing.Endpoints {
		width, models = max(width, min(ansi.StringWidth(e.Provider), 24)), max(models, min(ansi.StringWidth(e.Model), 40))
	}
	for i, e := range b.routing.Endpoints {
		sign, style := "○ ", b.Styles.Dim
		if e.Selected {
			sign, style = "● ", b.Styles.Good
		}
		why := b.notChosen(e)
		b.Add(body.SheetRow{ID: fmt.Sprintf("endpoint/%d", i), Line: func() string {
			return style.Render(sign) + b.Styles.Text.Render(body.Pad(or(e.Provider, "–"), width)) + "  " +
				b.Styles.Text.Render(body.Pad(or(e.Model, "–"), models)) + "   " + b.Styles.Dim.Render(body.SanitizeLine(why))
		}})
	}
	if len(b.routing.Endpoints) == 0 {
		b.Para("endpoint/none", b.Styles.Bad, 0, "none was left")
	}
	b.dropped()
}

// notChosen says why an endpoint did not serve, where the metadata tells.
func (b *builder) notChosen(e wire.Endpoint) string {
	for i, a := range b.routing.Attempts {
		if a.Provider == e.Provider && a.Model == e.Model {
			words := "attempt " + strconv.Itoa(i+1) + " " + explain.StatusWords(a.Status)
			if e.Selected {
				return "selected, " + words
			}
			return words
		}
	}
	switch {
	case e.Selected:
		return "selected"
	case b.x.Failure != nil && b.x.Failure.Guardrail:
		return "not tried: a guardrail stopped the request first"
	case len(b.routing.Attempts) > 0:
		return "not tried"
	}
	return ""
}

// dropped lists what was taken away, by what took it.
func (b *builder) dropped() {
	groups := map[string][]string{}
	var order []string
	for _, d := range b.drops {
		name := d.By
		if d.Stage != "" {
			name += "  (" + d.Stage + ")"
		}
		if _, ok := groups[name]; !ok {
			order = append(order, name)
		}
		groups[name] = append(groups[name], strings.TrimSpace(d.Provider+" "+d.Model))
	}
	for _, name := range order {
		all := groups[name]
		b.Add(body.SheetRow{
			ID: "dropped/" + name, Text: func() string { return strings.Join(all, "\n") },
			Line: func() string {
				return b.Styles.Dim.Render("– ") + b.Styles.Text.Render(count(len(all), "candidate")+" taken away by "+body.SanitizeLine(name))
			},
		})
	}
}

// attempts lists the tries with their status.
func (b *builder) attempts() {
	tries := b.routing.Attempts
	if len(tries) == 0 {
		words := "none: no provider was asked"
		if raw.Get(b.routing.Raw, "attempts") == nil && b.routing.Attempt != 0 {
			words = "the service lists none"
		}
		b.heading("ATTEMPTS", words)
		return
	}
	b.heading("ATTEMPTS", strconv.Itoa(len(tries)))
	width := 0
	for _, a := range tries {
		width = max(width, min(ansi.StringWidth(a.Provider+"  "+a.Model), 48))
	}
	for i, a := range tries {
		sign, style := sign(b, a.Status)
		b.Styled(fmt.Sprintf("attempt/%d", i), b.Styles.Dim.Render(strconv.Itoa(i+1)+"  ")+style.Render(sign+" ")+
			b.Styles.Text.Render(body.Pad(or(a.Provider, "–")+"  "+a.Model, width))+"  "+style.Render(explain.StatusWords(a.Status)))
	}
}

// served says who gave the answer.
func (b *builder) served() {
	b.heading("SERVED", "")
	x := b.x
	model, provider := x.Model, ""
	for _, e := range b.routing.Endpoints {
		if e.Selected {
			model, provider = or(model, e.Model), e.Provider
		}
	}
	style := views.VerdictStyle(b.Styles, x.Verdict)
	switch {
	case x.Verdict == state.Failed && provider == "":
		b.Styled("served", style.Render("✗ by nobody"))
	default:
		line := style.Render(views.Sign(x.Verdict)+" ") + b.Styles.Strong.Render(body.SanitizeLine(or(model, "no model named")))
		if provider != "" {
			line += b.Styles.Text.Render(" by " + body.SanitizeLine(provider))
		}
		b.Styled("served", line+"   "+b.Styles.Dim.Render(string(x.Verdict)))
	}
}

// others are the members of the metadata that this page does not know, and the
// whole of it.
func (b *builder) others() {
	b.Heading("ALL OF IT", "")
	known := " requested strategy region summary attempt is_byok endpoints attempts pipeline "
	i := 0
	for m := range raw.Members(b.routing.Raw) {
		id := fmt.Sprintf("other/%d", i)
		i++
		switch kind := raw.KindOf(m.Value); {
		case strings.Contains(known, " "+m.Key+" "):
		case kind == raw.Object || kind == raw.Array:
			b.Unfolding(id, b.Styles.Text.Render(body.SanitizeLine(m.Key))+"  "+b.Styles.Dim.Render(views.Size(len(m.Value))), m.Value)
		case kind == raw.String:
			b.Facts(id, body.Fact{Name: m.Key, Value: raw.Text(m.Value)})
		default:
			b.Facts(id, body.Fact{Name: m.Key, Value: string(m.Value)})
		}
	}
	b.Unfolding("all", b.Styles.Text.Render("the metadata as it came")+"  "+b.Styles.Dim.Render(views.Size(len(b.routing.Raw))), b.routing.Raw)
}
