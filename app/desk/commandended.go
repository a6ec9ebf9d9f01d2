package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/app/tool"
	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// commandEnded brings what a command left behind.
type commandEnded struct {
	desk *Desk
	callOf
	result tool.Result
	err    error
}

// Land implements screen.Effect. It gives the output to the call, where that can
// be done without a word. Else it is prepared, and the person sees it when
// they want to: no overlay opens over what they are doing.
func (e commandEnded) Land() tea.Cmd {
	d := e.desk
	if cancel := d.outputs.running[e.name()]; cancel != nil {
		cancel()
		delete(d.outputs.running, e.name())
		d.outputs.version++
	}
	output := strings.TrimSuffix(e.result.OutputAsText, "\n")
	fine := e.err == nil && e.result.Exit == 0 && e.result.Dropped == 0
	item, whole := answerOf(e.call, output)
	shown := e.chat == d.Shown()
	now, waits := d.waiting(e.call.ID)
	if fine && whole && shown && waits && bytes.Equal(now.Item, e.call.Item) && d.Overlays.Top() == nil && d.cannotAnswer() == "" {
		give := d.GiveOutput(e.call.ID, item)
		d.Notify("%s", "the command for "+e.call.Name+" ended: "+e.how())
		if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
			d.Warn("standard error: " + screen.Short(complaint, 400))
		}
		return give
	}
	p := prepared{text: output, notes: e.notes(), status: "command: " + e.how()}
	if !whole { // no item, but of use to who writes it
		p.text = ""
		if output != "" {
			p.notes += "\nOutput:\n" + output
		}
	}
	d.prepare(e.callOf, p)
	if shown {
		d.Unsay(false) // that it is running
	}
	words := "the command for " + e.call.Name + ": " + e.how() + "; "
	switch {
	case !shown:
		words += "its call is waiting in another conversation; " + d.Keys.Name(views.ActConversations) + " lists them"
	case !waits:
		words += "its call is no longer waiting"
	default:
		words += d.Keys.Name(views.ActAnswer) + " shows the output to send or edit"
	}
	if errors.Is(e.err, context.Canceled) {
		return d.Notify("%s", words)
	}
	d.Warn(words)
	return nil
}

// answerOf makes the item that answers a call of what a command printed. whole
// is false where the item is more than a text and the output is none.
func answerOf(call talk.Call, output string) (item json.RawMessage, whole bool) {
	if plain(call) {
		return textOutput(call, output), true
	}
	text := bytes.TrimSpace([]byte(output))
	whole = scan.Check(text) == nil && scan.KindOf(text) == scan.Object && scan.Get(text, "type") != nil
	return json.RawMessage(text), whole
}

// how says in a few words how the command ended.
func (e commandEnded) how() string {
	words := fmt.Sprintf("exit %d, %s, %s", e.result.Exit, e.result.Elapsed.Round(time.Millisecond), figures.Size(len(e.result.Output)))
	switch {
	case errors.Is(e.err, context.Canceled):
		return "stopped by you"
	case e.err != nil:
		return e.err.Error()
	}
	return words
}

// notes are what the person needs to know before they decide.
func (e commandEnded) notes() string {
	notes := "Command: " + e.how() + "."
	if e.result.Dropped > 0 {
		notes += fmt.Sprintf(" Another %s of output was dropped.", figures.Size(int(e.result.Dropped)))
	}
	if complaint := strings.TrimSpace(string(e.result.Stderr)); complaint != "" {
		notes += "\nStandard error:\n" + complaint
	}
	return notes
}
