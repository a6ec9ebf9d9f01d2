package plain

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/request/talk"
)

const maxListed = 20

// history shows or continues one of the listed exchanges, opens a file, begins a new
// conversation, or lists the exchanges that match words, the newest first.
func (c *chat) history(ctx context.Context, words string) {
	first, rest, _ := strings.Cut(words, " ")
	n, err := strconv.Atoi(words)
	switch {
	case words == "new":
		c.begin(c.conv.Draft.Model())
		c.reply("A new conversation. %s", c.modelSentence())
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
		c.wrong("Nothing is saved in this run, so there is no history.")
		return
	}
	now := time.Now()
	var found []history.Entry
	q, err := query.Parse(words, now)
	if err == nil {
		if err = c.archive.Flush(ctx); err == nil {
			found, err = c.archive.List(ctx, archive.Page{Query: q, Limit: maxListed})
		}
	}
	switch {
	case err != nil:
		c.wrong("The history could not be searched: %v.", err)
		return
	case len(found) == 0 && words == "":
		c.reply("The history is empty.")
	case len(found) == 0:
		c.reply("Nothing in the history matches %s.", words)
	default: // the numbers of the last list remain valid if nothing was found
		c.listed = found
	}
	if words := c.archive.Unfound(ctx, q); words != "" {
		c.reply("%s.", words)
	}
	for i := range found {
		c.reply("%d. %s", i+1, entrySentence(&found[i], now))
	}
	if len(found) > 0 {
		c.reply("/history NUMBER prints one; /history continue NUMBER continues it.")
	}
}

func entrySentence(e *history.Entry, now time.Time) string {
	words := []string{"“" + screen.Short(strings.Join(strings.Fields(e.Words), " "), 60) + "”"}
	verdict := string(e.Verdict)
	if e.IsEmpty() {
		verdict += " with an empty answer"
	}
	words = append(words, cmp.Or(e.Served, e.Asked, "no model"), verdict, screen.Ago(now.Sub(e.Start)))
	return strings.Join(words, ", ") + "."
}

// past reads a listed exchange by its number.
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

// show prints the message and the answer of a past exchange.
func (c *chat) show(ctx context.Context, number string) {
	r, ok := c.past(ctx, number)
	if !ok {
		return
	}
	conv := talk.OpenExchanges([]talk.Recorded{r})
	for _, t := range conv.Path() {
		if message := screen.UserText(t); message != "" && t == conv.Current {
			c.reply("You: %s", message)
		}
	}
	for _, one := range r.State.Choices() {
		if text := one.Text(); text != "" {
			c.reply("%s: %s", cmp.Or(one.Name, "Answer"), strings.TrimRight(text, "\n"))
		}
	}
	for _, line := range c.explained(r.State) {
		c.reply("%s", line)
	}
	c.reply("%s", endSentence(r.State))
}

func (c *chat) resume(ctx context.Context, number string) {
	if r, ok := c.past(ctx, number); ok {
		c.load(files.Session{Path: "exchange " + number, Conversation: talk.OpenExchanges([]talk.Recorded{r})})
	}
}

// open continues the conversation in a file.
func (c *chat) open(ctx context.Context, path string) {
	if path == "" {
		c.wrong("/history open needs the name of a file.")
		return
	}
	var s files.Session
	var err error
	c.work(ctx, progress.Reading(path), func(w *progress.Work) { s, err = files.OpenSession(w, path, c.AllowFiles...) })
	if err != nil {
		c.wrong("Not opened: %v.", err)
		return
	}
	c.load(s)
}

func (c *chat) load(s files.Session) {
	c.begin(c.conv.Draft.Model())
	c.conv = s.Conversation
	c.Say("Opened " + s.Path + ", " + figures.Counted(len(c.conv.Path()), "turn") + ". " + c.modelSentence())
	if s.Note != "" {
		c.Say(capital(stopped(s.Note)))
	}
}

// save writes the next request to a file that does not exist yet, and reports its name and size;
// without a path the name is made of the first words of the conversation.
func (c *chat) save(_ context.Context, path string) {
	if len(c.conv.Path()) == 0 {
		c.wrong("Not saved: the conversation is empty.")
		return
	}
	doc, err := c.conv.Body("", c.bodyOptions())
	if err == nil {
		doc = append(doc, '\n')
		if path == "" {
			path, err = files.Save(".", files.NameOf(c.title(), "request", ".json"), doc)
		} else {
			err = files.Create(path, doc)
		}
	}
	switch {
	case errors.Is(err, files.ErrExists):
		c.wrong("Not saved: %s exists. /save takes another name.", filepath.Base(path))
	case err != nil:
		c.wrong("Not saved: %v.", err)
	default:
		c.reply("Saved %s, %s.", path, figures.Size(len(doc)))
	}
}

// title returns the first line that the user wrote in the conversation.
func (c *chat) title() string {
	for _, t := range c.conv.Path() {
		if line := screen.FirstLine(screen.UserText(t)); line != "" {
			return line
		}
	}
	return ""
}
