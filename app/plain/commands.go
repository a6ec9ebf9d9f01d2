package plain

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"gatehouse/app/effect/answer"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/state/text/spelling"
)

// word is a command of the chat.
type word struct {
	name string // without its slash
	args string // in the help; empty: none
	help string // an imperative
	run  func(c *chat, ctx context.Context, args string)
}

// words returns the commands in the order of the help.
func words() []word {
	return []word{
		{"help", "", "list the commands", (*chat).help},
		{"model", "[SLUG]", "choose a model, or list them", (*chat).model},
		{"connection", "[NAME]", "choose a connection, or list them", (*chat).connection},
		{"route", "", "report how the last answer was routed", (*chat).route},
		{"usage", "", "report what was used and what it cost", (*chat).usage},
		{"call", "", "print a waiting call's arguments", (*chat).printCall},
		{"answer", "TEXT", "give a waiting call its output", (*chat).answer},
		{"approve", "", "agree, or run its command", (*chat).approve},
		{"deny", "", "refuse it", (*chat).deny},
		{"history", "[WORDS]", "list past exchanges; also NUMBER, continue NUMBER, open FILE, new", (*chat).history},
		{"save", "[FILE]", "save the conversation as a request", (*chat).save},
		{"quit", "", "end the chat", (*chat).quit},
	}
}

// do runs a command, or sends a message.
func (c *chat) do(ctx context.Context, line string) {
	rest, command := strings.CutPrefix(line, "/")
	switch {
	case strings.TrimSpace(line) == "":
		return
	case !command:
		c.send(ctx, line)
		return
	case strings.HasPrefix(rest, "/"): // a message that begins with a slash
		c.send(ctx, rest)
		return
	}
	name, args, _ := strings.Cut(rest, " ")
	args = strings.TrimSpace(args)
	var names []string
	for _, w := range words() {
		switch {
		case w.name != name:
			names = append(names, w.name)
		case w.args == "" && args != "":
			c.wrong("/%s takes nothing after it. A message that begins with a slash is written with two.", name)
			return
		default:
			w.run(c, ctx, args)
			return
		}
	}
	begins := func(n string) bool { return name != "" && strings.HasPrefix(n, name) }
	near := spelling.Nearest(name, names)
	if at := slices.IndexFunc(names, begins); near == "" && at >= 0 {
		near = names[at]
	}
	if name == "open" || name == "new" || name == "continue" {
		near = "history " + name
	}
	if near != "" {
		c.wrong("There is no command /%s. Did you mean /%s?", name, near)
		return
	}
	c.wrong("There is no command /%s. /help lists the commands; a message that begins with a slash is written with two.", name)
}

// help lists the commands.
func (c *chat) help(context.Context, string) {
	c.reply("A line is a message. A line that ends in a backslash continues in the next one.")
	c.reply("A message that begins with a slash is written with two slashes.")
	if c.Interactive {
		c.reply("Control C stops an answer, and ends the chat at the prompt. Control D ends the chat.")
	}
	for _, w := range words() {
		name := "/" + w.name
		if w.args != "" {
			name += " " + w.args
		}
		c.reply("%s: %s.", name, w.help)
	}
}

func (c *chat) quit(context.Context, string) { c.over = true }

func (c *chat) send(ctx context.Context, message string) {
	body, err := c.conv.Body(message, c.bodyOptions())
	if err != nil {
		c.wrong("Not sent: %v.", err)
		return
	}
	if found := report.Checked(validate.For(validate.ForResponses, body, validate.Service{Word: c.Connection.Client.Service()})); len(report.Faults(found)) > 0 {
		for _, f := range report.Faults(found) {
			c.wrong("Not sent: %s.", strings.TrimSuffix(f.Words(), "."))
		}
		return
	}
	c.exchange(ctx, c.conv.TurnToSend(c.conv.Current, c.conv.ComposedItems(message)), body)
}

// exchange makes the exchange of a turn, prints it as it arrives, and saves it.
func (c *chat) exchange(ctx context.Context, turn *talk.Turn, body []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	call := client.Call{
		Path: "/responses", Body: body, ID: strings.ToLower(rand.Text()), Metadata: client.MetadataOff,
		Stream: string(scan.Get(body, "stream")) == "true",
	}
	if c.Connection.Metadata {
		call.Metadata = client.MetadataOn
	}
	about := c.Connection.About
	about.Session, about.Turn = c.id, turn.ID
	save := func(*state.Exchange) {}
	if to := c.Connection.Archive; to != nil {
		spool := to.Spool(about)
		call.Store = capture.Store(spool)
		save = func(x *state.Exchange) { to.Save(about, x, turn.Capture, spool) }
	}
	p := c.printer()
	stop := c.watch(cancel, p)
	x, captured, err := answer.Perform(ctx, cancel, c.Connection.Client, call, p)
	stop()
	turn.Exchange, turn.Capture = x, captured
	c.conv.Select(turn)
	if captured != nil {
		save(x)
	}
	c.Spans.Ended(about, nil, captured)
	c.end.Verdict, c.end.Invalid = x.Verdict, false
	if err != nil {
		c.end.Err, c.over = err, true
		return
	}
	c.ending(x)
}

func (c *chat) ending(x *state.Exchange) {
	for _, line := range c.explained(x) {
		c.Say(line)
	}
	if words := explain.EmptyAnswer(x); words != "" {
		c.Say(words)
	}
	c.Say(endSentence(x))
	if calls := c.conv.OpenCalls(); len(calls) > 0 {
		c.Say(c.waitingSentence(calls))
	}
}
