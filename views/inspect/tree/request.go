package tree

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
)

// Request is the inspector's tab of what was sent; if the service reported what it sent on
// (debug.echo_upstream_body), also of the differences.
type Request struct {
	*Model
	shownSubject
	readSize [2]int // debug events and bytes of routing that bodies were read from: they are read again only if it grew
	upstream upstream
	sent     Content // the request as it was sent
	received bool    // that of the program is shown, which was changed
}

var _ views.Inspector = (*Request)(nil)

// NewRequest makes the tab without an exchange.
func NewRequest(styles *themes.Styles, keys *views.Keys) *Request {
	r := &Request{Model: New(styles, keys)}
	r.upstream = upstream{styles: styles, keys: keys, only: true}
	r.SetSubject(views.Subject{})
	return r
}

func (r *Request) SetSubject(s views.Subject) {
	was := r.subject.Exchange
	if !r.set(s) {
		return
	}
	c := Content{Title: "Request", Empty: noExchange(s.Turn, r.keys)}
	x := s.Exchange
	if x != nil {
		c = Content{Title: "Request", JSON: x.Request}
		if s.Capture != nil && s.Capture.Sent.Method != "" {
			sent := s.Capture.Sent
			c.Head = Head{Line: sent.Method + " " + sent.URL, Fields: sent.Header}
			c.JSON = sent.Body
		}
		if len(c.JSON) == 0 {
			c.JSON, c.Empty = nil, []string{"Nothing sent yet: the request is being prepared."}
			if why := explain.NoRequest(x); why != "" {
				c.Empty = []string{"The request is not known: " + why + "."}
			}
		}
	}
	if x != was || x != nil && r.readSize != [2]int{len(x.Debug), len(x.Routing)} {
		var bodies []explain.UpstreamBody
		if r.readSize = [2]int{}; x != nil {
			r.readSize, bodies = [2]int{len(x.Debug), len(x.Routing)}, explain.Upstream(x.Debug, x.Routing)
			if c := r.subject.Capture.ChangedRequest(); c != nil {
				bodies = slices.Insert(bodies, 0, explain.UpstreamBody{Place: ofProgram, Body: []byte(c.Body)})
			}
		}
		r.upstream.set(c.JSON, bodies)
	}
	if r.upstream.compares() {
		c.Note = r.keys.Name(views.ActTreeUpstream) + " compares with upstream"
		if r.upstream.bodies[0].Place == ofProgram {
			c.Note = history.ChangedMark + " " + r.keys.Name(views.ActRaw) + " received, " + r.keys.Name(views.ActTreeUpstream) + " compares"
		}
	} else if len(r.upstream.bodies) > 0 { // a saved answer has them
		c = r.upstream.alone()
	}
	r.sent, r.received = c, r.received && x == was
	r.showReceived()
}

// showReceived shows the request as it was sent, or as the proxy received it.
func (r *Request) showReceived() {
	c := r.sent
	if changed := r.subject.Capture.ChangedRequest(); changed != nil && r.received {
		c.Title, c.JSON = "Request received", []byte(changed.Body)
		c.Note = r.keys.Name(views.ActRaw) + " shows what was sent"
		if changed.URL != "" {
			c.Head.Line = r.subject.Capture.Sent.Method + " " + changed.URL
		}
	}
	r.SetContent(c)
}

func (r *Request) Work() tea.Cmd {
	work := r.Model.Work()
	if r.upstream.open {
		return tea.Batch(work, r.upstream.work())
	}
	return work
}

func (r *Request) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, r.handle, r.View) }

func (r *Request) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	r.changed()
	if compared, ok := msg.(compared); ok {
		r.upstream.show(compared)
		return nil, nil
	}
	if click, ok := msg.(tea.MouseClickMsg); ok && r.upstream.open {
		return r.upstream.click(click.Y - (r.height - r.bodyHeight())), nil
	}
	a := r.keys.Asked(msg, views.Tree, views.Inspect, views.Global)
	if r.Typing() {
		a = ""
	}
	switch {
	case a == views.ActRaw && !r.upstream.open && r.subject.Capture.ChangedRequest() != nil:
		r.received = !r.received
		if r.showReceived(); r.received {
			return nil, r.Work()
		} // both were shown: the next way to show them
	case a == views.ActTreeUpstream:
		if !r.upstream.compares() {
			return views.Notify{Text: r.unechoed()}, nil
		}
		r.upstream.turnView()
		return nil, r.Work()
	case !r.upstream.compares() && len(r.upstream.bodies) > 0 && (a == views.ActAttemptBefore || a == views.ActAttemptAfter):
		intent := r.upstream.turn(a)
		r.SetContent(r.upstream.alone())
		return intent, r.Work()
	case !r.upstream.open && (a == views.ActAttemptBefore || a == views.ActAttemptAfter):
		if !r.upstream.compares() {
			return views.Notify{Text: r.unechoed()}, nil
		}
		return views.Notify{Text: "works in the comparison: press " + r.keys.Name(views.ActTreeUpstream) + " first"}, nil
	case r.upstream.open && a == views.ActStop:
		r.upstream.open = false
		return nil, nil
	case r.upstream.open && (a == views.ActFind || a == views.ActTreeFilter): // words follow, which are no keys: it is asked of the request
		r.upstream.open = false
	case r.upstream.open && a != "":
		return r.upstream.act(a), r.upstream.work()
	}
	return r.Model.handle(msg)
}

func (r *Request) Scroll(dx, dy int) {
	if r.upstream.open {
		r.upstream.move(dy)
		r.changed()
		return
	}
	r.Model.Scroll(dx, dy)
}

func (r *Request) SetSize(width, height int) {
	r.Model.SetSize(width, height)
	r.upstream.setSize(r.width, r.bodyHeight())
}

func (r *Request) Overflow() (above, below bool) {
	switch {
	case !r.upstream.open:
		return r.Model.Overflow()
	case !r.upstream.hasLines():
		return false, false
	}
	return r.upstream.page.Overflow()
}

func (r *Request) View() string {
	if !r.upstream.open || r.width == 0 || r.height == 0 {
		return r.Model.View()
	}
	return r.view.Get(r.styles.Version, func() string { return r.upstream.view(r.Model) })
}

func (r *Request) StopWord() string {
	if r.upstream.open {
		return "request"
	}
	return r.Model.StopWord()
}

func (r *Request) ShortHelp() []key.Binding {
	var attempts []views.Action
	if len(r.upstream.bodies) > 1 {
		attempts = []views.Action{views.ActAttemptBefore, views.ActAttemptAfter}
	}
	if r.upstream.open {
		actions := slices.Concat([]views.Action{views.ActTreeUpstream}, attempts)
		if r.upstream.hasLines() {
			actions = slices.Concat([]views.Action{views.ActOpenRow}, actions, []views.Action{views.ActCopy})
		}
		bindings := r.keys.Bindings(actions...)
		bindings[slices.Index(actions, views.ActTreeUpstream)] = r.keys.As(views.ActTreeUpstream, r.upstream.nextView())
		return bindings
	}
	bindings, more := r.Model.ShortHelp(), r.keys.Bindings(attempts...)
	switch {
	case r.upstream.compares() && r.upstream.bodies[0].Place == ofProgram:
		more = []key.Binding{r.keys.As(views.ActTreeUpstream, "compare")}
	case r.upstream.compares():
		more = r.keys.Bindings(views.ActTreeUpstream)
	}
	if !r.Typing() { // before what a narrow footer leaves out
		bindings = slices.Insert(bindings, min(1, len(bindings)), more...)
	}
	return bindings
}
