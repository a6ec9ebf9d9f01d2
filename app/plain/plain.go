// Package plain is the linear chat: a line is a message, a word after a slash a
// command. It draws nothing, moves no cursor and repeats nothing, so that a screen
// reader reads it in order, a dumb terminal shows it and a pipe can drive it.
package plain

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gatehouse/app/files"
	"gatehouse/app/telemetry"
	"gatehouse/app/tool"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/explain"
	"gatehouse/state/history"
	"gatehouse/state/talk"
	"gatehouse/views/text"
)

// Options are all that the chat is given from outside.
type Options struct {
	In  io.Reader
	Out io.Writer         // answers, and what was asked for with a slash word
	Say func(line string) // all else, a line a call, of any origin: it makes it safe

	Person   bool // somebody types: there is a prompt, and long waits are reported
	Terminal bool // Out is a terminal: text from the wire is made safe

	AllowFiles []string // folders whose files an opened file may name

	Signals     <-chan os.Signal // SIGINT ends a stream, at the prompt the chat; any other ends both
	Connection  Connection
	Connections func() []Listed                                            // that Connect leads to
	Connect     func(ctx context.Context, name string) (Connection, error) // to one of them
	Spans       *telemetry.Sender                                          // takes each exchange that has ended; nil: nobody does
	Session     *files.Session                                             // the conversation to go on with; nil: a new one
}

// Connection is where the requests of a chat go.
type Connection struct {
	Client       *client.Client
	Name         string // by which /connection takes it
	Title        string // its address, as it may be shown
	Simulated    bool   // no real model answers
	About        history.About
	Explain      explain.Context
	Model        string            // of a first request; empty: the server chooses
	Metadata     bool              // the service knows routing metadata
	MessageModel talk.MessageModel // when assistant messages name their model
	Archive      *archive.Archive  // that saves what is sent; nil: nothing is saved

	Tools map[string]tool.Command // that are bound to tools; each run is asked for
}

// End is how the chat ended.
type End struct {
	Verdict state.Verdict // of the last exchange; empty: there was none
	Invalid bool          // the last line was no command, or a request with faults
	Signal  os.Signal     // that ended it; nil: none
	Err     error         // of reading or writing
}

// chat is a running chat.
type chat struct {
	Options
	conv *talk.Conversation
	id   string // of the session in the history
	end  End
	over bool

	lines   <-chan string
	readErr *error // why lines ended; valid once it is closed
	offered string // the item of the call whose command was named last

	slugs   []string         // of the models that the server listed; nil: it was not asked
	archive *archive.Archive // of the history; nil: no connection of this chat has saved in it
	listed  []history.Entry  // the exchanges that were listed last
}

// Run talks until the input ends, /quit or a signal.
func Run(ctx context.Context, o Options) End {
	c := &chat{Options: o, archive: o.Connection.Archive}
	c.begin(o.Connection.Model)
	c.read(ctx)
	c.greet()
	if o.Session != nil {
		c.take(*o.Session)
	}
	for !c.over {
		message, ok := c.next(ctx)
		if !ok {
			break
		}
		c.do(ctx, message)
	}
	return c.end
}

// begin starts a new conversation.
func (c *chat) begin(model string) {
	draft := talk.NewDraft()
	if err := draft.SetModel(model); err != nil {
		c.Say("The model was not set: " + err.Error() + ".")
	}
	c.conv, c.id = talk.NewConversation(draft), strings.ToLower(rand.Text())
}

// greet says where messages go and how to find out more.
func (c *chat) greet() {
	if !c.Person {
		return
	}
	c.Say(c.whereSentences() + " A line is a message. /help lists the commands.")
}

// whereSentences say where messages go.
func (c *chat) whereSentences() string {
	where := "Messages go to " + c.Connection.Title + "."
	if c.Connection.Simulated {
		where = "Messages go to the local gateway. Its models are simulated."
	}
	return where + " " + c.modelSentence()
}

// modelSentence says which model is asked.
func (c *chat) modelSentence() string {
	if m := c.conv.Draft.Model(); m != "" {
		return "The model is " + m + "."
	}
	return "The server chooses the model."
}

// tell prints a line that was asked for.
func (c *chat) tell(format string, args ...any) { c.print(fmt.Sprintf(format, args...) + "\n") }

// print prints text of any origin.
func (c *chat) print(words string) {
	if c.Terminal {
		words = text.Sanitize(words)
	}
	if _, err := io.WriteString(c.Out, words); err != nil {
		c.end.Err, c.over = err, true
	}
}

// wrong says what was wrong with a line.
func (c *chat) wrong(format string, args ...any) {
	c.end.Invalid = true
	c.Say(fmt.Sprintf(format, args...))
}

// bodyOptions say how requests are written for the service.
func (c *chat) bodyOptions() talk.BodyOptions {
	return talk.BodyOptions{MessageModel: c.Connection.MessageModel}
}

// last is the exchange that was made last on the path; nil for none.
func (c *chat) last() (*talk.Turn, *state.Exchange) {
	if t := c.conv.Current; t != nil && t.Exchange != nil {
		return t, t.Exchange
	}
	return nil, nil
}

// errInput is the error of an input that broke off.
var errInput = errors.New("the input could not be read")
