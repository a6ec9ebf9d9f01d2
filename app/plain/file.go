package plain

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/screen"
	"gatehouse/state/figures"
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
	c.Say("Opened " + s.Path + ", " + figures.Counted(len(c.conv.Path()), "turn") + ". " + c.modelSentence())
	if s.Note != "" {
		c.Say(capital(stopped(s.Note)))
	}
}

// save writes the next request to a file that does not exist yet; without a name to one
// that is called by the first words of the conversation.
func (c *chat) save(_ context.Context, path string) {
	c.write(path, func(doc []byte) (string, error) {
		if path == "" {
			return files.Save(".", files.NameOf(c.title(), "request", ".json"), doc)
		}
		return path, files.Write(path, doc, false)
	})
}

// replace writes the next request over a file; without a name over the one that was saved
// last.
func (c *chat) replace(_ context.Context, path string) {
	if path = cmp.Or(path, c.path); path == "" {
		c.wrong("/replace needs the name of a file: none was saved yet.")
		return
	}
	c.write(path, func(doc []byte) (string, error) { return path, files.Write(path, doc, true) })
}

// write has the next request written to a file, and says what became of it.
func (c *chat) write(path string, to func(doc []byte) (string, error)) {
	doc, err := c.conv.Body("", c.bodyOptions())
	if err == nil {
		doc = append(doc, '\n')
		path, err = to(doc)
	}
	switch {
	case errors.Is(err, files.ErrExists):
		c.wrong("Not saved: %s exists. /replace %s writes over it.", filepath.Base(path), path)
	case err != nil:
		c.wrong("Not saved: %v.", err)
	default:
		c.path = path
		c.tell("Saved %s, %s.", path, figures.Size(len(doc)))
	}
}

// title is the first line that was said in the conversation.
func (c *chat) title() string {
	for _, t := range c.conv.Path() {
		if said := screen.FirstLine(screen.Said(t)); said != "" {
			return said
		}
	}
	return ""
}
