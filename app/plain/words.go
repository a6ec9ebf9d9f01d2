package plain

import (
	"context"
	"slices"
	"strings"

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
