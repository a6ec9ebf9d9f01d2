package desk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// EditTurn puts the message of a turn into the composer; sending it makes a
// sibling of that turn. What was being written is remembered among the prompts.
// The items of a turn without such a message are edited in the document.
func (d *Desk) EditTurn(id int) tea.Cmd {
	turn := d.Shown().Conv.Find(id)
	if turn == nil {
		return nil
	}
	if why := explain.NoRequest(turn.Exchange); why != "" {
		return d.Notify("%s: no text to edit", why)
	}
	if _, ok := turn.Message(); len(turn.Input) > 0 && !ok {
		return d.editItems(turn)
	}
	d.BeginEdit(turn)
	return d.focusComposer()
}

// IsText reports whether the value at a place of a turn's request is the text
// that is written when the turn is edited.
func IsText(turn *talk.Turn, pointer string) bool {
	if turn.SentExchange() == nil {
		return true
	}
	doc := turn.Exchange.Request
	from, to, ok := talk.SpanOf(doc, pointer)
	text, _ := message(turn)
	return ok && scan.KindOf(doc[from:to]) == scan.String && scan.Text(doc[from:to]) == text
}

// isRewritable reports whether a turn's input would be sent just as it did if it
// were written again: it is one message that was typed.
func isRewritable(t *talk.Turn) bool {
	if _, ok := t.Message(); !ok || len(t.Input) != 1 || t.InDocument() {
		return false
	}
	var c talk.Conversation
	text, parts := talk.SplitMessage(t.Input[0])
	c.SetAttachments(parts)
	return scan.Same(c.Prompt(text), t.Input[0])
}

// BeginEdit puts a turn's message with its attachments into the composer.
func (d *Desk) BeginEdit(turn *talk.Turn) {
	c := d.Shown()
	d.Composer.Remember(d.Composer.Text())
	if c.Editing == nil {
		c.unsent, c.unsentParts = d.Composer.Text(), c.Conv.Attachments()
	}
	c.setEditing(turn)
	text, parts := message(turn)
	d.Composer.SetText(text)
	c.Conv.SetAttachments(parts)
	d.Arrange()
}

// Rebuild goes to the builder with a document made of a turn's request. If the
// turn's message can be written again, sending it makes a sibling of the turn.
func (d *Desk) Rebuild(turn *talk.Turn, doc []byte) (tea.Cmd, error) {
	if isRewritable(turn) {
		d.BeginEdit(turn)
	} else {
		d.Composer.Remember(d.Text()) // the document replaces it
	}
	return d.Run(views.ActBuild), d.replace(doc, false)
}

// message returns the text and the other parts of the message of a turn that is
// edited; nothing if there is none.
func message(turn *talk.Turn) (text string, parts []json.RawMessage) {
	at, ok := turn.Message()
	if !ok {
		return "", nil
	}
	return talk.SplitMessage(turn.Input[at])
}

// Unanswered returns the last turn of the shown conversation if nothing of its
// answer arrived and nothing is being written instead; else nil. Its message
// is no part of the document.
func (d *Desk) Unanswered() *talk.Turn {
	c := d.Shown()
	t := c.Conv.Current
	if t == nil || c.Run() != nil || c.Editing != nil || !d.Composer.Blank() || len(c.Conv.Attachments()) > 0 {
		return nil
	}
	if included, _ := t.Included(); included {
		return nil
	}
	if _, ok := t.Message(); !ok {
		return nil
	}
	return t
}

// EditUnanswered edits the last turn if it was not answered, so that it is sent as
// its sibling: what is sent, built, shown or saved next then has the message that
// the transcript shows. It reports whether there was one.
func (d *Desk) EditUnanswered() bool {
	t := d.Unanswered()
	if t == nil {
		return false
	}
	d.BeginEdit(t)
	return true
}

// editItems shows the items of a turn that are no message, such as the output of
// a call, in a new branch that ends with them.
func (d *Desk) editItems(turn *talk.Turn) tea.Cmd {
	c := d.Shown()
	words := "edit the items of this turn here"
	if c.Conv.Current != turn || !c.Conv.Pending() {
		d.Composer.Remember(d.Text())
		d.change(func(text string) (string, error) { return c.Conv.Reopen(turn, text), nil })
		words += "; later turns are not in this branch, " + d.Keys.Name(views.ActUndo) + " undoes"
	}
	index, _ := c.Conv.FirstItem(c.Conv.Current, d.bodyOptions())
	return tea.Batch(d.Do(screen.EditRequest{Pointer: "/input/" + strconv.Itoa(index)}), d.Notify("%s", words))
}

// DropEdit ends the editing of a turn and restores what was being written before
// it. The edited text is remembered among the prompts.
func (d *Desk) DropEdit() {
	c := d.Shown()
	d.Composer.Remember(d.Composer.Text())
	d.Composer.SetText(c.unsent)
	c.Conv.SetAttachments(c.unsentParts)
	c.leaveEdit()
	c.compareWith = nil
	d.Arrange()
}

func (c *Chat) leaveEdit() {
	c.setEditing(nil)
	c.unsent, c.unsentParts = "", nil
}

// Undo reverts the last edit of the shown document or of its headers, and
// reports which it was.
func (d *Desk) Undo() tea.Cmd {
	conv := d.Shown().Conv
	back := conv.Deleted()
	cmd := d.step(false, conv.Undo)
	if back != nil {
		return d.Undone(false, nil, turnsNoun(back)+" restored")
	}
	return cmd
}

// Redo makes the edit again that was undone last.
func (d *Desk) Redo() tea.Cmd {
	conv := d.Shown().Conv
	was := conv.Deleted()
	cmd := d.step(true, conv.Redo)
	if gone := conv.Deleted(); gone != nil && gone != was {
		return d.Undone(true, nil, turnsNoun(gone)+" deleted")
	}
	return cmd
}

// step undoes or redoes an edit and reports what that changed, or that there was
// none.
func (d *Desk) step(redo bool, to func(text string) (left string, ok bool)) tea.Cmd {
	d.typedAt = time.Time{}
	c, text, ok := d.Shown(), d.Text(), false
	headers := c.Headers.doc.Bytes()
	before, failed := d.bodyWith(c, text)
	_ = d.editDocument(func(text string) (left string, _ error) { // it never fails
		left, ok = to(text)
		return left, nil
	})
	if !ok {
		return d.NothingTo(redo)
	}
	after, err := d.Body()
	var what []string
	if failed == nil && err == nil { // of a request that cannot be written nothing can be compared
		what = changedPlaces(before, after)
	}
	for _, header := range changedPlaces(headers, c.Headers.doc.Bytes()) {
		if header[0] != '[' { // a name that jq quotes
			header = "." + header
		}
		what = append(what, "headers"+header)
	}
	otherwise := "the last edit"
	if text != d.Text() {
		otherwise = "your text"
	}
	return d.Undone(redo, what, otherwise)
}

// DeleteTurn asks, and deletes a turn of the shown conversation with what follows it. show gets the
// turn that replaces it in the transcript, or else the one before it; it is not called if none is
// left. The exchanges stay in the history.
func (d *Desk) DeleteTurn(id int, show func(turn int)) tea.Cmd {
	c := d.Shown()
	turn := c.Conv.Find(id)
	refusal := func() string {
		switch {
		case turn == nil:
			return "no turn to delete yet"
		case !c.OnPath(turn):
			return "not deleted: the turn is in another branch"
		case slices.ContainsFunc(c.Runs, func(x *screen.Exchange) bool { return turn.Holds(x.Turn) }):
			return "not deleted: the turn is streaming; " + d.stopKey() + " stops it"
		case c.Editing != nil:
			return "not deleted: a message is being edited; " + d.Keys.Name(views.ActStop) + " cancels the edit"
		}
		return ""
	}
	if why := refusal(); why != "" {
		return d.Notify("%s", why)
	}
	return d.ConfirmDelete("the "+turnsNoun(turn), func() tea.Cmd {
		if why := refusal(); why != "" { // a stream may have begun since
			return d.Notify("%s", why)
		}
		var near *talk.Turn
		err := d.editDocument(func(text string) (string, error) {
			near = c.Conv.Delete(turn, text)
			return text, nil
		})
		if err != nil {
			return d.Notify("not deleted: %v", err)
		}
		if near != nil {
			show(near.ID)
		}
		return d.Notify("%s; %s restores", turnsNoun(turn)+" deleted", d.Keys.Name(views.ActUndo))
	})
}

// turnsNoun names a turn with those that follow it.
func turnsNoun(turn *talk.Turn) string {
	if more := turn.Following(); more > 0 {
		return fmt.Sprintf("turn and %d following", more)
	}
	return "turn"
}

// changedPlaces returns the paths where two documents differ: plugins[0].cost_tier.
func changedPlaces(a, b []byte) (paths []string) {
	x, errA := tree.New(a)
	y, errB := tree.New(b)
	if errA != nil || errB != nil {
		return nil
	}
	diff := tree.Diff(x, y)
	for _, c := range diff.Rows {
		if c.Differs() && c.Kind != tree.Inside {
			paths = append(paths, diff.Path(c))
		}
	}
	return paths
}
