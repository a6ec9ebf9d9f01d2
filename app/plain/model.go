package plain

import (
	"context"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
)

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
