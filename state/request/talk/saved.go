package talk

import (
	"encoding/json"
	"fmt"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Saved is a conversation without its turns, as the archive stores it. JSON documents are byte
// slices, which preserves their spelling.
type Saved struct {
	Draft    []byte
	Headers  []byte   `json:",omitempty"`
	Attached [][]byte `json:",omitempty"`
	RawInput []byte   `json:",omitempty"`
	Current  int      // ID of a turn; 0: before the first
	Paths    []int    `json:",omitempty"` // the last child on the path of each turn that has several
	Turns    int      // the highest ID
	Gone     []int    `json:",omitempty"` // the IDs of turns that are no longer in the tree
}

// SavedTurn is a turn as the archive stores it.
type SavedTurn struct {
	ID, Parent int
	Input      [][]byte `json:",omitempty"`
	RawInput   []byte   `json:",omitempty"`
	Output     [][]byte `json:",omitempty"` // of an answer that need not be in the archive: see savesOutput
	Model      string   `json:",omitempty"` // of Output
	Exchange   string   `json:",omitempty"` // ID of the exchange that was sent
	MadeByEdit bool     `json:",omitempty"`
	InDocument bool     `json:",omitempty"`
}

// Save returns the conversation without its turns for the archive. clean masks secrets.
func (c *Conversation) Save(clean func([]byte) []byte) Saved {
	s := Saved{
		Draft: clean(c.Draft.Bytes()), Headers: clean(c.headersDoc()), Attached: cleaned(c.attached, clean),
		RawInput: clean(c.rawInput), Turns: len(c.turns),
	}
	if c.Current != nil {
		s.Current = c.Current.ID
	}
	for i, t := range c.turns {
		if t == nil {
			s.Gone = append(s.Gone, i+1)
		}
	}
	several := func(siblings []*Turn) {
		if len(siblings) > 1 {
			if t := c.lastChild[siblings[0].Parent]; t != nil && !t.detached {
				s.Paths = append(s.Paths, t.ID)
			}
		}
	}
	several(c.roots)
	for t := range c.Turns() {
		several(t.Children)
	}
	return s
}

// Save returns the turn for the archive. clean masks secrets.
func (t *Turn) Save(clean func([]byte) []byte) SavedTurn {
	s := SavedTurn{
		ID: t.ID, Input: cleaned(t.Input, clean), RawInput: clean(t.rawInput), Output: cleaned(t.Output, clean), Model: t.model,
		MadeByEdit: t.madeByEdit, InDocument: t.inDocument,
	}
	if t.Parent != nil {
		s.Parent = t.Parent.ID
	}
	switch {
	case t.notLoaded != "":
		s.Exchange = t.notLoaded
	case t.SentExchange() != nil && !t.recorded, t.recorded && t.savesOutput():
		s.Exchange = t.Exchange.ID
	}
	if t.savesOutput() {
		s.Model = t.Exchange.Model
		for item := range t.returnedItems() {
			s.Output = append(s.Output, clean(item))
		}
	}
	return s
}

// savesOutput reports whether the turn is saved with the answer of its exchange: one that was opened
// from a file or continued from another program's may be deleted without the conversation.
func (t *Turn) savesOutput() bool {
	if t.Exchange == nil || t.Output != nil {
		return false
	}
	return t.SentExchange() == nil || t.recorded || t.Exchange.Kind().IsForeign()
}

// Restore returns the conversation that the archive stored. find returns an exchange by its ID, nil
// for a missing one, whose turn becomes unsent.
func Restore(s Saved, turns []SavedTurn, find func(id string) (*state.Exchange, *wire.Capture)) (*Conversation, error) {
	draft, err := ParseDraft(s.Draft)
	if err != nil {
		return nil, fmt.Errorf("the saved draft: %w", err)
	}
	c := NewConversation(draft)
	c.attached, c.rawInput = raw(s.Attached), s.RawInput
	if s.Headers != nil {
		headers, err := ParseDraft(s.Headers)
		if err != nil {
			return nil, fmt.Errorf("the saved headers: %w", err)
		}
		c.SetHeaders(headers)
	}
	c.turns = make([]*Turn, max(s.Turns, len(turns)))
	for _, st := range turns {
		if slices.Contains(s.Gone, st.ID) {
			continue
		}
		if st.ID < 1 || st.ID > len(c.turns) || st.Parent >= st.ID || c.turns[st.ID-1] != nil {
			return nil, fmt.Errorf("the saved turn %d does not fit the others", st.ID)
		}
		parent := c.Find(st.Parent)
		if parent == nil && st.Parent != 0 {
			return nil, fmt.Errorf("the saved turn %d continues turn %d, which is missing", st.ID, st.Parent)
		}
		t := &Turn{
			ID: st.ID, Parent: parent, Input: raw(st.Input), Output: raw(st.Output),
			rawInput: st.RawInput, model: st.Model, madeByEdit: st.MadeByEdit, inDocument: st.InDocument,
		}
		if st.Exchange != "" {
			switch t.Exchange, t.Capture = find(st.Exchange); {
			case t.Exchange != nil:
				t.Output = nil
			case t.Output == nil:
				t.notLoaded = st.Exchange
			}
		}
		c.turns[st.ID-1] = t
		*c.children(parent) = append(*c.children(parent), t)
	}
	for _, id := range s.Paths {
		if t := c.Find(id); t != nil {
			c.lastChild[t.Parent] = t
		}
	}
	if t := c.Find(s.Current); t != nil {
		c.Select(t)
	}
	return c, nil
}

// HeadersDraft returns the document of the HTTP headers; nil where there is none.
func (c *Conversation) HeadersDraft() *Draft { return c.headers }

func cleaned(items []json.RawMessage, clean func([]byte) []byte) [][]byte {
	var out [][]byte
	for _, item := range items {
		out = append(out, clean(item))
	}
	return out
}

func raw(items [][]byte) []json.RawMessage {
	var out []json.RawMessage
	for _, item := range items {
		out = append(out, item)
	}
	return out
}
