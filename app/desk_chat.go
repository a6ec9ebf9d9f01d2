package app

import (
	"encoding/json"
	"strings"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/source"
)

// chat is one conversation of this run, with what the person is writing in it.
type chat struct {
	conv    *talk.Conversation
	headers headers            // what its requests carry beside the document
	path    string             // where it was saved, or opened from; empty: nowhere
	kept    kept               // how it stood then
	fresh   []byte             // the draft that it began with
	began   *talk.Turn         // the turn that it began with; nil for none
	text    string             // the composer's text while another chat is shown
	edit    *talk.Turn         // the turn whose text is being edited; nil: none
	unsent  string             // what was being written before the editing
	beside  []json.RawMessage  // what was attached to that
	left    *leftEdit          // the editing that an edit of the document ended
	run     *run               // the exchange on its way; nil: none
	later   *later             // a request that is sent again when its time comes; nil: none
	files   []files.Attachment // all that were attached in this run

	unfinished *source.Unfinished // broken text of its document, while the builder shows another
}

// title is a conversation's name: the first words that were said in it.
func (c *chat) title() string {
	for _, t := range c.conv.Path() {
		if text := strings.Join(strings.Fields(screen.Said(t)), " "); text != "" {
			return text
		}
	}
	return ""
}

// status is how a conversation stands: running, or its last verdict.
func (c *chat) status() string {
	switch last := c.conv.Current; {
	case c.run != nil:
		return "● streaming"
	case last == nil || last.Exchange == nil:
		return ""
	default:
		v := last.Exchange.Verdict
		return views.Sign(v) + " " + string(v)
	}
}

// edits says which turn's text is in the composer; nil for none.
func (c *chat) edits(turn *talk.Turn) {
	c.edit = turn
	c.conv.Instead(turn)
}

// parent is the turn that the next one goes behind.
func (c *chat) parent() *talk.Turn {
	if c.edit != nil {
		return c.edit.Parent
	}
	return c.conv.Current
}

// call is the call that sends a body in a conversation.
func (c *chat) call(body []byte) client.Call {
	return client.Call{
		Path:     "/responses",
		Body:     body,
		Stream:   streams(body),
		Metadata: c.headers.mode(),
		Header:   c.headers.fields(),
	}
}

// streams reports whether a request asks for a stream.
func streams(body []byte) bool {
	var b struct{ Stream bool }
	return json.Unmarshal(body, &b) == nil && b.Stream
}
