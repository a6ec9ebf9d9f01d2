package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/talk"
)

// kept is how a conversation stood when it was saved or opened.
type kept struct {
	turn   *talk.Turn
	answer uint64            // version of the turn's exchange
	draft  []byte            // shared: an edit makes another document
	text   string            // of the composer
	files  []json.RawMessage // attached to it
}

// same reports whether a conversation stands as it did. An edit that was taken
// back is none.
func (k kept) same(as kept) bool {
	return k.turn == as.turn && k.answer == as.answer && k.text == as.text && bytes.Equal(k.draft, as.draft) &&
		slices.EqualFunc(k.files, as.files, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// stand is how a conversation stands with this text as the composer's.
func (c *chat) stand(text string) kept {
	k := kept{turn: c.conv.Current, draft: c.conv.Draft.Bytes(), text: text, files: c.conv.Attached()}
	if k.turn != nil && k.turn.Exchange != nil {
		k.answer = k.turn.Exchange.Version
	}
	return k
}

// suggested is the path that a conversation was last saved at, else one made
// of its first words.
func (c *chat) suggested(folder string) string {
	if c.path != "" {
		return c.path
	}
	words := strings.FieldsFunc(strings.ToLower(c.title()), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := cmp.Or(strings.Join(words[:min(len(words), 5)], "-"), "request")
	return filepath.Join(folder, files.Name(screen.Short(name, 48)+".json"))
}

// take makes a conversation that of a file, however the file was named. What
// is no request gets the model if it has none; it was saved nowhere yet.
func (c *chat) take(s files.Session, model string) error {
	if err := s.Default(model); err != nil {
		return err
	}
	c.conv = s.Conversation
	c.conv.SetBeside(c.headers.doc)
	c.fresh, c.began = c.conv.Draft.Bytes(), c.conv.Current
	if s.Request {
		c.path, c.kept = s.Path, c.stand("")
	}
	return nil
}

// asked reports whether anything was asked in a conversation that has no file, or
// written among its items.
func (c *chat) asked() bool {
	if c.conv.Current != c.began {
		return true
	}
	for t := range c.conv.Turns() {
		if t.Exchange != nil {
			return true
		}
	}
	return false
}

// built reports whether a request was built: whether more was set in its
// document than the model.
func (c *chat) built() bool {
	now, began := c.conv.Draft.Bytes(), c.fresh
	if bytes.Equal(now, began) {
		return false
	}
	a, err := talk.ParseDraft(now)
	b, worse := talk.ParseDraft(began)
	if err != nil || worse != nil {
		return true
	}
	a.Delete("/model")
	b.Delete("/model")
	return !scan.Same(a.Bytes(), b.Bytes())
}
