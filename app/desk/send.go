package desk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/overlay/approve"
)

// Send sends a text as the next user message. Without a text it sends the items
// that wait for an answer, if any.
func (d *Desk) Send(text string) tea.Cmd {
	if text == "" && d.EditUnanswered() {
		return nil // to be read before it is sent again
	}
	c := d.Shown()
	if text == "" && len(c.Conv.Attachments()) == 0 {
		switch calls := c.Conv.OpenCalls(); {
		case c.Run() != nil:
			return d.notifyRunning("")
		case c.Editing != nil || !c.Conv.Pending():
			return d.Notify("not sent: %s", cmp.Or(d.whyNotSent(), "write something first"))
		case len(calls) > 0 && c.Run() == nil:
			return d.Notify("%s; %s answers, or send a message instead of the output", StillWaiting(calls), d.Keys.Name(views.ActAnswer))
		}
	}
	if calls := c.Conv.OpenCalls(); len(calls) > 0 && c.Run() == nil && c.Editing == nil && c.instead != text {
		c.instead = text
		return d.Notify("%s; %s answers, or send again without it, which most services refuse", StillWaiting(calls), d.Keys.Name(views.ActAnswer))
	}
	c.instead = ""
	return d.sendDocument(text, refuseFaults)
}

// faultPolicy is whether a document is sent that has faults, or lacks what is typed elsewhere
// because that is not valid.
type faultPolicy bool

const (
	refuseFaults faultPolicy = false
	allowFaults  faultPolicy = true
)

// sendDocument sends the shown document with this text. While a stream of the
// conversation runs, the text stays, and a notice gives the reason.
func (d *Desk) sendDocument(text string, faults faultPolicy) tea.Cmd {
	c := d.Shown()
	if c.Run() != nil {
		return d.notifyRunning(text)
	}
	d.makeAnsweredCurrent(c)
	was := d.Text()
	if wrong := d.Builder.CommitEdits(); wrong != "" && faults == refuseFaults {
		return d.Notify("not sent, %s", wrong)
	}
	if text == was {
		text = d.Text() // what was taken in may have been this text
	}
	body, err := d.bodyWith(c, text)
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	next := request{text: text, input: c.Conv.ComposedItems(text), body: body}
	if faults == refuseFaults {
		return d.checkFirst(c, next)
	}
	return d.sendRequest(c, next)
}

// notifyRunning reports that nothing is sent while a stream of the shown conversation
// runs, and which key stops that; the text that was to be sent stays.
func (d *Desk) notifyRunning(text string) tea.Cmd {
	if text == "" {
		return d.Notify(streamRunning+"; %s stops it", d.stopKey())
	}
	return d.Notify("not sent: "+streamRunning+"; %s stops it", d.stopKey())
}

// streamRunning is the reason not to send, until the stream ends.
const streamRunning = "a stream is running"

// request is what is to be sent: its body, the text that it was written with, and
// the items that it adds; none when nothing was written.
type request struct {
	text  string
	input []json.RawMessage
	body  []byte
	again *talk.Turn // whose prompt it sends again; nil: none
}

func (d *Desk) sendRequest(c *Chat, r request) tea.Cmd {
	if w := c.waiting; w != nil {
		return w.release(r.body)
	}
	if c.asks && d.goesElsewhere(c) {
		return d.askElsewhere(c, r)
	}
	turns, err := d.turnsOf(c, r)
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	if r.again != nil {
		return d.startAll(c, turns)
	}
	c.Conv.SetAttachments(nil)
	d.Composer.Remember(r.text)
	if d.Text() == r.text { // a prompt that was offered leaves what is being written
		d.Composer.SetText("")
	}
	c.leaveEdit()
	d.ClearLine(true)
	return tea.Batch(d.focusComposer(), d.startAll(c, turns))
}

// turnToSend is a turn that was added for a request, and its body.
type turnToSend struct {
	*talk.Turn
	body []byte
	over *screen.Link
}

// turnsOf adds the turns of a request to its conversation: one, or one for each variant; that of the
// current variant stays on the path.
func (d *Desk) turnsOf(c *Chat, r request) ([]turnToSend, error) {
	switch {
	case c.Variants != nil:
		return d.variantTurns(c, r)
	case r.again != nil:
		return []turnToSend{{c.Conv.AddSibling(r.again), r.body, c.Link}}, nil
	}
	return []turnToSend{{c.Conv.TurnToSend(c.parent(), r.input), r.body, c.Link}}, nil
}

// startAll sends turns; the one that was current stays it.
func (d *Desk) startAll(c *Chat, turns []turnToSend) tea.Cmd {
	current := c.Conv.Current
	var cmds []tea.Cmd
	for _, t := range turns {
		cmds = append(cmds, d.start(c, t.Turn, t.over, c.callOver(t.over, t.body)))
	}
	if c.Conv.Current != current {
		c.Conv.Select(current)
		d.Arrange()
	}
	return tea.Batch(cmds...)
}

// askElsewhere asks before a request goes to another gateway than the conversation went to.
func (d *Desk) askElsewhere(c *Chat, r request) tea.Cmd {
	d.refused = checked{desk: d, chat: c, request: r, of: d.Version()}
	about := "So far it went to " + d.GatewayName(*c.copied) + ", where no connection leads.\nThis request goes to " + c.Link.InFull() + "."
	return d.OpenOverlay("Send to another gateway?", approve.New(d.Styles, d.Keys, about,
		approve.Choice{Words: "send it to " + c.Link.InFull(), Intent: views.SendNow{Force: true, Elsewhere: true}, Key: "y"},
		approve.Choice{Words: "choose another connection", Intent: views.RunAction{Action: views.ActConnections}},
		approve.Choice{Words: "do not send it", Intent: views.Close{}, Key: "n"},
	))
}

// SendNow sends the document from any screen if there is something in it to be
// answered. Another document costs money too, so it is only sent from its preview,
// where the user has seen it.
func (d *Desk) SendNow() tea.Cmd {
	d.TakeVariant()
	d.EditUnanswered()
	if why := d.whyNotSent(); why != "" {
		return d.Notify("not sent: %s; %s previews the request and can send it anyway", why, d.Keys.Name(views.ActPreview))
	}
	return d.sendDocument(d.Text(), refuseFaults)
}

// SendPreviewed sends the document as its preview shows it.
func (d *Desk) SendPreviewed() tea.Cmd {
	d.EditUnanswered()
	return d.sendDocument(d.Text(), refuseFaults)
}

// whyNotSent describes what to do if nothing of the document is to be answered:
// it has no input, or ends in the answer to what was sent. It is empty if the
// document asks something: a request that was opened or built may end in anything.
func (d *Desk) whyNotSent() (why string) {
	c := d.Shown()
	if wrong := d.Builder.CommitEdits(); wrong != "" || c.Run() != nil {
		return "" // it is not sent, which is reported elsewhere
	}
	text := d.Text()
	if text != "" || len(c.Conv.Attachments()) > 0 {
		return ""
	}
	body, err := d.bodyWith(c, text)
	if err != nil {
		return ""
	}
	switch t := c.Conv.Current; {
	case c.Editing != nil:
		return "the text is empty; write something, or " + d.Keys.Name(views.ActStop) + " cancels the edit"
	case noInput(body):
		return "no input yet; write something, or " + d.Keys.Name(views.ActOpen) + " opens a request"
	case t != nil && t.Exchange != nil && !c.Conv.Pending():
		return d.answeredNote(t)
	}
	return ""
}

// answeredNote reports that a turn has its answer, and what can be done then.
func (d *Desk) answeredNote(t *talk.Turn) string {
	words := "nothing left to answer; write more"
	if x := t.Exchange; x != nil && x.Verdict != state.Completed {
		words = "there is a partial answer already; write more"
	}
	if t.SentExchange() == nil {
		return words
	}
	return words + ", or " + d.Keys.Name(views.ActResend) + " sends the last request again"
}

// noInput reports whether a request's input holds neither an item nor a letter.
func noInput(body []byte) bool {
	input := scan.Get(body, "input")
	switch scan.KindOf(input) {
	case scan.Array:
		for range scan.Elements(input) {
			return false
		}
		return true
	case scan.String:
		return scan.TextLen(input) == 0
	}
	return scan.IsNull(input)
}

// Preview shows exactly what would be sent next.
func (d *Desk) Preview() tea.Cmd {
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		return d.Notify("nothing to send, %s", wrong)
	}
	d.EditUnanswered()
	body, err := d.Body()
	if err != nil {
		return d.Notify("nothing to preview: %v", err)
	}
	call := d.Shown().call(body)
	shown := screen.Preview{Before: d.before()}
	if c := d.Shown(); c.Variants != nil {
		all, err := d.forVariants(c, request{text: d.Text(), input: c.Conv.ComposedItems(d.Text()), body: body})
		if err != nil {
			return d.Notify("nothing to preview: %v", err)
		}
		at := max(slices.Index(c.Variants.List, c.Variants.Of(c.Conv.Current)), 0)
		call = c.callOver(all[at].over, all[at].body)
		d.Notify("this is what %s is sent, variant %d of %d", c.Names()[at], at+1, len(all))
	}
	if noInput(body) {
		shown.Lacks, shown.Does = "input", "send all the same"
	}
	return d.ShowPreview(shown, func() (client.Call, error) { return call, nil })
}

// Filler computes what fills the prompt of what would be sent next.
func (d *Desk) Filler() screen.Filler { return d.Host.Filler(d.Shown().Link, d.before()) }

// before returns the exchanges before what would be sent next: those that it follows, the last first, then
// those of the other branches of the conversation.
func (d *Desk) before() iter.Seq[*screen.Exchange] {
	c := d.Shown()
	return func(yield func(*screen.Exchange) bool) {
		followed := map[*talk.Turn]bool{}
		next := func(t *talk.Turn) bool {
			x := t.SentExchange()
			return x == nil || x.Running() || yield(d.ExchangeOf(c, t))
		}
		for t := c.parent(); t != nil; t = t.Parent {
			if followed[t] = true; !next(t) {
				return
			}
		}
		for _, t := range slices.Backward(slices.Collect(c.Conv.Turns())) {
			if !followed[t] && !next(t) {
				return
			}
		}
	}
}

// ShareDraft lists what can be copied and exported of the request that would be sent next.
func (d *Desk) ShareDraft() tea.Cmd {
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		return d.Notify("nothing to send, %s", wrong)
	}
	d.EditUnanswered()
	body, err := d.Body()
	if err != nil {
		return d.Notify("nothing to export: %v", err)
	}
	return d.ShareUnsent(d.Shown().call(body))
}

// checkFirst sends a request if the checks find no fault in it. Those of a large
// one run in the background.
func (d *Desk) checkFirst(c *Chat, r request) tea.Cmd {
	service, of := c.Link.Known(), d.Version()
	bodies, err := d.bodiesOf(c, r)
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	check := func() tea.Msg {
		result := checked{desk: d, chat: c, request: r, of: of}
		for _, body := range bodies {
			if result.found = report.Checked(validate.For(validate.ForResponses, body, service)); len(report.Faults(result.found)) > 0 {
				break
			}
		}
		return result
	}
	if len(r.body) > screen.MaxSyncBytes {
		return tea.Batch(d.Notify("checking the request, %s", figures.Size(len(r.body))), check)
	}
	return check().(checked).Apply()
}

// bodiesOf returns the bodies that a request is sent with: one, or one for each variant.
func (d *Desk) bodiesOf(c *Chat, r request) (bodies [][]byte, err error) {
	if c.Variants == nil {
		return [][]byte{r.body}, nil
	}
	all, err := d.forVariants(c, r)
	for _, to := range all {
		bodies = append(bodies, to.body)
	}
	return bodies, err
}

// checked is the result of checking a request that is to be sent.
type checked struct {
	desk *Desk
	chat *Chat
	request
	of    Version // of the document
	found []report.Finding
}

// stale reports whether the document has changed since. Text that was written
// meanwhile stays in the composer.
func (s checked) stale() bool {
	now := s.desk.Version()
	now.text = s.of.text
	return s.of != now
}

func (s checked) Apply() tea.Cmd {
	d := s.desk
	switch {
	case s.chat != d.Shown():
		return d.Notify("not sent: you switched conversations before the check finished")
	case s.chat.Run() != nil:
		return nil // it was sent meanwhile
	case s.of.Editing != s.chat.Editing:
		return d.Notify("not sent: you are editing another turn now")
	case s.stale() && s.again != nil:
		return d.ResendPrompt(s.again.ID)
	case s.stale():
		return d.sendDocument(s.text, refuseFaults) // a file was attached, or another model was set
	case len(report.Faults(s.found)) > 0:
		return d.listFaults(s)
	}
	if more, ok := strings.CutPrefix(d.Composer.Text(), s.text); ok && more != "" && s.text != "" {
		defer d.Composer.SetText(more) // written while the checks ran
		d.Composer.SetText(s.text)
	}
	return d.sendRequest(s.chat, s.request)
}

// listFaults lists the faults of a request. If the user does something else by
// now, it only shows a line: a list would take the keys that are meant for that.
func (d *Desk) listFaults(s checked) tea.Cmd {
	if found := report.Faults(s.found); d.Overlays.Top() != nil || d.Composer.Version() != s.of.text {
		d.Warn(fmt.Sprintf("not sent: %s in the request, the first at %s; %s in Build lists them",
			report.Counted(found).Text, found[0].Words(), d.Keys.Name(views.ActSendNow)))
		return nil
	}
	d.refused = s
	return d.OpenOverlay("Faults", reports.NewFaults(d.Styles, d.Keys, s.found))
}

// SendRefused sends the very request whose faults were listed, or which was asked about, because
// the user insists; elsewhere: to another gateway than its conversation went to.
func (d *Desk) SendRefused(elsewhere bool) tea.Cmd {
	s := d.refused
	d.refused = checked{}
	if elsewhere && s.chat != nil {
		s.chat.copied = nil
	}
	switch {
	case s.chat == nil: // nothing was refused: the document as it is now is meant
		return d.sendDocument(d.Text(), allowFaults)
	case s.chat != d.Shown() || s.chat.Run() != nil:
		return d.Notify("not sent: the faults belong to another request")
	case s.stale() && s.again == nil:
		return d.sendDocument(s.text, allowFaults) // a file was attached meanwhile
	}
	return d.sendRequest(s.chat, s.request)
}
