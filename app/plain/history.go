package plain

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/state/talk"
)

// newest is how many exchanges are listed.
const newest = 20

// noHistory is said where nothing is saved.
const noHistory = "Nothing is saved in this run, so there is no history."

// history shows or continues one of the exchanges that were listed, opens a file, begins a new
// conversation, or lists the exchanges that match words, the newest first.
func (c *chat) history(ctx context.Context, words string) {
	first, rest, _ := strings.Cut(words, " ")
	n, err := strconv.Atoi(words)
	switch {
	case words == "new":
		c.begin(c.conv.Draft.Model())
		c.tell("A new conversation. %s", c.modelSentence())
	case first == "open":
		c.open(ctx, strings.TrimSpace(rest))
	case first == "continue":
		c.resume(ctx, strings.TrimSpace(rest))
	case err == nil && (n >= 1 && n <= len(c.listed) || len(c.listed) == 0):
		c.show(ctx, words)
	default:
		c.list(ctx, words)
	}
}

// list prints the exchanges that match words, the newest first.
func (c *chat) list(ctx context.Context, words string) {
	if c.archive == nil {
		c.wrong(noHistory)
		return
	}
	now := time.Now()
	var found []history.Entry
	q, err := query.Parse(words, now)
	if err == nil {
		if err = c.archive.Flush(ctx); err == nil {
			found, err = c.archive.List(ctx, archive.Page{Query: q, Limit: newest})
		}
	}
	switch {
	case err != nil:
		c.wrong("The history could not be searched: %v.", err)
		return
	case len(found) == 0 && words == "":
		c.tell("The history is empty.")
	case len(found) == 0:
		c.tell("Nothing in the history matches %s.", words)
	default: // else the numbers of the last list remain
		c.listed = found
	}
	if words := c.archive.Unfound(ctx, q); words != "" {
		c.tell("%s.", words)
	}
	for i := range found {
		c.tell("%d. %s", i+1, entrySentence(&found[i], now))
	}
	if len(found) > 0 {
		c.tell("/history NUMBER prints one; /history continue NUMBER continues it.")
	}
}

// entrySentence describes an exchange in a line.
func entrySentence(e *history.Entry, now time.Time) string {
	words := []string{"“" + screen.Short(strings.Join(strings.Fields(e.Words), " "), 60) + "”"}
	words = append(words, cmp.Or(e.Served, e.Asked, "no model"), string(e.Verdict), screen.Ago(now.Sub(e.Start)))
	return strings.Join(words, ", ") + "."
}

// past reads an exchange that was listed, by its number.
func (c *chat) past(ctx context.Context, number string) (talk.Recorded, bool) {
	n, err := strconv.Atoi(number)
	switch {
	case len(c.listed) == 0:
		c.wrong("/history lists the exchanges; none was listed yet.")
		return talk.Recorded{}, false
	case err != nil || n < 1 || n > len(c.listed):
		c.wrong("Write a number from 1 to %d, as /history lists them.", len(c.listed))
		return talk.Recorded{}, false
	}
	e := &c.listed[n-1]
	of, err := share.Load(ctx, c.archive, e)
	if err != nil {
		c.wrong("It could not be read: %v.", err)
		return talk.Recorded{}, false
	}
	if e.Rerank() {
		c.wrong("This is a rerank request. gatehouse history show %s prints it.", e.ID)
		return talk.Recorded{}, false
	}
	return talk.Recorded{State: of.State, Capture: of.Capture}, true
}

// show prints what was said and answered in a past exchange.
func (c *chat) show(ctx context.Context, number string) {
	r, ok := c.past(ctx, number)
	if !ok {
		return
	}
	conv := talk.OpenExchanges([]talk.Recorded{r})
	for _, t := range conv.Path() {
		if said := screen.Said(t); said != "" && t == conv.Current {
			c.tell("You: %s", said)
		}
	}
	for _, one := range r.State.Choices() {
		if text := one.Text(); text != "" {
			c.tell("%s: %s", cmp.Or(one.Name, "Answer"), strings.TrimRight(text, "\n"))
		}
	}
	for _, line := range c.explained(r.State) {
		c.tell("%s", line)
	}
	c.tell("%s", endSentence(r.State))
}

// resume goes on with a past exchange.
func (c *chat) resume(ctx context.Context, number string) {
	if r, ok := c.past(ctx, number); ok {
		c.take(files.Session{Path: "exchange " + number, Conversation: talk.OpenExchanges([]talk.Recorded{r})})
	}
}
