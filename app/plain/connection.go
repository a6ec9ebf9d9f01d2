package plain

import (
	"context"
	"slices"

	"gatehouse/state/text/spelling"
)

// Listed is a connection as /connection lists it.
type Listed struct {
	Name  string
	About string // a short description
}

// connection changes the connection of the next requests, or lists all connections.
func (c *chat) connection(ctx context.Context, name string) {
	if c.Connect == nil {
		c.wrong("There is no other connection in this chat.")
		return
	}
	all := c.Connections()
	if name == "" {
		for _, p := range all {
			words := p.Name
			if p.Name == c.Connection.Name {
				words += ", current"
			}
			c.reply("%s, %s", words, stopped(p.About))
		}
		c.reply("%s /connection NAME changes the connection.", c.whereSentences())
		return
	}
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	if !slices.Contains(names, name) {
		if near := spelling.Nearest(name, names); near != "" {
			c.wrong("There is no connection %s. Did you mean %s?", name, near)
			return
		}
		c.wrong("There is no connection %s. /connection lists them.", name)
		return
	}
	if name == c.Connection.Name {
		c.reply("%s", c.whereSentences())
		return
	}
	var to Connection
	var err error
	c.stoppable(ctx, func(ctx context.Context) { to, err = c.Connect(ctx, name) })
	switch {
	case c.over:
	case err != nil:
		c.wrong("The connection was not changed: %v.", err)
	default:
		c.move(to)
	}
}

// move continues the conversation on another connection. A model that the old one suggested is
// replaced by that of the new one.
func (c *chat) move(to Connection) {
	if model := c.conv.Draft.Model(); c.Connection.Simulated || model == "" || model == c.Connection.Model {
		if err := c.conv.Draft.SetModel(to.Model); err != nil {
			c.Say("The model was not set: " + err.Error() + ".")
		}
	}
	saved := c.Connection.Archive != nil
	c.Connection, c.slugs = to, nil
	c.conv.Version++ // the request may be written differently now
	c.reply("%s", c.whereSentences())
	switch {
	case saved && to.Archive == nil:
		c.reply("What is sent there is not saved in the history.")
	case !saved && to.Archive != nil:
		c.archive = to.Archive
		c.reply("What is sent there is saved in the history.")
	}
}
