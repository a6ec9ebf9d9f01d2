package plain

import (
	"context"
	"errors"
	"path/filepath"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/views"
)

// open goes on with the conversation in a file.
func (c *chat) open(ctx context.Context, path string) {
	if path == "" {
		c.wrong("/open needs the name of a file.")
		return
	}
	var s files.Session
	var err error
	c.work(ctx, progress.Reading(path), func(w *progress.Work) { s, err = files.OpenSession(w, path) })
	if err != nil {
		c.wrong("Not opened: %v.", err)
		return
	}
	c.take(s)
}

// take goes on with a conversation that was read from a file.
func (c *chat) take(s files.Session) {
	c.begin(c.conv.Draft.Model())
	c.conv = s.Conversation
	c.Say("Opened " + s.Path + ", " + views.Counted(len(c.conv.Path()), "turn") + ". " + c.modelSentence())
	if s.Note != "" {
		c.Say(capital(stopped(s.Note)))
	}
}

// save writes the next request to a file that does not exist yet.
func (c *chat) save(_ context.Context, path string) { c.write(path, false) }

// replace writes the next request over a file.
func (c *chat) replace(_ context.Context, path string) { c.write(path, true) }

func (c *chat) write(path string, replace bool) {
	if path == "" {
		c.wrong("/save needs the name of a file.")
		return
	}
	doc, err := c.conv.Body("", c.bodyOptions())
	if err == nil {
		err = files.Write(path, append(doc, '\n'), replace)
	}
	switch {
	case errors.Is(err, files.ErrExists):
		c.wrong("Not saved: %s exists. /replace %s writes over it.", filepath.Base(path), path)
	case err != nil:
		c.wrong("Not saved: %v.", err)
	default:
		c.tell("Saved %s, %s.", path, views.Size(len(doc)+1))
	}
}
