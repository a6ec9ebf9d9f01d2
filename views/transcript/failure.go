package transcript

import (
	"net/http"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/report"
	"gatehouse/views/text"
)

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
	if !fresh {
		s.head[len(s.head)-1] = b.failureKeys(x, plain) // the focus may have moved
		return
	}
	told := report.Failure(x, plain)
	title := views.VerdictStyle(b.styles, x.Verdict).Bold(true).Render(text.SafeLine(told.Title))
	if told.Sum.Text != "" {
		title += b.styles.Dim.Render(" (" + text.SafeLine(told.Sum.Text) + ")")
	}
	s.head = []string{b.line(title)}
	pen := reports.Pen{Styles: b.styles, Keys: b.m.keys, Away: true, Width: max(b.width-2, 1), Beside: 1}
	for _, line := range pen.Blocks(told.Blocks) {
		s.head = append(s.head, "  "+line)
	}
	s.head = append(s.head, "", b.failureKeys(x, plain))
	s.what, s.source = "failure", func() string {
		if x.Failure != nil && len(x.Failure.Body) > 0 {
			return string(x.Failure.Body)
		}
		return plain.Title + "\n" + plain.Message
	}
}

// limitedTo is the longest text from the wire that is drawn whole, in bytes.
const limitedTo = 4 << 10

// context is what is known of the request in addition to its answer.
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
	words := []string{}
	before := ""
	if !b.m.focused { // letters are text elsewhere
		before = b.styles.Key.Render(b.m.keys.Name(views.ActNextPane)) + b.styles.Dim.Render(", then ")
	}
	for _, k := range wayOut(x, plain) {
		c, ok := b.m.keys.Command(k.action)
		if !ok || len(c.Keys) == 0 {
			continue
		}
		shown := c.Keys[0]
		for _, key := range c.Keys {
			if len(key) == 1 {
				shown = key
			}
		}
		words = append(words, b.press(shown, k.does))
	}
	return "  " + text.Truncate(before+strings.Join(words, b.styles.Dim.Render("   ")), max(b.width-2, 1), "…")
}

// wayOut are the actions that a failure offers, those that may mend it first: an
// edit where the request is to blame, the same again where it may be served.
func wayOut(x *state.Exchange, plain explain.Explanation) []offered {
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
