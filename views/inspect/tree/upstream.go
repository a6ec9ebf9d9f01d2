package tree

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/registry"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// upstream compares what was sent with what the service sent on, for one
// attempt at a time.
type upstream struct {
	styles *themes.Styles
	keys   *views.Keys

	open   bool
	only   bool   // only what differs
	sent   []byte // nil: it is not known
	bodies []explain.UpstreamBody
	at     int // the attempt that is shown

	compared // the attempt that is shown
	busy     bool
	page     *page.Page
	here     page.Line // the line of the page that is selected

	width, height int // cells of the rows
}

// ofProgram is the place of the body that the program sent, where the proxy sent another.
const ofProgram = "as received from the program"

// set takes the bodies of an exchange.
func (u *upstream) set(sent []byte, bodies []explain.UpstreamBody) {
	if len(bodies) == 0 || sent == nil {
		u.open = false
	}
	same := func(a, b explain.UpstreamBody) bool { return sameBytes(a.Body, b.Body) }
	if sameBytes(u.sent, sent) && slices.EqualFunc(u.bodies, bodies, same) {
		u.bodies = bodies // only the providers' names arrived
		return
	}
	u.sent, u.bodies = sent, bodies
	u.at = max(len(bodies)-1, 0) // the attempt that served comes last
	u.forget()
}

// compares reports whether there is what was sent and what was sent on.
func (u *upstream) compares() bool { return u.sent != nil && len(u.bodies) > 0 }

// alone returns what was sent on, instead of what was sent, which is not known.
func (u *upstream) alone() Content {
	c := Content{Title: "Upstream", JSON: u.bodies[u.at].Body, Note: "the request as sent is not known"}
	if len(u.bodies) > 1 {
		c.Note += "; " + u.place()
	}
	return c
}

// turn goes to the attempt before or after.
func (u *upstream) turn(a views.Action) views.Intent {
	to := u.at + 1
	if a == views.ActAttemptBefore {
		to = u.at - 1
	}
	if to < 0 || to >= len(u.bodies) {
		return views.Notify{Text: u.bodies[u.at].Place + ": no more in that direction"}
	}
	u.at = to
	u.forget()
	return nil
}

func (u *upstream) forget() {
	u.compared, u.busy, u.page = compared{number: u.number + 1}, false, nil
}

// compared is the result of a comparison.
type compared struct {
	number  int                    // counts the attempts that were shown, so that a late comparison is known
	delta   *jsontree.Delta        // nil while it is made
	long    map[int]*text.LineDiff // its long texts
	wrong   string                 // why there is none
	formats string                 // of what was sent and what was sent on, where they differ
}

// work makes the comparison: at once when both bodies are small, else it
// returns the Cmd that does.
func (u *upstream) work() tea.Cmd {
	if !u.open || u.delta != nil || u.wrong != "" || u.busy || u.at >= len(u.bodies) {
		return nil
	}
	number, a, b, names := u.number, u.sent, u.bodies[u.at].Body, u.names()
	if names == fromProgram {
		a, b = b, a
	}
	if len(a)+len(b) <= json.DeltaAtOnce {
		u.show(compareBodies(number, a, b, names))
		return nil
	}
	u.busy = true
	return func() tea.Msg { return compareBodies(number, a, b, names) }
}

// names are those of what is compared, the earlier one first.
type names struct{ a, b string }

var (
	fromProgram = names{"received", "sent"}
	toUpstream  = names{"sent", "upstream"}
)

// names returns those of the attempt that is shown.
func (u *upstream) names() names {
	if u.bodies[u.at].Place == ofProgram {
		return fromProgram
	}
	return toUpstream
}

func compareBodies(number int, before, after []byte, of names) compared {
	a, err := jsontree.New(before)
	if err != nil {
		return compared{number: number, wrong: "the request (" + of.a + ") is not JSON: " + err.Error()}
	}
	b, err := jsontree.New(after)
	if err != nil {
		return compared{number: number, wrong: "the request (" + of.b + ") is not JSON: " + err.Error()}
	}
	delta, formats := registry.Diff(a, b)
	return compared{number: number, delta: delta, long: json.LongTexts(delta), formats: formats}
}

func (u *upstream) show(c compared) {
	if c.number == u.number {
		u.compared, u.busy = c, false
		u.newPage()
	}
}

// newPage makes the page of the comparison, where there is one.
func (u *upstream) newPage() {
	if u.delta != nil {
		u.page, u.here = page.New(json.NewDelta(u.styles, u.delta, u.long, json.DeltaShown{OnlyDifferences: u.only})), page.Line{}
		u.setSize(u.width, u.height)
	}
}

// turnView shows what differs, then all, then the request again.
func (u *upstream) turnView() {
	if u.open && u.only {
		u.only = false
	} else {
		u.open, u.only = !u.open, true
	}
	u.newPage()
}

// nextView names what turnView shows next.
func (u *upstream) nextView() string {
	if u.only {
		return "all"
	}
	return "request"
}

func (u *upstream) act(a views.Action) views.Intent {
	switch a {
	case views.ActAttemptBefore, views.ActAttemptAfter:
		return u.turn(a)
	case views.ActGoTop, views.ActGoEnd: // without drawing all that is between
		edge := 1
		if a == views.ActGoEnd {
			edge = -1
		}
		if u.hasLines() {
			u.here = u.page.Edge(edge)
			u.page.Follow(u.here)
		}
	case views.ActOpenRow:
		if u.hasLines() {
			return views.ShowContent{Content: u.selectedValue()}
		}
	case views.ActCopy, views.ActTreeJSON:
		if u.delta != nil {
			return views.Copy{What: "differences", Text: u.page.Content().Source()}
		}
	default:
		by, ok := views.Steps(a, u.height-1)
		if !ok {
			return views.Notify{Text: "works on the request: " + u.keys.Name(views.ActStop) + " goes back to it"}
		}
		u.move(by)
	}
	return nil
}

func (u *upstream) view(m *Model) string {
	out := []string{u.title(m.width)}
	if m.height > m.bodyHeight()+1 {
		out = append(out, u.summary())
	}
	switch {
	case u.wrong != "":
		out = append(out, " "+u.styles.Warn.Render(text.SanitizeLine(u.wrong)))
	case u.page == nil:
		out = append(out, " "+u.styles.Dim.Render("comparing "+figures.Size(len(u.sent))+" with "+figures.Size(len(u.bodies[u.at].Body))))
	case !u.hasLines():
		words := "No difference: the request was forwarded unchanged. " + u.keys.Name(views.ActTreeUpstream) + " shows all of it."
		out = append(out, "", " "+u.styles.Dim.Render(words))
	default:
		out = append(out, u.rows(m.focused)...)
	}
	return m.rect(out)
}

func (u *upstream) title(width int) string {
	of := u.names()
	left := " " + u.styles.Strong.Render(strings.ToUpper(of.a+" → "+of.b))
	right := text.Truncate(u.place(), max(width-text.Width(left)-4, 0), "…")
	line, _ := text.Ends(left, u.styles.Dim.Render(right), width-1, 1)
	return line
}

// place says whose the body is, and which of how many.
func (u *upstream) place() string {
	place := u.bodies[u.at].Place
	if p := u.bodies[u.at].Provider; p != "" {
		place = text.SanitizeLine(p) + ", " + place
	}
	if len(u.bodies) > 1 {
		place = "‹ " + place + " ›"
	}
	return place
}

func (u *upstream) summary() string {
	if u.delta == nil {
		return ""
	}
	differ, respelled := u.delta.Differences()
	words := figures.Counted(differ, "difference")
	if respelled > 0 {
		words += fmt.Sprintf(", %d more written differently", respelled)
	}
	if u.formats != "" {
		words += ", " + u.formats
	}
	of := u.names()
	return " " + u.styles.Text.Render(words) + u.styles.Dim.Render("   "+text.OnlyA+" "+of.a+"  "+text.OnlyB+" "+of.b+"  ~ changed")
}

// unechoed returns why there is nothing to compare with what was sent on, and what of
// the request is missing for it (API document, debug).
func (r *Request) unechoed() string {
	const unreported = "the service did not report what it forwarded"
	x := r.subject.Exchange
	if x == nil {
		return unreported
	}
	echo, stream := string(scan.At(x.Request, "debug", "echo_upstream_body")) == "true", x.AsksStream()
	switch {
	case !x.Known.Request && len(r.upstream.bodies) > 0:
		return explain.Saved(x) + " does not include the request: nothing to compare with what was forwarded"
	case !x.Known.Request:
		return explain.Saved(x) + " does not include what was forwarded"
	case !x.Kind().IsNative():
		return unreported
	case x.IsRerank():
		return unreported + "; it cannot be requested for a rerank"
	case echo && stream && x.Running():
		return unreported + " yet"
	case echo && stream:
		return unreported + ", although it was requested"
	case echo:
		return unreported + ": debug.echo_upstream_body works only with stream true"
	case stream:
		return unreported + ": set debug.echo_upstream_body"
	}
	return unreported + ": set debug.echo_upstream_body, and stream"
}

func (u *upstream) hasLines() bool { return u.page != nil && u.page.Content().Len() > 0 }

func (u *upstream) setSize(width, height int) {
	if u.width, u.height = width, height; u.hasLines() {
		u.page.SetSize(max(width-1, 1), height)
		u.move(0) // at another width there may be fewer lines
	}
}

// rows draws the lines in view, the selected one marked.
func (u *upstream) rows(focused bool) []string {
	lines := u.page.Drawn()
	at := u.page.Here()
	for i, line := range lines {
		mark := " "
		if at == u.here && focused {
			mark = u.styles.Accent.Render(page.Chosen)
		}
		lines[i] = mark + line
		at, _ = u.page.Step(at, 1)
	}
	return lines
}

func (u *upstream) move(by int) {
	if u.hasLines() {
		u.here = u.page.Walk(u.here, by)
		u.page.Follow(u.here)
	}
}

// click selects a line of those in view; a click on the selected row shows what it
// holds.
func (u *upstream) click(line int) views.Intent {
	if line < 0 || !u.hasLines() {
		return nil
	}
	at, ok := u.page.At(line)
	switch {
	case !ok || line >= u.height:
	case at.Block() == u.here.Block():
		return views.ShowContent{Content: u.selectedValue()}
	default:
		u.here = at
	}
	return nil
}

// selectedValue returns the value of the selected row, or both if another one was sent on.
func (u *upstream) selectedValue() views.RowContent {
	c := u.page.Content().(*json.Delta).Change(u.here.Block())
	of := u.names()
	h := views.RowContent{Title: text.ClipLine(u.delta.Path(c), 60)}
	switch {
	case c.Kind == jsontree.Removed:
		h.Title, h.JSON = "only "+of.a+": "+h.Title, u.delta.A.Value(c.A)
	case c.Kind == jsontree.Added:
		h.Title, h.JSON = "only "+of.b+": "+h.Title, u.delta.B.Value(c.B)
	case c.Kind == jsontree.Same, c.Kind == jsontree.Moved:
		h.JSON = u.delta.B.Value(c.B)
	default:
		h.JSON = slices.Concat([]byte(`{"`+of.a+`":`), u.delta.A.Value(c.A), []byte(`,"`+of.b+`":`), u.delta.B.Value(c.B), []byte("}"))
	}
	return h
}
