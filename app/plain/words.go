package plain

import (
	"context"
	"slices"
	"strings"

	"gatehouse/state/spelling"
)

// word is a command of the chat.
type word struct {
	name string // without its slash
	args string // what may follow, as the help writes it; empty: nothing
	help string // what it does, an imperative
	run  func(c *chat, ctx context.Context, args string)
}

// words are the commands, in the order of the help.
func words() []word {
	return []word{
		{"help", "", "list the commands", (*chat).help},
		{"model", "[SLUG]", "choose a model, or list them", (*chat).model},
		{"connection", "[NAME]", "choose a connection, or list them", (*chat).connection},
		{"route", "", "say how the last answer was routed", (*chat).route},
		{"usage", "", "say what was used and what it cost", (*chat).usage},
		{"events", "", "count the events of the last answer", (*chat).events},
		{"plugins", "[NAME]", "list plugins, or switch one", (*chat).plugins},
		{"retry", "", "send the last request again", (*chat).retry},
		{"undo", "", "take the last message back", (*chat).undo},
		{"call", "", "print a waiting call's arguments", (*chat).printCall},
		{"answer", "TEXT", "give a waiting call its output", (*chat).answer},
		{"approve", "", "agree, or run its command", (*chat).approve},
		{"deny", "", "refuse it", (*chat).deny},
		{"history", "[WORDS]", "list past exchanges", (*chat).history},
		{"show", "NUMBER", "print one of those listed", (*chat).show},
		{"continue", "NUMBER", "go on with one of those listed", (*chat).resume},
		{"new", "", "start a new conversation", (*chat).fresh},
		{"open", "FILE", "open a conversation, request or answer", (*chat).open},
		{"save", "[FILE]", "save the conversation as a request", (*chat).save},
		{"replace", "[FILE]", "save over a file that exists", (*chat).replace},
		{"copy", "", "copy the last answer", (*chat).copy},
		{"paste", "", "send lines up to a single dot", (*chat).paste},
		{"reasoning", "on|off", "print reasoning, or only mention it", (*chat).setReasoning},
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
	case strings.HasPrefix(rest, "/"): // two slashes are one of the message
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
	if near != "" {
		c.wrong("There is no command /%s. Did you mean /%s?", name, near)
		return
	}
	c.wrong("There is no command /%s. /help lists the commands; a message that begins with a slash is written with two.", name)
}

// help lists the commands.
func (c *chat) help(context.Context, string) {
	c.tell("A line is a message. A line that ends in a backslash goes on in the next one.")
	c.tell("A message that begins with a slash is written with two slashes.")
	if c.Person {
		c.tell("Control C stops an answer, and ends the chat at the prompt. Control D ends the chat.")
	}
	for _, w := range words() {
		name := "/" + w.name
		if w.args != "" {
			name += " " + w.args
		}
		c.tell("%s: %s.", name, w.help)
	}
}

func (c *chat) quit(context.Context, string) { c.over = true }

// fresh starts a new conversation with the same model.
func (c *chat) fresh(context.Context, string) {
	c.begin(c.conv.Draft.Model())
	c.tell("A new conversation. %s", c.modelSentence())
}

// paste sends several lines as one message.
func (c *chat) paste(ctx context.Context, _ string) {
	if c.Person {
		c.Say("Paste the lines. A line with a single dot sends them.")
	}
	if message, ok := c.pasted(ctx); ok && strings.TrimSpace(message) != "" {
		c.send(ctx, message)
	}
}

// setReasoning says whether reasoning is printed.
func (c *chat) setReasoning(_ context.Context, args string) {
	switch args {
	case "on", "off":
		c.reasoning = args == "on"
		c.tell("Reasoning is %s.", map[bool]string{true: "printed", false: "only mentioned"}[c.reasoning])
	default:
		c.wrong("/reasoning takes on or off.")
	}
}
