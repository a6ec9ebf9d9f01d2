package plain

import (
	"context"
	"gatehouse/app/effect/progress"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
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
	c.work(ctx, progress.Step{Verb: "connecting to", What: name}, func(w *progress.Work) { to, err = c.Connect(w.Context(), name) })
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

// model sets the model of the next requests, or lists the server's models.
func (c *chat) model(ctx context.Context, slug string) {
	if slug == "" {
		c.listModels(ctx)
		return
	}
	if _, err := c.conv.Edit("/model", scan.Quote(slug), "", c.bodyOptions()); err != nil {
		c.wrong("The model was not set: %v.", err)
		return
	}
	c.reply("%s", c.modelSentence())
	if near := explain.SimilarSlugs(slug, c.slugs, 3); len(c.slugs) > 0 && !slices.Contains(c.slugs, slug) {
		words := "The server does not list it."
		if len(near) > 0 {
			words += " Similar: " + strings.Join(near, ", ") + "."
		}
		c.Say(words)
	}
}

// listModels prints each model on a line.
func (c *chat) listModels(ctx context.Context) {
	list, err := c.Connection.Client.Models(ctx)
	if err != nil {
		c.wrong("The list of models could not be loaded: %v. /model SLUG takes any name.", err)
		return
	}
	c.slugs = nil
	for _, m := range list {
		words := m.ID
		if m.Context > 0 {
			words += ", " + figures.Thousands(m.Context) + " tokens of context"
		}
		c.reply("%s.", words)
		c.slugs = append(c.slugs, m.ID)
	}
	c.reply("%s. %s /model SLUG changes it.", figures.Counted(len(list), "model"), c.modelSentence())
}
