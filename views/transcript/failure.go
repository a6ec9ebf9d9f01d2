package transcript

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
)

// failure adds the screen of an exchange that failed, broke off or ended early: what
// happened, the gateway's words, what it means, what came beside it, what to
// try, and the keys for it.
func (b *builder) failure() {
	x := b.tv.turn.Exchange
	if x == nil {
		return
	}
	plain, ok := b.explained(x)
	if !ok {
		return
	}
	s, fresh := b.section(key{part: partFailure}, x.Version)
	if !fresh {
		s.head[len(s.head)-1] = b.failureKeys(x, plain) // the focus may have moved
		return
	}
	styles := b.styles
	s.head = []string{b.line(b.headline(x, plain.Title))}
	add := func(lines ...string) { s.head = append(s.head, lines...) }
	if plain.Message != "" {
		add(b.quoted(plain.Message)...)
	}
	if plain.Meaning != "" {
		add(b.inset("", plain.Meaning)...)
	}
	if x.Failure != nil {
		s.head = append(s.head, b.beside(x)...)
	}
	if len(plain.Suggestions) > 0 {
		s.head = append(s.head, "", "  "+styles.Dim.Render("try"))
		for _, try := range plain.SuggestionTexts() {
			add(b.inset("· ", try)...)
		}
	}
	s.head = append(s.head, "", b.failureKeys(x, plain))
	s.what, s.source = "failure", func() string { return failureText(x, plain) }
}

// explained says in plain words why there is no whole answer; ok is false where that
// needs no words.
func (b *builder) explained(x *state.Exchange) (plain explain.Explanation, ok bool) {
	if plain, ok = explain.Exchange(x, b.context()); !ok && x.Verdict == state.Incomplete {
		plain, ok = explain.Incomplete(x, b.context())
	}
	return plain, ok
}

// headline draws what happened, and behind it the service's word for it, where that is
// neither in the title nor below.
func (b *builder) headline(x *state.Exchange, title string) string {
	line := views.VerdictStyle(b.styles, x.Verdict).Bold(true).Render(explain.Sign(x.Verdict) + " " + text.SanitizeLine(title))
	code := x.Reason
	if code == "" || strings.Contains(title, code) || strings.Contains(title, strings.ReplaceAll(code, "_", " ")) {
		return line
	}
	if f := x.Failure; f != nil && scan.Text(scan.Get(f.Metadata, "error_type")) == code {
		return line
	}
	return line + b.styles.Dim.Render(" ("+text.SanitizeLine(text.ClipSized(code, limitedTo))+")")
}

// inset draws words on as many lines as they need, behind a sign that stands alone
// before them.
func (b *builder) inset(sign, words string) []string {
	before := 2 + text.Width(sign)
	lines := text.Paragraph(b.styles, b.styles.Text, before, b.width, words)
	if sign != "" && len(lines) > 0 {
		lines[0] = "  " + b.styles.Text.Render(sign) + lines[0][before:]
	}
	return lines
}

// quoted draws the gateway's words: of what is long its beginning, and where all of
// it is.
func (b *builder) quoted(message string) []string {
	styles := b.styles
	lines := b.inset("", "“"+text.ClipSized(message, limitedTo)+"”")
	if len(lines) <= mostQuoted {
		return lines
	}
	return append(lines[:ofMore], b.line("  "+styles.Dim.Render("… "+figures.Size(len(message))+" in all: ")+
		styles.Key.Render(b.context().RouteKeys)+styles.Dim.Render(" expands")))
}

// mostQuoted is how many lines of the gateway's words push nothing away; of more, so
// few stand here.
const (
	mostQuoted = 8
	ofMore     = 4
)

// limitedTo is the longest message that is drawn whole, in bytes.
const limitedTo = 4 << 10

// context is what is known of the request beside its answer.
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

// beside draws what an error brought along: the patterns that a guardrail
// found, and the members of its metadata that are not explained.
func (b *builder) beside(x *state.Exchange) []string {
	styles, f := b.styles, x.Failure
	told := explain.Obstacle(x) != ""
	var lines []string
	inner := *b
	inner.width = max(b.width-2, 1) // that what is cut ends with its sign
	row := func(label, value string) {
		lines = append(lines, "  "+inner.line(styles.Dim.Render(label), styles.Text.Render(text.SanitizeLine(text.ClipSized(value, limitedTo)))))
	}
	for _, p := range f.Patterns {
		row("pattern", p)
	}
	metadata := gjson.ParseBytes(f.Metadata)
	if metadata.Exists() && !metadata.IsObject() {
		row("error.metadata", metadata.String())
		metadata = gjson.Result{}
	}
	metadata.ForEach(func(name, v gjson.Result) bool {
		if name.Str == "patterns" || name.Str == "constraint" && told {
			return true
		}
		words := v.String()
		if v.IsObject() || v.IsArray() {
			words = v.Raw
		}
		row(text.SanitizeLine(name.Str), words)
		return len(lines) < 30
	})
	if f.UserID != nil && *f.UserID != "" {
		row("user", *f.UserID)
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
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

func failureText(x *state.Exchange, plain explain.Explanation) string {
	if x.Failure != nil && len(x.Failure.Body) > 0 {
		return string(x.Failure.Body)
	}
	return plain.Title + "\n" + plain.Message
}
