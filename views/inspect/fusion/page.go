package fusion

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

type builder struct {
	page.Rows
	x     *state.Exchange
	until int64 // of what is on its way
}

func (b *builder) page(all []*state.Item) {
	switch {
	case b.x == nil:
		b.Styled("empty", b.Styles.Strong.Render("Nothing sent yet."))
	case len(all) == 0 && b.x.Running() && Asked(b.x):
		b.Styled("empty", b.Styles.Strong.Render("The panel has not started yet."))
		return
	case len(all) == 0:
		b.Styled("empty", b.Styles.Strong.Render("No fusion in this exchange."))
	}
	if len(all) == 0 {
		b.Para("empty-how", b.Styles.Dim, 0, "The fusion plugin asks several models in parallel and has an analyst compare their answers. Add it in the builder.")
		return
	}
	b.Para("", b.Styles.Dim, 0, "A panel of models answers the same request in parallel; an analyst compares their answers, and the final answer is written from that.")
	for _, it := range all {
		b.item(strconv.Itoa(it.Serial), it)
	}
}

// item shows one fusion: its panel, what the analyst made of it, and the rest
// of what arrived.
func (b *builder) item(id string, it *state.Item) {
	panel := membersOf(it)
	b.Heading("PANEL", b.panelSummary(panel, it))
	b.table(id, panel)
	known := func(p member) bool { return p.tools != "–" } // the document has no member for the calls of one model
	if !b.x.Running() && len(panel) > 0 && !slices.ContainsFunc(panel, known) {
		b.Para(id+"/no-tools", b.Styles.Dim, 2, "tools –: the service does not report which model called tools.")
	}
	for _, name := range []string{"failure_reason", "error"} {
		if v := scan.Get(it.Raw, name); !scan.IsNull(v) {
			b.Para(id+"/"+name, b.Styles.Bad, 0, name+": "+words(v))
		}
	}
	b.analyst(id, it)
	if it.Raw != nil {
		b.Blank()
		if v := scan.Get(it.Raw, "sources"); elements(v) > 0 {
			b.Unfolding(id+"/sources", b.Styles.Text.Render("sources")+"  "+b.Styles.Dim.Render(figures.Size(len(v))), v)
		}
		b.Unfolding(id+"/raw", b.Styles.Text.Render("raw item")+"  "+b.Styles.Dim.Render(figures.Size(len(it.Raw))), it.Raw)
	}
}

type member struct {
	model, state    string
	fromUS, toUS    int64 // -1 if no event had a time
	events          frames
	text, reasoning func() *rope.Rope
	size, thought   int // bytes
	tools           string
	failure         string
}

// membersOf reads the panel from the events, or from the item where the answer
// was not streamed.
func membersOf(it *state.Item) []member {
	var list []member
	for _, p := range it.Panels() {
		answer, reasoning := p.TextBuffers()
		list = append(list, member{
			model: p.Model, state: p.Status, fromUS: p.FromUS, toUS: p.ToUS, events: frames{p.FirstFrame, p.LastFrame}, text: answer.Rope, reasoning: reasoning.Rope,
			size: answer.Len(), thought: reasoning.Len(), tools: tools(p.Raw), failure: failure(p.Error, p.Raw),
		})
	}
	if len(list) > 0 {
		return list
	}
	complete := func(v []byte, state string) {
		content := scan.Get(v, "content")
		list = append(list, member{
			model: scan.Text(scan.Get(v, "model")), state: state, fromUS: -1, toUS: -1, events: frames{-1, -1},
			text: func() *rope.Rope { return rope.New(content) }, size: scan.TextLen(content), tools: tools(v), failure: failure(words(scan.Get(v, "error")), v),
		})
	}
	for _, v := range scan.Elements(scan.Get(it.Raw, "responses")) {
		complete(v, "completed")
	}
	for _, v := range scan.Elements(scan.Get(it.Raw, "failed_models")) {
		complete(v, "failed")
	}
	return list
}

// tools counts a member's tool calls, where what ended it describes them: the
// document names no member for that, some services have tool_calls.
func tools(v []byte) string {
	calls := scan.Get(v, "tool_calls")
	switch scan.KindOf(calls) {
	case scan.Number:
		return string(calls)
	case scan.Array:
		return figures.Thousands(elements(calls))
	}
	return "–"
}

func elements(list []byte) int {
	n := 0
	for range scan.Elements(list) {
		n++
	}
	return n
}

func failure(message string, v []byte) string {
	if status := scan.Get(v, "status_code"); scan.KindOf(status) == scan.Number {
		message += " (" + string(status) + ")"
	}
	return strings.TrimSpace(message)
}

// words writes a value for the eye: a string decoded, an error by its message.
func words(v []byte) string {
	if message := scan.Text(scan.Get(v, "message")); message != "" {
		return message
	}
	if scan.KindOf(v) == scan.String {
		return scan.Text(v)
	}
	return string(v)
}

// panelSummary counts the panel by its states.
func (b *builder) panelSummary(panel []member, it *state.Item) string {
	if len(panel) == 0 {
		return "no output from any model yet"
	}
	n := map[string]int{}
	var order []string
	for _, p := range panel {
		if n[p.state]++; n[p.state] == 1 {
			order = append(order, p.state)
		}
	}
	summary := figures.Counted(len(panel), "model")
	for _, s := range order {
		summary += fmt.Sprintf(", %d %s", n[s], spoken(s))
	}
	if it.Status() != "" {
		summary += "   fusion " + spoken(it.Status())
	}
	return summary
}

func spoken(status string) string { return strings.ReplaceAll(status, "_", " ") }

// sign marks a state; colour never stands alone.
func (b *builder) sign(status string) (string, lipgloss.Style) {
	switch status {
	case "completed":
		return "✓", b.Styles.Good
	case "failed":
		return "✗", b.Styles.Bad
	}
	if b.x.Running() {
		return "●", b.Styles.Running
	}
	return "✂", b.Styles.Warn // it was still on its way when the answer ended
}

func (b *builder) table(id string, panel []member) {
	width := len("model")
	for _, p := range panel {
		width = max(width, min(text.Width(text.SafeLine(p.model)), 36))
	}
	width = min(width, max(b.Width-50, 8))
	if len(panel) > 0 {
		head := "  " + text.Pad("model", width) + "  " + text.Pad("state", 13) + text.Right("time", 8) + text.Right("text", 9) + text.Right("reasoning", 11) + text.Right("tools", 7)
		b.Add(page.Row{Line: func() string { return b.Styles.Dim.Render(head) }, Of: "head"})
	}
	for i, p := range panel {
		at := fmt.Sprintf("%s/panel/%d", id, i)
		mark, style := b.sign(p.state)
		time := "–"
		only := p.state != inProgress && p.events.first == p.events.last // its end, and of its beginning nothing
		if p.toUS >= 0 && p.fromUS >= 0 && !only {
			to := p.toUS
			if p.state == inProgress {
				to = max(to, b.until)
			}
			time = figures.Duration(to - p.fromUS)
		}
		r := page.Row{ID: at, Of: p.events, Line: func() string {
			return style.Render(mark+" ") + b.Styles.Model.Render(text.Pad(p.model, width)) + "  " + style.Render(text.Pad(spoken(p.state), 13)) +
				b.Styles.Text.Render(text.Right(time, 8)+text.Right(figures.Size(p.size), 9)+text.Right(figures.Size(p.thought), 11)+text.Right(text.SafeLine(p.tools), 7))
		}}
		if p.size > 0 {
			r.Text = p.text
		}
		b.Add(r)
		if p.thought > 0 {
			b.Add(page.Row{ID: at + "/reasoning", Of: p.events, Text: p.reasoning, Line: func() string {
				return b.Styles.Dim.Render("  reasoning  " + figures.Size(p.thought))
			}})
		}
		if p.failure != "" {
			b.Quote(at+"/failure", b.Styles.Bad, 2, "failed: "+p.failure)
		}
	}
}

// analyst shows who compared the answers, and the result.
func (b *builder) analyst(id string, it *state.Item) {
	result := scan.Get(it.Raw, "analysis")
	a := it.Fusion()
	switch {
	case a != nil:
		mark, style := b.sign(a.Status)
		time := ""
		to := a.ToUS
		if a.Status == inProgress {
			to = max(to, b.until)
		}
		switch took := to - a.FromUS; {
		case a.FromUS < 0: // an event stream that was saved
		case a.Status != inProgress && a.FirstFrame == a.LastFrame: // only its end arrived
		case a.Status != inProgress && took < 1000: // both events may arrive in one read, or not
			time = "  under 1 ms"
		case took > 0:
			time = "  " + figures.Duration(took)
		}
		b.Heading("ANALYST", "")
		name := text.SafeLine(cmp.Or(a.Model, "not reported"))
		line := style.Render(mark+" ") + b.Styles.Model.Render(name) + "  " + style.Render(text.SafeLine(spoken(a.Status))) + b.Styles.Dim.Render(time)
		b.Add(page.Row{ID: id + "/analyst", Of: frames{a.FirstFrame, a.LastFrame}, Line: func() string { return line }})
		if a.Judge {
			b.Para(id+"/judge", b.Styles.Warn, 2, "⚠ named only by the deprecated judge_model; no analyst_model returned")
		}
		if a.Result != nil {
			result = a.Result
		}
	case !scan.IsNull(result):
		b.Heading("ANALYSIS", "not streamed, so no event names the analyst")
	default:
		b.Heading("ANALYST", "")
		words := "No analysis returned."
		if b.x.Running() {
			words = "The analyst has not started."
		}
		b.Para(id+"/none", b.Styles.Dim, 0, words)
		return
	}
	b.analysis(id, result)
}

// shownFindings is how many of a list are written out.
const shownFindings = 100

// analysis writes out what the analyst found (wire-notes §4). Members that are
// not known unfold as they arrived.
func (b *builder) analysis(id string, v []byte) {
	if scan.IsNull(v) {
		return
	}
	if scan.KindOf(v) != scan.Object {
		b.Para(id+"/analysis", b.Styles.Text, 0, words(v))
		return
	}
	for m := range scan.Members(v) {
		at := id + "/analysis/" + m.Key
		b.Blank()
		n := elements(m.Value)
		title := text.SafeLine(strings.ToUpper(spoken(m.Key)))
		if scan.KindOf(m.Value) != scan.Array {
			b.Unfolding(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render(figures.Size(len(m.Value))), m.Value)
			continue
		}
		if n == 0 {
			b.Styled(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render("none"))
			continue
		}
		b.Styled(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render(figures.Thousands(n)))
		i := 0
		for _, e := range scan.Elements(m.Value) {
			if i == shownFindings {
				b.Unfolding(at+"/rest", b.Styles.Dim.Render("all "+figures.Thousands(n)+"; the first "+figures.Thousands(i)+" are above"), m.Value)
				break
			}
			b.finding(fmt.Sprintf("%s/%d", at, i), e)
			i++
		}
	}
}

// finding writes one element of a list: a sentence, or an object with a topic
// or a point, the models that it is about, and their stances, which unfolds to all its
// members.
func (b *builder) finding(id string, v []byte) {
	if scan.KindOf(v) != scan.Object {
		b.bullet(id, words(v))
		return
	}
	var who []string
	if model := scan.Text(scan.Get(v, "model")); model != "" {
		who = append(who, model)
	}
	for _, e := range scan.Elements(scan.Get(v, "models")) {
		who = append(who, words(e))
	}
	member := func(name string) string { return scan.Text(scan.Get(v, name)) }
	point := cmp.Or(member("topic"), member("point"), member("insight"), string(v))
	if len(who) > 0 {
		point += "  (" + strings.Join(who, ", ") + ")"
	}
	first := len(b.List)
	b.bullet(id, point)
	b.List[first].JSON = v
	i := 0
	for _, e := range scan.Elements(scan.Get(v, "stances")) {
		b.Para(fmt.Sprintf("%s/stance/%d", id, i), b.Styles.Dim, 6, scan.Text(scan.Get(e, "model"))+": "+words(scan.Get(e, "stance")))
		i++
	}
}

// bullet adds a paragraph that begins with a dot; its other lines are indented as its first word.
func (b *builder) bullet(id, words string) {
	first := len(b.List)
	b.Para(id, b.Styles.Text, 4, words)
	line := b.List[first].Line
	b.List[first].Line = func() string { return b.Styles.Text.Render("  · ") + strings.TrimPrefix(line(), "    ") }
}
