package routing

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// why explains a request that was not served, or of which the answer began and
// did not come to its end: what happened, the constraint that left no endpoint,
// and what could be changed, a key each.
func (b *builder) why() {
	x := b.x
	plain, ok := explain.Exchange(x, explain.Context{BaseURL: b.m.subject.BaseURL, KeySent: b.m.subject.KeySent, WaitOver: b.m.subject.Waited,
		ModelsKeys: b.m.keys.Name(views.ActModel), ConnectKeys: b.m.keys.Name(views.ActConnections)})
	if !ok {
		return
	}
	title := "WHY WAS THIS NOT SERVED?"
	if x.HasOutput() {
		title = "WHY DID THE ANSWER END EARLY?"
	}
	b.Heading(title, "")
	b.Styled("why", views.VerdictStyle(b.Styles, x.Verdict).Bold(true).Render(explain.Sign(x.Verdict)+" "+text.SafeLine(plain.Title)))
	if plain.Message != "" {
		b.Quote("why/message", b.Styles.Text, 2, "“"+plain.Message+"”")
	}
	if words := explain.Obstacle(x); words != "" && words != plain.Message {
		b.Para("why/obstacle", b.Styles.Strong, 2, words)
	} else if plain.Meaning != "" {
		b.Para("why/meaning", b.Styles.Text, 2, plain.Meaning)
	}
	if x.Failure != nil && x.Failure.Status == http.StatusForbidden && !x.Failure.Document {
		b.Para("why/which", b.Styles.Dim, 2, which(*x.Failure))
	}
	b.whence()
	b.ways(plain)
}

// worthAgain reports whether the same request may come to something else: of one
// that failed, as far as what is advised tells.
func (b *builder) worthAgain() bool {
	plain, ok := explain.Exchange(b.x, explain.Context{})
	return !ok || plain.Advises(explain.Resend)
}

// which tells the 403s apart (API document, "Authentication" 4 and 5).
func which(f wire.Failure) string {
	switch {
	case !f.Guardrail && !f.Managed:
		return "This 403 names neither a guardrail nor a management key."
	case f.Guardrail && len(f.Patterns) == 0 && len(f.Reasons) == 0 && f.Flagged == "":
		return "This 403 comes from a guardrail. The key is valid."
	case f.Guardrail:
		return "This 403 comes from a guardrail and names what it found. The key is valid."
	}
	return "This 403 reports a missing permission, not a guardrail."
}

// whence shows the error's type and the user, with the place where each came.
func (b *builder) whence() {
	f := b.x.Failure
	if f == nil {
		return
	}
	var facts []page.Fact
	kind := scan.Text(scan.Get(f.Metadata, "error_type"))
	if kind != "" {
		facts = append(facts, page.Fact{Name: "error.metadata.error_type", Value: kind})
	}
	if f.Type != "" && f.Type != kind {
		facts = append(facts, page.Fact{Name: "error_type", Value: f.Type})
	}
	if f.UserID != nil {
		facts = append(facts, page.Fact{Name: "user_id", Value: *f.UserID})
	}
	from := len(b.List)
	b.Width -= 2
	b.Facts("whence", facts...)
	b.Width += 2
	for i := range b.List[from:] {
		r := &b.List[from+i]
		line := r.Line
		r.Line = func() string { return "  " + line() }
	}
}

// ways lists the changes, numbered by their keys; where there are none, what
// can be tried all the same.
func (b *builder) ways(plain explain.Explanation) {
	b.Blank()
	c, _ := b.m.keys.Command(views.ActReadLoosen)
	for i, r := range b.m.loosen {
		if i >= len(c.Keys) {
			break
		}
		if len(r.Edits) > 0 && (i == 0 || len(b.m.loosen[i-1].Edits) == 0) {
			b.Para("way/changes", b.Styles.Dim, 2, b.changes())
		}
		b.way(i, c.Keys[i], r)
	}
	if b.m.subject.Blocked() {
		words := "edit the text and send it again"
		switch explain.GuardWords(b.x) {
		case explain.Matched:
			words += "; the Guardrails tab highlights the match"
		case explain.Unmatched:
			words += ", although nothing in it matches what the guardrail reported"
		case explain.NotNamed:
			words += "; which words matched is not known"
		default:
			words += "; the Guardrails tab shows what was reported"
		}
		b.Press("way/edit", b.m.keys.Name(views.ActReadEdit), words, nil)
	}
	l := b.m.loosen
	same := len(l) == 1 && len(l[0].Edits) == 0 // the only way there is, which changes nothing
	if len(l) > 0 && !same || b.m.subject.Blocked() {
		return
	}
	for i, try := range plain.Suggestions {
		if same && (try.Kind == explain.Resend || try.Kind == explain.ResendLater) {
			continue // it has a key
		}
		b.Para("try/"+strconv.Itoa(i), b.Styles.Text, 2, "· "+try.Words)
	}
}

// changes says what the numbers below it do: nothing is sent by them.
func (b *builder) changes() string {
	where, does := "the builder", "sends"
	if b.m.subject.Turn == 0 { // of a run of a reranker
		where, does = "Rerank", "runs"
	}
	return "opens in " + where + " with the change; " + b.m.keys.Name(views.ActSendNow) + " " + does + " it:"
}

// way adds a change with its key. Its words come first: what they leave of the
// line is the places', and words that are too long go on below.
func (b *builder) way(i int, key string, r explain.Relaxation) {
	id, room := fmt.Sprintf("way/%d", i), max(b.Width-7, 8)
	words := r.Words
	switch {
	case r.WaitMS > 0 && b.m.subject.Waited:
		words = explain.WaitOver(r.WaitMS)
	case b.m.waits(r):
		words = "send again after the " + explain.Wait(r.WaitMS) + " wait that the service asked for"
	}
	lines := text.Rows(text.SafeLine(words), room)
	if left := room - text.Width(lines[0]) - 2; len(lines) == 1 && len(r.Edits) > 0 {
		if places := text.SafeLine(edited(r.Edits)); text.Width(places) <= left {
			lines[0] += "  " + places
		}
	}
	b.Press(id, key, lines[0], i)
	for _, line := range lines[1:] {
		b.Add(page.Row{Line: func() string { return "   " + b.Styles.Text.Render(line) }})
	}
}

// echo offers to have the gateway tell what a compression left of the request,
// once; only a stream carries it (API document, debug).
func (b *builder) echo(s wire.Stage) {
	dropped := scan.Get(s.Data, "compressed_count") != nil
	if !dropped || !b.x.Stream || !b.m.subject.Resendable() || len(b.m.loosen) > 0 ||
		string(scan.At(b.x.Request, "debug", "echo_upstream_body")) == "true" {
		return
	}
	b.m.loosen = []explain.Relaxation{{Words: "open the request in the builder with it on", Edits: explain.EchoUpstream(b.x.Request)}}
	c, _ := b.m.keys.Command(views.ActReadLoosen)
	b.Press("stage/echo", c.Keys[0], b.m.loosen[0].Words, 0)
}

// edited writes the places that a change touches.
func edited(edits []explain.Edit) string {
	var places []string
	for _, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			places = append(places, scan.JQOf(list)+" += ["+string(e.Value)+"]")
		case e.Value != nil:
			places = append(places, scan.JQOf(e.Pointer)+" = "+string(e.Value))
		default:
			places = append(places, "– "+scan.JQOf(e.Pointer))
		}
	}
	return "[" + strings.Join(places, "; ") + "]"
}

// beside lets what the error brought along unfold: metadata of any shape, and
// why nothing was available.
func (b *builder) beside() {
	f := b.x.Failure
	if f == nil {
		return
	}
	if b.routing.Raw == nil && (len(f.Metadata) > 0 || len(f.Available) > 0 || len(f.Body) > 0) {
		b.Heading("ERROR", "")
	}
	b.value("error/metadata", "error.metadata", f.Metadata)
	b.value("error/availability", "error.availability", f.Available)
	rest := ""
	if more := f.BodySize - int64(len(f.Body)); more > 0 {
		rest = ", truncated by " + figures.Size(int(more))
	}
	if f.Document {
		text := rope.Plain(string(f.Body))
		b.Add(page.Row{ID: "error/body", Text: func() *rope.Rope { return text }, Line: func() string {
			return b.Styles.Text.Render("body"+rest) + "  " + b.Styles.Dim.Render(figures.Size(len(f.Body)))
		}})
		return
	}
	b.value("error/body", "raw error"+rest, f.Body)
}
