package transcript

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// footer adds the state or the verdict of the exchange, with its figures.
func (b *builder) footer() {
	x := b.tv.turn.Exchange
	if x == nil {
		return
	}
	s, _ := b.section(key{part: partFooter}, x.Version)
	s.head = b.footerLines(x)
}

func (b *builder) footerLines(x *state.Exchange) []string {
	var lines []string
	if !b.m.alone {
		lines = append(lines, b.stateLine(x))
	}
	lines = append(lines, page.Changes(b.styles, b.changes(x), b.m.keys, b.m.keys.Name(views.ActInspect), b.width)...)
	if words := explain.EmptyAnswer(x); words != "" {
		lines = append(lines, b.warned(words)...)
	}
	if kind := explain.ErrorType(x); kind != "" {
		lines = append(lines, b.warned(text.SanitizeLine(text.ClipSized(kind, limitedTo)))...)
	}
	for _, w := range x.Warnings {
		lines = append(lines, b.warning(w)...)
		if proof := explain.MissingText(x, w.Code); proof != "" {
			lines = append(lines, text.Paragraph(b.styles, b.styles.Dim, 2, b.width, proof)...)
		}
	}
	lines = append(lines, b.partialNotes(x)...)
	if x.Verdict != state.Running && x.Verdict != state.Completed {
		if ok, reason := b.tv.turn.Included(); !ok {
			lines = append(lines, b.line(b.styles.Dim.Render("Not included in the next request: "+reason+".")))
		}
	}
	return lines
}

// changes returns what was done on the way; the metadata is read once.
func (b *builder) changes(x *state.Exchange) []explain.Change {
	if x.Running() {
		return nil
	}
	return b.tv.changes.Get(exchangeAt{x, x.Version}, func() []explain.Change { return explain.Changes(x) })
}

// partialNotes returns why the answer shown is not all that was received.
func (b *builder) partialNotes(x *state.Exchange) []string {
	words := explain.NotStored(x)
	if n := len(x.Choices()); n > 1 {
		words = append(words, fmt.Sprintf("choice 1 of %d; all of them are in the Response tab (%s %s)", n, b.m.keys.Name(views.ActInspect), b.m.keys.Name(views.ActTabResponse)))
	}
	for i, line := range words {
		words[i] = b.line(b.styles.Dim.Render(line))
	}
	return words
}

// warned draws safe words as a warning.
func (b *builder) warned(words string) []string {
	return text.Paragraph(b.styles, b.styles.Warn, 0, b.width, "⚠ "+words)
}

func (b *builder) warning(w state.Warning) []string {
	lines := b.warned(text.SanitizeLine(text.ClipSized(w.Message, limitedTo)))
	last, code := lines[len(lines)-1], b.styles.Dim.Render("("+text.SanitizeLine(w.Code)+")")
	if text.Width(last)+2+text.Width(code) <= b.width {
		lines[len(lines)-1] = last + "  " + code
		return lines
	}
	return append(lines, b.line("  "+code))
}

// verdict draws the first words of the footer; of a stream that has begun and
// sends nothing, for how long.
func (b *builder) verdict(x *state.Exchange) string {
	if us := figures.SilentFor(x, b.nowOf(x)); us > 0 && x.FirstDeltaUS >= 0 {
		return b.styles.Warn.Render(explain.Sign(x.Verdict) + " silent for " + figures.Duration(us))
	}
	style := views.VerdictStyle(b.styles, x.Verdict)
	words := string(x.Verdict) // why is above
	if _, explained := explain.Explain(x, b.context()); !explained {
		words = text.SanitizeLine(explain.Standing(x))
	}
	return style.Render(explain.Sign(x.Verdict) + " " + words)
}

// lastFigures are those that remain longest in a narrow line, the last one longest.
var lastFigures = []string{"speed", "TTFB", "TTFT", "out", "in", "time", "cost"}

// stateLine draws the state of an exchange and its figures in one line, so that nothing moves when the answer
// ends: labels quiet, estimates with a ~. Of those that do not fit the ones that are 0 are dropped first.
func (b *builder) stateLine(x *state.Exchange) string {
	var now int64
	if x.LastDeltaUS > 0 || b.m.nowUS > 0 {
		now = b.nowOf(x)
	}
	worth := func(n report.Number) int {
		if n.Value == "0" {
			return -2
		}
		return slices.Index(lastFigures, n.Label)
	}
	for list := report.InLine(x, now); ; {
		var words []string
		if x.Failure == nil || !x.Failure.Guardrail { // the block above is its verdict
			words = append(words, b.verdict(x))
		}
		least := 0
		for i, f := range list {
			style := b.styles.Text
			if f.Quiet {
				style = b.styles.Dim
			}
			drawn := style.Render(text.SanitizeLine(f.Value))
			if !f.Bare {
				drawn = b.styles.Dim.Render(f.Label+" ") + drawn
			}
			words = append(words, drawn)
			if worth(f) < worth(list[least]) {
				least = i
			}
		}
		line := strings.Join(words, "   ")
		if text.Width(line) > b.width {
			line = strings.Join(words, "  ")
		}
		if text.Width(line) <= b.width || len(list) == 0 {
			return b.fit(line)
		}
		list = slices.Delete(list, least, least+1)
	}
}

// SetNow sets the moment at which the last turn, or one that is shown as it was, is looked at, in
// microseconds after the start of its request; 0 where it does not run, or where its arrivals give the
// time. Only the line of its state is made again.
func (m *Model) SetNow(us int64) {
	if us == m.nowUS {
		return
	}
	m.nowUS = us
	if len(m.path) == 0 {
		return
	}
	tv := m.path[len(m.path)-1]
	x := tv.turn.SentExchange()
	s := tv.sections[key{turn: tv.id, part: partFooter}]
	if s == nil || x == nil || x != tv.exchange || !x.Running() {
		return
	}
	s.head = m.builder(tv).footerLines(x)
	m.changed()
}

// nowOf returns the moment at which a running exchange is looked at: never before
// what arrived last.
func (b *builder) nowOf(x *state.Exchange) int64 { return max(x.LatestUS(), b.m.nowUS) }

// failure adds the screen of an exchange that failed, broke off or ended early: what
// happened, the gateway's words, what it means, what else arrived, what to
// try, and the keys for it.
func (b *builder) failure() {
	x := b.tv.turn.Exchange
	if x == nil {
		return
	}
	plain, ok := explain.Explain(x, b.context())
	if !ok || x.Verdict == state.Cancelled { // whoever stopped it knows
		return
	}
	s, fresh := b.section(key{part: partFailure}, x.Version)
	switch {
	case fresh:
	case b.m.alone:
		return
	default:
		s.head[len(s.head)-1] = b.failureKeys(x, plain) // the focus may have moved
		return
	}
	failure := report.Failure(x, plain)
	title := views.VerdictStyle(b.styles, x.Verdict).Bold(true).Render(text.SafeLine(failure.Title))
	if failure.Sum.Text != "" {
		title += b.styles.Dim.Render(" (" + text.SafeLine(failure.Sum.Text) + ")")
	}
	s.head = []string{b.line(title)}
	pen := reports.Pen{Styles: b.styles, Keys: b.m.keys, Away: true, Width: max(b.width-2, 1), MaxAbout: 1}
	for _, line := range pen.Blocks(failure.Blocks) {
		s.head = append(s.head, "  "+line)
	}
	if !b.m.alone {
		s.head = append(s.head, "", b.failureKeys(x, plain))
	}
	s.what, s.source = "failure", func() string {
		if x.Failure != nil && len(x.Failure.Body) > 0 {
			return string(x.Failure.Body)
		}
		return plain.Title + "\n" + plain.Message
	}
}

// limitedTo is the longest text from the wire that is drawn in full, in bytes.
const limitedTo = 4 << 10

// context returns what is known of the request in addition to its answer.
func (b *builder) context() explain.Context {
	about := explain.Context{
		ConnectKeys: b.m.keys.Name(views.ActConnections),
		Chat:        "below, and press " + b.m.keys.Name(views.ActSend),
		RouteKeys:   b.m.keys.Name(views.ActInspect) + " " + b.m.keys.Name(views.ActTabRoute),
		GuardsKeys:  b.m.keys.Name(views.ActInspect) + " " + b.m.keys.Name(views.ActTabGuardrails),
	}
	if c := b.tv.turn.Capture; c != nil {
		base, _, _ := strings.Cut(c.Sent.URL, "?")
		about.BaseURL = strings.TrimSuffix(base, "/responses")
		about.KeySent = len(wire.KeyHeaders(c.Sent.Header)) > 0
	}
	return about
}

// failureKeys draws what can be pressed here.
func (b *builder) failureKeys(x *state.Exchange, plain explain.Explanation) string {
	var words []string
	before := ""
	if !b.m.focused { // letters are text elsewhere
		before = b.styles.Key.Render(b.m.keys.Name(views.ActNextPane)) + b.styles.Dim.Render(", then ")
	}
	for _, k := range failureActions(x, plain) {
		c, ok := b.m.keys.Command(k.action)
		if !ok || len(c.Keys) == 0 {
			continue
		}
		letter := max(slices.IndexFunc(c.Keys, func(key string) bool { return len(key) == 1 }), 0)
		words = append(words, b.press(c.Keys[letter], k.does))
	}
	return "  " + text.Truncate(before+strings.Join(words, b.styles.Dim.Render("   ")), max(b.width-2, 1), "…")
}

// failureActions returns the actions that a failure offers, those that may fix it first: an
// edit where the request is to blame, the same again where it may be served.
func failureActions(x *state.Exchange, plain explain.Explanation) []offered {
	edit := offered{views.ActTurnEdit, "edit and send again"}
	look, again := offered{views.ActTurnInspect, "inspect"}, offered{views.ActTurnResend, "send again"}
	raw, model := offered{views.ActRaw, "raw"}, offered{views.ActModel, "model"}
	status := 0
	if x.Failure != nil {
		status = x.Failure.Status
	}
	switch {
	case !x.Known.Request:
		return []offered{look, raw}
	case status == http.StatusNotFound:
		return []offered{look, model, edit, again, raw}
	case plain.Advises(explain.Resend):
		return []offered{again, look, edit, raw}
	case plain.Advises(explain.ResendLater):
		return []offered{look, again, edit, raw}
	case status == http.StatusUnauthorized, status == http.StatusPaymentRequired,
		status == http.StatusForbidden && (len(plain.Suggestions) == 0 || plain.Suggestions[0].Kind != explain.EditText):
		return []offered{look, raw, edit, again}
	}
	return []offered{edit, look, again, raw}
}

// offered is an action with what it does here, in a few words.
type offered struct {
	action views.Action
	does   string
}
