package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/preview"
	"gatehouse/state/text/spelling"
)

// maxListed bounds the listed stages and attempts; the raw metadata has all.
const maxListed = 500

// The widest names in the lists, in cells.
const maxProviderWidth, maxModelWidth = 26, 40

// more returns how many of n entries are not listed; nil for none.
func more(n int) []Block {
	if n <= maxListed {
		return nil
	}
	return []Block{quiet("… and " + figures.Thousands(n-maxListed) + " more in the raw metadata")}
}

// malformed returns a part whose member has an unexpected type, as received.
func (of routed) malformed(title string, path ...string) Report {
	v := scan.Get(of.Raw, path[0])
	if len(path) > 1 && scan.KindOf(v) == scan.Object {
		v = scan.At(v, path[1:]...)
	}
	kinds := map[scan.Kind]string{scan.Object: "object", scan.Array: "array", scan.String: "string", scan.Number: "number", scan.Bool: "boolean"}
	return Report{Title: title, Step: true, Sum: quiet(explain.UnexpectedType + ": " + kinds[scan.KindOf(v)]), Blocks: member("malformed/"+path[0], path[0], v)}
}

func (of routed) stages() Report {
	stages := of.Pipeline
	r := Report{Title: "STAGES", Step: true, Sum: quiet(figures.Counted(len(stages), "stage"))}
	switch f := of.Exchange.Failure; {
	case of.PipelineAs == wire.Malformed:
		return of.malformed("STAGES", "pipeline")
	case of.PipelineAs == wire.Missing:
		r.Sum = quiet("not reported")
	case len(stages) == 0 && f != nil && f.Guardrail:
		r.Sum = quiet("none listed, though a guardrail stopped the request")
	case len(stages) == 0:
		r.Sum = quiet("none")
	default:
		table := Table{Columns: []Column{{MaxWidth: maxProviderWidth}, {}, {}}}
		for i, s := range stages[:min(len(stages), maxListed)] {
			table.Rows = append(table.Rows, of.stage(i, s))
		}
		r.Blocks = append([]Block{table}, more(len(stages))...)
	}
	return r
}

func (of routed) stage(i int, s wire.Stage) Row {
	row := Row{ID: fmt.Sprintf("stage/%d", i), JSON: contents(s), Cells: []Span{quiet("◆ " + cmp.Or(s.Type, "untyped")), {cmp.Or(s.Name, "unnamed"), Title}}}
	if word := explain.NewOutcome(s, of.Exchange); word != "" {
		row.Cells = append(row.Cells, Span{word, OutcomeRole(s)})
	}
	if explain.OfAnswer(s) {
		row.Below = append(row.Below, quiet("Runs on the answer, after the attempts."))
	}
	if words := explain.NewSummary(s, of.Exchange, len(of.Pipeline)); words != "" {
		row.Below = append(row.Below, Quote{Text: words, Role: Quiet, Bare: true})
	}
	if words := explain.StageGaps(s, of.Exchange); words != "" {
		row.Below = append(row.Below, quiet(words))
		if of.echoes(s) {
			row.Below = append(row.Below, echoAction)
		}
	}
	if s.GuardrailID != "" || s.Scope != "" {
		row.Below = append(row.Below, quiet(strings.TrimSpace(spelling.Word(s.GuardrailID)+"  scope "+cmp.Or(spelling.Word(s.Scope), "–"))))
	}
	return row
}

// contents returns the data of a stage, or all of it if it has unknown members.
func contents(s wire.Stage) []byte {
	const known = " type name summary guardrail_id guardrail_scope data "
	for m := range scan.Members(s.Raw) {
		if !strings.Contains(known, " "+m.Key+" ") {
			return s.Raw
		}
	}
	if scan.KindOf(s.Data) == scan.Object || scan.KindOf(s.Data) == scan.Array {
		return s.Data
	}
	if scan.IsNull(s.Data) && scan.KindOf(s.Raw) == scan.Object {
		return nil
	}
	return s.Raw
}

// endpoints lists the endpoints considered: the selected one, the others with a reason if it is known,
// and those removed before.
func (of routed) endpoints() Report {
	if of.EndpointsAs == wire.Malformed {
		r := of.malformed("ENDPOINTS", "endpoints", "available")
		r.Blocks = append(r.Blocks, of.dropped()...)
		return r
	}
	r := Report{Title: "ENDPOINTS", Step: true, Sum: quiet(of.EndpointCount())}
	table := Table{Columns: slices.Concat([]Column{{MaxWidth: maxProviderWidth}, {MaxWidth: maxModelWidth}, {}}, of.offers(), []Column{{}})}
	if len(table.Columns) > 4 {
		table.Columns[0].Title, table.Columns[1].Title = "provider", "model"
	}
	for i, e := range of.Endpoints {
		sign, role := of.chosen(e)
		words, raw := extra(e.Raw, " provider model selected ")
		row := Row{ID: fmt.Sprintf("endpoint/%d", i), JSON: raw, Cells: []Span{
			{sign + " " + cmp.Or(e.Provider, "–"), role}, {Text: cmp.Or(e.Model, "–")}, quiet(of.NotChosen(e)),
		}}
		for j := range table.Columns[4:] {
			row.Cells = append(row.Cells, quiet(offered[j].of(of.offer(e))))
		}
		row.Cells = append(row.Cells, quiet(words))
		if e.Selected {
			if why := of.reason(e); why != "" {
				row.Below = []Block{Span{Text: why}}
			}
		}
		table.Rows = append(table.Rows, row)
	}
	if len(table.Rows) > 0 {
		r.Blocks = append(r.Blocks, table)
	}
	if of.NoneLeft() {
		r.Blocks = append(r.Blocks, Span{"none left", Bad})
	}
	r.Blocks = append(r.Blocks, members("endpoint/member", scan.Get(of.Raw, "endpoints"), " total available ")...)
	r.Blocks = append(r.Blocks, of.dropped()...)
	return r
}

// reason returns why the selected endpoint serves, and no other of its model: the gateway's word, or the
// request's order or sort if nothing known contradicts it. It is empty if there was no choice.
func (of routed) reason(e wire.Endpoint) string {
	if why := explain.WhySelected(of.Routing); why != "" {
		return why
	}
	var others []wire.Endpoint
	var names []string
	for _, o := range of.Endpoints {
		if o.Model == e.Model && o.Provider != e.Provider {
			others, names = append(others, o), append(names, cmp.Or(o.Provider, "–"))
		}
	}
	if len(others) == 0 {
		return ""
	}
	order := scan.List(scan.At(of.Exchange.Request, "provider", "order"))
	if len(order) > 0 && strings.EqualFold(scan.Text(order[0]), e.Provider) { // a later one may stand for another of the endpoints
		return "first in provider.order of the request"
	}
	sort := scan.At(of.Exchange.Request, "provider", "sort")
	by := sorted[cmp.Or(scan.Text(sort), scan.Text(scan.Get(sort, "by")))]
	best := func(o wire.Endpoint) bool { return by.of(of.offer(e)) < by.of(of.offer(o)) }
	if by.of != nil && !slices.ContainsFunc(others, func(o wire.Endpoint) bool { return !best(o) }) {
		return by.words + " of this model, as provider.sort of the request asks"
	}
	return "why not " + spelling.Shorten(strings.Join(names, ", "), maxWord) + ": the gateway gave no reason"
}

// sorted are the values of provider.sort by which the list of models can tell who is first: the least.
var sorted = map[string]struct {
	words string
	of    func(preview.Offer) float64
}{
	"price":      {"lowest price", func(o preview.Offer) float64 { return o.Prompt + o.Completion }},
	"latency":    {"lowest latency", func(o preview.Offer) float64 { return o.Latency }},
	"throughput": {"highest throughput", func(o preview.Offer) float64 { return -o.Throughput }},
}

// chosen returns the sign of an endpoint: selected, attempted, or only considered.
func (of routed) chosen(e wire.Endpoint) (string, Role) {
	if e.Selected {
		return "●", Good
	}
	if i := of.AttemptAt(e); i >= 0 {
		return AttemptSign(of.Attempts[i])
	}
	return "○", Quiet
}

// dropped lists the removed endpoints by what removed them.
func (of routed) dropped() (blocks []Block) {
	groups := map[string][]string{}
	var order []string
	for _, d := range explain.Drops(of.Routing) {
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
		words := "– " + figures.Counted(len(all), "candidate") + " removed: " + name
		blocks = append(blocks, Row{ID: "dropped/" + name, Cells: []Span{{Text: words}}, Text: strings.Join(all, "\n")})
	}
	return blocks
}

func (of routed) attempts() Report {
	tries := of.Attempts
	r := Report{Title: "ATTEMPTS", Step: true, Sum: quiet(figures.Thousands(len(tries)))}
	switch {
	case of.AttemptsAs == wire.Malformed:
		return of.malformed("ATTEMPTS", "attempts")
	case len(tries) == 0 && of.Attempt == 0:
		r.Sum = quiet("none: no provider was called")
	case len(tries) == 0:
		r.Sum = quiet(of.Unlisted())
	default:
		table := Table{Columns: []Column{{Right: true}, {MaxWidth: maxProviderWidth}, {MaxWidth: maxModelWidth}, {}, {}}}
		for i, a := range tries[:min(len(tries), maxListed)] {
			sign, role := AttemptSign(a)
			ended := ""
			if scan.KindOf(a.Raw) == scan.Object { // any other is among what was received
				ended = explain.AttemptWords(a) + explain.Interrupted(of.Exchange, a)
			}
			words, raw := extra(a.Raw, " provider model status ")
			table.Rows = append(table.Rows, Row{ID: fmt.Sprintf("attempt/%d", i), JSON: raw, Cells: []Span{
				quiet(strconv.Itoa(i + 1)), {sign + " " + cmp.Or(a.Provider, "–"), role}, {Text: a.Model}, {ended, role}, quiet(words),
			}})
		}
		r.Blocks = append([]Block{table}, more(len(tries))...)
	}
	return r
}

// Limits of the unknown members listed in a row: their number, and bytes of a name.
const (
	maxMembers = 12
	maxWord    = 120
)

// extra lists the members of an endpoint or attempt that are not known, as received; raw is the complete
// object, nil if there are none.
func extra(of []byte, known string) (words string, raw []byte) {
	if scan.KindOf(of) != scan.Object {
		return "received: " + spelling.ShortenBytes(string(of), maxWord), of
	}
	var list []string
	for m := range scan.Members(of) {
		kind := scan.KindOf(m.Value)
		if strings.Contains(known, " "+m.Key+" ") && (m.Key != "selected" || kind == scan.Bool || kind == scan.Null) {
			continue
		}
		if len(list) == maxMembers {
			list = append(list, "…")
			break
		}
		list = append(list, spelling.ShortenBytes(m.Key, maxWord)+": "+explain.Spelled(m.Value))
	}
	if len(list) == 0 {
		return "", nil
	}
	return strings.Join(list, "   "), of
}

// offered are the columns for the catalogue's data on an endpoint. A cell is empty if it is not known.
var offered = []struct {
	Column
	of func(preview.Offer) string
}{
	{Column{Title: "in $/M", Right: true, Point: true, Spare: 1}, func(o preview.Offer) string { return figures.PerMillion(o.Prompt) }},
	{Column{Title: "out $/M", Right: true, Point: true, Spare: 1}, func(o preview.Offer) string { return figures.PerMillion(o.Completion) }},
	{Column{Title: "latency", Right: true, Spare: 2}, func(o preview.Offer) string {
		if math.IsNaN(o.Latency) {
			return ""
		}
		return figures.Duration(int64(math.Round(o.Latency * 1e6)))
	}},
	{Column{Title: "tok/s", Right: true, Spare: 3}, func(o preview.Offer) string {
		if math.IsNaN(o.Throughput) {
			return ""
		}
		return figures.Thousands(int(math.Round(o.Throughput)))
	}},
}

func (of routed) offer(e wire.Endpoint) preview.Offer {
	offer, _ := of.Models.Offer(e.Model, e.Provider)
	return offer
}

// offers returns the columns of offered; nil if no endpoint has data.
func (of routed) offers() (columns []Column) {
	known := false
	for _, c := range offered {
		columns = append(columns, c.Column)
		known = known || slices.ContainsFunc(of.Endpoints, func(e wire.Endpoint) bool { return c.of(of.offer(e)) != "" })
	}
	if !known {
		return nil
	}
	return columns
}
