// Package plain is the linear chat: a line is a message, or after a slash a command. It draws nothing,
// moves no cursor and repeats nothing, so that a screen reader reads it in order, a dumb terminal shows
// it and a pipe can drive it.
package plain

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"strings"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/process"
	"gatehouse/app/effect/telemetry"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views/kit/text"
)

// Options configure the chat.
type Options struct {
	In  io.Reader
	Out io.Writer         // for answers, and the output of commands
	Say func(line string) // for everything else; makes the line safe

	Interactive bool // the user types: there is a prompt, and long waits are reported
	Terminal    bool // Out is a terminal: text from the wire is made safe

	AllowFiles []string // folders whose files an opened file may name

	Signals     <-chan os.Signal // SIGINT ends a stream or, at the prompt, the chat; others end both
	Connection  Connection
	Connections func() []Listed                                            // names for Connect
	Connect     func(ctx context.Context, name string) (Connection, error) // connects to one of them
	Spans       *telemetry.Sender                                          // sends each exchange that has ended; may be nil
	Session     *files.Session                                             // the conversation to continue; nil: a new one
}

// Connection is a connection of the chat.
type Connection struct {
	Client       *client.Client
	Name         string // for /connection
	Title        string // its address without secrets
	Simulated    bool   // no real model answers
	About        history.About
	Explain      explain.Context
	Model        string            // of a first request; empty: the server chooses
	Metadata     bool              // the service knows routing metadata
	MessageModel talk.MessageModel // when assistant messages name their model
	Archive      *archive.Archive  // saves the exchanges; nil: they are not saved

	Tools map[string]process.Command // bound to tools; the user approves each run
}

// End describes how the chat ended.
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
	archive *archive.Archive // of the history; nil: no connection of this chat saves
	listed  []history.Entry  // last listed
}

// Run runs the chat until the end of the input, /quit or a signal.
func Run(ctx context.Context, o Options) End {
	c := &chat{Options: o, archive: o.Connection.Archive}
	c.begin(o.Connection.Model)
	c.read(ctx)
	c.greet()
	if o.Session != nil {
		c.load(*o.Session)
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

func (c *chat) begin(model string) {
	draft := talk.NewDraft()
	if err := draft.SetModel(model); err != nil {
		c.Say("The model was not set: " + err.Error() + ".")
	}
	c.conv, c.id = talk.NewConversation(draft), strings.ToLower(rand.Text())
}

func (c *chat) greet() {
	if !c.Interactive {
		return
	}
	c.Say(c.whereSentences() + " A line is a message. /help lists the commands.")
}

func (c *chat) whereSentences() string {
	where := "Messages go to " + c.Connection.Title + "."
	if c.Connection.Simulated {
		where = "Messages go to the local gateway. Its models are simulated."
	}
	return where + " " + c.modelSentence()
}

func (c *chat) modelSentence() string {
	if m := c.conv.Draft.Model(); m != "" {
		return "The model is " + m + "."
	}
	return "The server chooses the model."
}

func (c *chat) reply(format string, args ...any) { c.print(fmt.Sprintf(format, args...) + "\n") }

func (c *chat) print(words string) {
	if c.Terminal {
		words = text.Sanitize(words)
	}
	if _, err := io.WriteString(c.Out, words); err != nil {
		c.end.Err, c.over = err, true
	}
}

// wrong reports what is wrong with a line of the input.
func (c *chat) wrong(format string, args ...any) {
	c.end.Invalid = true
	c.Say(fmt.Sprintf(format, args...))
}

func (c *chat) bodyOptions() talk.BodyOptions {
	return talk.BodyOptions{MessageModel: c.Connection.MessageModel}
}

// last returns the exchange of the current turn; nil for none, after a message to the user.
func (c *chat) last() *state.Exchange {
	if t := c.conv.Current; t != nil && t.Exchange != nil {
		return t.Exchange
	}
	c.wrong("Nothing was sent yet.")
	return nil
}
