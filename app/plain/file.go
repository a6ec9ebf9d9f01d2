package plain

import (
	"context"
	"errors"
	"path/filepath"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
)

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

// load continues an opened conversation.
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
			err = files.Write(path, doc, false)
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
