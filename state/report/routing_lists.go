package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/spelling"
)

// mostListed bounds the stages and attempts that are listed; the metadata as it came has all
// of them.
const mostListed = 500

// The widest names in the lists, in cells.
const mostProvider, mostModel = 26, 40

// more says how many of a list are not told; nil where all are.
func more(n int) []Block {
	if n <= mostListed {
		return nil
	}
	return []Block{quiet("… and " + figures.Thousands(n-mostListed) + " more in the raw metadata")}
}

// bent is a part whose list came in another shape, and lets it unfold.
func (of routed) bent(title string, path ...string) Report {
	v := scan.Get(of.r.Raw, path[0])
	if len(path) > 1 && scan.KindOf(v) == scan.Object {
		v = scan.At(v, path[1:]...)
	}
	kinds := map[scan.Kind]string{scan.Object: "object", scan.Array: "array", scan.String: "string", scan.Number: "number", scan.Bool: "boolean"}
	return Report{Title: title, Step: true, Sum: quiet(unexpected + ": " + kinds[scan.KindOf(v)]), Blocks: member("bent/"+path[0], path[0], v)}
}

const unexpected = "unexpected type"

// stages lists the pipeline, each stage with what it says and what it did.
func (of routed) stages() Report {
	stages := of.r.Pipeline
	r := Report{Title: "STAGES", Step: true, Sum: quiet(figures.Counted(len(stages), "stage"))}
	switch f := of.x.Failure; {
	case of.r.PipelineAs == wire.Malformed:
		return of.bent("STAGES", "pipeline")
	case of.r.PipelineAs == wire.Missing:
		r.Sum = quiet("not reported")
	case len(stages) == 0 && f != nil && f.Guardrail:
		r.Sum = quiet("none listed, though a guardrail stopped the request")
	case len(stages) == 0:
		r.Sum = quiet("none")
	default:
		table := Table{Columns: []Column{{Most: mostProvider}, {}, {}}}
		for i, s := range stages[:min(len(stages), mostListed)] {
			table.Rows = append(table.Rows, of.stage(i, s))
		}
		r.Blocks = append([]Block{table}, more(len(stages))...)
	}
	return r
}

func (of routed) stage(i int, s wire.Stage) Row {
	row := Row{ID: fmt.Sprintf("stage/%d", i), JSON: contents(s), Cells: []Span{quiet("◆ " + cmp.Or(s.Type, "untyped")), {cmp.Or(s.Name, "unnamed"), Title}}}
	if word := explain.NewOutcome(s, of.x); word != "" {
		row.Cells = append(row.Cells, Span{word, OutcomeRole(s)})
	}
	if explain.OfAnswer(s) {
		row.Below = append(row.Below, quiet("Runs on the answer, after the attempts."))
	}
	if words := explain.NewSummary(s, of.x, len(of.r.Pipeline)); words != "" {
		row.Below = append(row.Below, Quote{Text: words, Role: Quiet, Bare: true})
	}
	if words := explain.StageGaps(s, of.x); words != "" {
		row.Below = append(row.Below, quiet(words))
		if of.echoes(s) {
			row.Below = append(row.Below, echoWay)
		}
	}
	if s.GuardrailID != "" || s.Scope != "" {
		row.Below = append(row.Below, quiet(strings.TrimSpace(spelling.Word(s.GuardrailID)+"  scope "+cmp.Or(spelling.Word(s.Scope), "–"))))
	}
	return row
}

// contents is what a stage unfolds to: its data, or all of it where it has members that are
// not told.
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

// counted is the number of endpoints that are listed, and of the models that they serve,
// which routers count, beside the endpoints' total.
func (of routed) counted() string {
	r := of.r
	models := map[string]bool{}
	for _, e := range r.Endpoints {
		models[e.Model] = true
	}
	n := figures.Thousands(len(r.Endpoints)) + " listed"
	if len(models) > 1 && len(models) < len(r.Endpoints) {
		n += " of " + figures.Thousands(len(models)) + " models"
	}
	switch r.EndpointsAs {
	case wire.Missing:
		n = "not listed"
	case wire.Malformed:
		n = unexpected
	}
	switch {
	case r.Total == wire.None && r.EndpointsAs == wire.Missing:
		return "not reported"
	case r.Total == wire.None:
		return n
	}
	return n + ", total " + figures.Thousands(r.Total)
}

// endpoints lists what was considered: what was chosen, what was not and, where that is
// known, why; and what had been taken away before.
func (of routed) endpoints() Report {
	if of.r.EndpointsAs == wire.Malformed {
		r := of.bent("ENDPOINTS", "endpoints", "available")
		r.Blocks = append(r.Blocks, of.dropped()...)
		return r
	}
	r := Report{Title: "ENDPOINTS", Step: true, Sum: quiet(of.counted())}
	table := Table{Columns: slices.Concat([]Column{{Most: mostProvider}, {Most: mostModel}, {}}, of.offers(), []Column{{}})}
	if len(table.Columns) > 4 {
		table.Columns[0].Title, table.Columns[1].Title = "provider", "model"
	}
	for i, e := range of.r.Endpoints {
		sign, role := of.chosen(e)
		beside, whole := extra(e.Raw, " provider model selected ")
		row := Row{ID: fmt.Sprintf("endpoint/%d", i), JSON: whole, Cells: []Span{
			{sign + " " + cmp.Or(e.Provider, "–"), role}, {Text: cmp.Or(e.Model, "–")}, quiet(of.notChosen(e)),
		}}
		for j := range table.Columns[4:] {
			row.Cells = append(row.Cells, quiet(offered[j].of(of.offer(e))))
		}
		row.Cells = append(row.Cells, quiet(beside))
		if e.Selected {
			if why := explain.WhySelected(of.r); why != "" {
				row.Below = []Block{Span{Text: why}}
			}
		}
		table.Rows = append(table.Rows, row)
	}
	if len(table.Rows) > 0 {
		r.Blocks = append(r.Blocks, table)
	}
	if of.noneLeft() {
		r.Blocks = append(r.Blocks, Span{"none left", Bad})
	}
	r.Blocks = append(r.Blocks, members("endpoint/member", scan.Get(of.r.Raw, "endpoints"), " total available ")...)
	r.Blocks = append(r.Blocks, of.dropped()...)
	return r
}

// attemptAt is the first attempt at an endpoint; -1 for none.
func (of routed) attemptAt(e wire.Endpoint) int {
	tries := of.r.Attempts[:min(len(of.r.Attempts), mostListed)]
	return slices.IndexFunc(tries, func(a wire.Attempt) bool { return a.Provider == e.Provider && a.Model == e.Model })
}

// chosen marks an endpoint: the selected one, one that was tried and failed, or one that was
// only considered.
func (of routed) chosen(e wire.Endpoint) (string, Role) {
	if e.Selected {
		return "●", Good
	}
	if i := of.attemptAt(e); i >= 0 {
		return AttemptSign(of.r.Attempts[i].Status)
	}
	return "○", Quiet
}

// notChosen says why an endpoint did not serve, where the metadata tells.
func (of routed) notChosen(e wire.Endpoint) string {
	i := of.attemptAt(e)
	attempt := "attempt " + strconv.Itoa(i+1) // how it ended is told there
	switch {
	case i >= 0 && e.Selected:
		return "selected, " + attempt
	case i >= 0:
		return attempt
	case e.Selected:
		return "selected"
	case of.x.Failure != nil && of.x.Failure.Guardrail:
		return "not tried: stopped by a guardrail first"
	case len(of.r.Attempts) > 0:
		return "not tried"
	}
	return ""
}

// noneLeft reports whether the metadata tells that no endpoint was left: its list is empty,
// and none was tried.
func (of routed) noneLeft() bool {
	r := of.r
	return r.EndpointsAs == wire.Listed && len(r.Endpoints) == 0 && of.x.Verdict == state.Failed && r.Attempt <= 0 && len(r.Attempts) == 0
}

// dropped lists what was taken away, by what took it.
func (of routed) dropped() (blocks []Block) {
	groups := map[string][]string{}
	var order []string
	for _, d := range explain.Drops(of.x) {
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

// attempts lists the tries with their status.
func (of routed) attempts() Report {
	tries := of.r.Attempts
	r := Report{Title: "ATTEMPTS", Step: true, Sum: quiet(figures.Thousands(len(tries)))}
	switch {
	case of.r.AttemptsAs == wire.Malformed:
		return of.bent("ATTEMPTS", "attempts")
	case len(tries) == 0 && of.r.Attempt == 0:
		r.Sum = quiet("none: no provider was called")
	case len(tries) == 0:
		r.Sum = quiet(of.untried())
	default:
		table := Table{Columns: []Column{{Right: true}, {Most: mostProvider}, {Most: mostModel}, {}, {}}}
		for i, a := range tries[:min(len(tries), mostListed)] {
			sign, role := AttemptSign(a.Status)
			beside, whole := extra(a.Raw, " provider model status ")
			table.Rows = append(table.Rows, Row{ID: fmt.Sprintf("attempt/%d", i), JSON: whole, Cells: []Span{
				quiet(strconv.Itoa(i + 1)), {sign + " " + cmp.Or(a.Provider, "–"), role}, {Text: a.Model}, {of.result(a), role}, quiet(beside),
			}})
		}
		r.Blocks = append([]Block{table}, more(len(tries))...)
	}
	return r
}

// result is how an attempt ended, in words; of one that is no object it is among what came.
// A status of success was told before the answer came to its end.
func (of routed) result(a wire.Attempt) string {
	if scan.KindOf(a.Raw) != scan.Object {
		return ""
	}
	return explain.AttemptWords(a) + brokeOff(of.x, a)
}

// brokeOff says that the answer of an attempt that succeeded did not come to its end.
func brokeOff(x *state.Exchange, a wire.Attempt) string {
	switch {
	case a.Status < 200 || a.Status >= 300 || !x.HasOutput():
	case x.Verdict == state.Failed && x.Stream:
		return ", then failed mid-stream"
	case x.Verdict == state.Failed:
		return ", then failed"
	case x.Verdict == state.Truncated:
		return ", then the answer was cut off"
	}
	return ""
}

// untried says of attempts that are not listed what is known of them.
func (of routed) untried() string {
	told := scan.Get(of.r.Raw, "attempt")
	switch {
	case of.r.AttemptsAs == wire.Malformed:
		return unexpected
	case of.r.Attempt == 0:
		return "none"
	case of.r.Attempt > 0:
		return strconv.Itoa(of.r.Attempt) + ", not listed"
	case of.r.AttemptsAs == wire.Listed:
		return "none listed"
	case !scan.IsNull(told):
		return spelled(told) + ", not listed"
	}
	return "not reported"
}

// The bounds of what stands beside a row: members, and bytes of a word.
const (
	mostBeside  = 12
	longestWord = 120
)

// extra are the members of an endpoint or an attempt that have no place of their own, as
// they came; whole is what the row unfolds to for them, and nil where there are none.
func extra(of []byte, known string) (words string, whole []byte) {
	if scan.KindOf(of) != scan.Object {
		return "received: " + clip(string(of), longestWord), of
	}
	var list []string
	for m := range scan.Members(of) {
		kind := scan.KindOf(m.Value)
		if strings.Contains(known, " "+m.Key+" ") && (m.Key != "selected" || kind == scan.Bool || kind == scan.Null) {
			continue
		}
		if len(list) == mostBeside {
			list = append(list, "…")
			break
		}
		list = append(list, clip(m.Key, longestWord)+": "+spelled(m.Value))
	}
	if len(list) == 0 {
		return "", nil
	}
	return strings.Join(list, "   "), of
}

// spelled writes a value in little room.
func spelled(v []byte) string {
	switch scan.KindOf(v) {
	case scan.Object:
		return "{…}"
	case scan.Array:
		return "[…]"
	case scan.String:
		return clip(scan.Text(v), longestWord)
	}
	return clip(string(v), longestWord)
}
