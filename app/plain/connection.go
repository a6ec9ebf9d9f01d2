package plain

import (
	"context"
	"slices"

	"gatehouse/state/spelling"
)

// Listed is a connection as /connection lists it.
type Listed struct {
	Name  string // of the connection
	About string // in a few words
}

// connection has the next requests go to another gateway, or lists those that there are.
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
			c.tell("%s, %s", words, stopped(p.About))
		}
		c.tell("%s /connection NAME changes the connection.", c.whereSentences())
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
		c.tell("%s", c.whereSentences())
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

// move has the conversation go on elsewhere. A model that its connection suggested gives
// way to that of the new one.
func (c *chat) move(to Connection) {
	if model := c.conv.Draft.Model(); c.Connection.Simulated || model == "" || model == c.Connection.Model {
		if err := c.conv.Draft.SetModel(to.Model); err != nil {
			c.Say("The model was not set: " + err.Error() + ".")
		}
	}
	saved := c.Connection.Archive != nil
	c.Connection, c.slugs = to, nil
	c.conv.Version++ // the request may be written differently now
	c.tell("%s", c.whereSentences())
	switch {
	case saved && to.Archive == nil:
		c.tell("What is sent there is not saved in the history.")
	case !saved && to.Archive != nil:
		c.archive = to.Archive
		c.tell("What is sent there is saved in the history.")
	}
}
