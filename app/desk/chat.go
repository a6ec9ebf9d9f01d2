package desk

import (
	"encoding/json"
	"slices"
	"strings"

	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
)

// Chat is one conversation of this launch, with what the user is writing in it.
type Chat struct {
	screen.File
	ID       string // of the session in the history
	Conv     *talk.Conversation
	Link     *screen.Link       // over which it is sent
	Headers  Headers            // what its requests carry besides the document
	Editing  *talk.Turn         // the turn whose text is being edited; nil: none
	Runs     []*screen.Exchange // on their way, in the order of their start: one, or one of each column that is compared
	Variants *Variants          // that its prompts are sent to side by side; nil: to one
	Delayed  *Delayed           // a request that is sent again after a wait; nil: none

	copied      *history.About   // the exchange that it was made of, until something is sent; nil: none
	asks        bool             // it continues that: the user is asked before it goes to another gateway
	compareWith *screen.Exchange // the original of what is sent next, to compare the two; nil: none

	exchanges map[*talk.Turn]*screen.Exchange // of those that were asked for
	turns     turns
	titled    cachedTitle        // by the turn that was asked for it last
	saved     snapshot           // how it was when it was saved or opened
	fresh     []byte             // the draft that it began with
	first     *talk.Turn         // the turn that it began with; nil for none
	text      string             // that is being written, while another conversation is shown
	files     []files.Attachment // all that were attached in this launch

	waiting *waiting // the request of another program that it is edited for; nil: none

	before *Variants // that it had last
	edits  *edited   // the variant of another conversation that is edited in this one; nil: none

	chosenModel string            // that was chosen before an example set its model; empty: none did
	unsent      string            // what was being written before the editing
	unsentParts []json.RawMessage // what was attached to that
	ended       *endedEdit        // the editing that an edit of the document ended; nil: none
	outputs     outputs
	instead     string // the message that was to be sent instead of a call's output; sent again, it goes
}

// maxTitleBytes limits how much of a message is read for a conversation's name.
const maxTitleBytes = 4 << 10

// Title returns a conversation's name: the first words of its first message.
func (c *Chat) Title() string {
	for _, t := range c.Conv.Path() {
		if len(t.Input) == 0 {
			continue
		}
		if now := (cachedTitle{turn: t, items: len(t.Input), first: &t.Input[0]}); c.titled.turn != t || c.titled.items != now.items || c.titled.first != now.first {
			now.title = oneLine(screen.UserText(t))
			c.titled = now
		}
		if c.titled.title != "" {
			return c.titled.title
		}
	}
	return ""
}

// cachedTitle is the title that a turn gives: reading it costs as much as its text is long.
type cachedTitle struct {
	turn  *talk.Turn
	items int
	first *json.RawMessage
	title string
}

// oneLine returns the beginning of a text on one line.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text[:min(len(text), maxTitleBytes)], "")), " ")
}

// status returns a conversation's state in a word: running, or its last verdict.
func (c *Chat) status() string {
	switch last := c.Conv.Current; {
	case c.Run() != nil:
		return "● streaming"
	case last == nil || last.SentExchange() == nil:
		return ""
	default:
		v := last.Exchange.Verdict
		return explain.Sign(v) + " " + string(v)
	}
}

// OnPath reports whether a turn is on the path that is shown of a conversation.
func (c *Chat) OnPath(turn *talk.Turn) bool { return slices.Contains(c.Conv.Path(), turn) }

func (c *Chat) setEditing(turn *talk.Turn) {
	c.Editing = turn
	c.Conv.SetEdited(turn)
}

// parent returns the turn that the next one goes after.
func (c *Chat) parent() *talk.Turn {
	if c.Editing != nil {
		return c.Editing.Parent
	}
	return c.Conv.Current
}

// Run returns the exchange that is on its way: the shown turn's, else the one that was started last; nil for none.
func (c *Chat) Run() *screen.Exchange {
	for _, x := range c.Runs {
		if x.Turn == c.Conv.Current {
			return x
		}
	}
	if n := len(c.Runs); n > 0 {
		return c.Runs[n-1]
	}
	return nil
}

// callOver is call, but over another link than the conversation's without what its headers have of keys.
func (c *Chat) callOver(over *screen.Link, body []byte) client.Call {
	call := c.call(body)
	if over != c.Link {
		for _, name := range wire.KeyHeaders(call.Header) {
			call.Header.Del(name)
		}
		call.Header.Del("Cookie")
	}
	return call
}

func (c *Chat) call(body []byte) client.Call {
	return client.Call{
		Path:     "/responses",
		Body:     body,
		Stream:   streams(body),
		Metadata: c.Headers.Mode(),
		Header:   c.Headers.fields(),
	}
}

func streams(body []byte) bool {
	var b struct{ Stream bool }
	return json.Unmarshal(body, &b) == nil && b.Stream
}

// turns caches the turns of a conversation that have an exchange, with what the list
// depends on.
type turns struct {
	conv    *talk.Conversation
	version uint64
	last    *state.Exchange
	list    []*talk.Turn
}

// Turns returns the turns of the conversation that have an exchange, in the order of
// their making: sent ones, and a saved answer that was opened. The list is made
// again when a turn was added, removed or sent: each paint asks for it.
func (c *Chat) Turns() []*talk.Turn {
	conv := c.Conv
	now := turns{conv: conv, version: conv.Version}
	if conv.Current != nil {
		now.last = conv.Current.Exchange
	}
	was := &c.turns
	if was.conv == now.conv && was.version == now.version && was.last == now.last {
		return was.list
	}
	for t := range conv.Turns() {
		if t.Exchange != nil {
			now.list = append(now.list, t)
		}
	}
	*was = now
	return now.list
}

// LastSent returns the last turn on the shown path that was sent or loaded; nil for none.
func (c *Chat) LastSent() *talk.Turn {
	t := c.Conv.Current
	for t != nil && t.Exchange == nil && len(t.Output) == 0 {
		t = t.Parent
	}
	return t
}
