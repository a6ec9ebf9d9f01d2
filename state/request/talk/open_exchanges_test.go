package talk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestExchangesBecomeTheirConversation: branches, failures and repetitions too.
func TestExchangesBecomeTheirConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		options := BodyOptions{rapid.SampledFrom([]MessageModel{ModelWherePinned, ModelAlways, ModelNever}).Draw(t, "model")}
		c := NewConversation(NewDraft())
		if err := c.Draft.SetModel("v/m"); err != nil {
			t.Fatal(err)
		}
		var all []Recorded
		for i := range rapid.IntRange(1, 6).Draw(t, "turns") {
			c.Select(c.Find(rapid.IntRange(0, c.Len()).Draw(t, "from")))
			if c.Current != nil {
				if ok, _ := c.Current.Included(); !ok { // a failed turn is not continued
					c.Select(c.Current.Parent)
				}
			}
			text := fmt.Sprint("question ", i)
			body, err := c.Body(text, options)
			if err != nil {
				t.Fatal(err)
			}
			turn := c.TurnToSend(c.Current, []json.RawMessage{UserMessage(text)})
			turn.Exchange = state.NewExchange(fmt.Sprint("x", i), body)
			if rapid.Bool().Draw(t, "answered") {
				item := fmt.Sprintf(`{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":"answer %d","annotations":[]}]}`, i, i)
				turn.Exchange.Apply(wiretest.Stream(`{"type":"response.completed","response":{"status":"completed","model":"v/served","output":[` + item + `]}}`)...)
				turn.Exchange.Apply(wiretest.End(wire.EndClean, ""))
			} else {
				turn.Exchange.Apply(wiretest.End(wire.EndConnect, ""))
			}
			all = append(all, Recorded{State: turn.Exchange})
		}
		back := OpenExchanges(all)
		for turn := range c.Turns() {
			other := back.Find(turn.ID)
			switch {
			case other == nil || other.Exchange != turn.Exchange:
				t.Fatalf("exchange %d is at another place", turn.ID)
			case (turn.Parent == nil) != (other.Parent == nil) || turn.Parent != nil && turn.Parent.ID != other.Parent.ID:
				t.Fatalf("turn %d goes on from another", turn.ID)
			}
		}
		next, err := c.Body("next", options)
		again, wrong := back.Body("next", options)
		if err != nil || wrong != nil || !bytes.Equal(next, again) {
			t.Fatalf("next goes out\n%s\nwant\n%s", again, next)
		}
	})
}

// TestRecordedTurns: requests of other programs, spelled in other ways.
func TestRecordedTurns(t *testing.T) {
	x := func(id, request string) Recorded { return Recorded{State: state.NewExchange(id, []byte(request))} }
	for name, c := range map[string]struct {
		all  []Recorded
		path string // of the last
	}{
		"a text":          {[]Recorded{x("a", `{"input":"hi"}`)}, "1"},
		"texts":           {[]Recorded{x("a", `{"input":"hi"}`), x("b", `{"input":"hi"}`)}, "2"},
		"a history":       {[]Recorded{x("a", `{"input":[{"role":"user","content":"q"},{"role":"assistant","content":"a"},{"role":"user","content":"r"}]}`)}, "12"},
		"a last answer":   {[]Recorded{x("a", `{"input":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}`)}, "12"},
		"no input":        {[]Recorded{x("a", `{"model":"m"}`)}, "1"},
		"an empty input":  {[]Recorded{x("a", `{"input":[]}`)}, "1"},
		"an object":       {[]Recorded{x("a", `{"input":{}}`)}, "1"},
		"no JSON":         {[]Recorded{x("a", `oops`), x("b", ``)}, "2"},
		"the same thrice": {[]Recorded{x("a", `{"input":[{"role":"user","content":"q"}]}`), x("b", `{"input":[{"role":"user","content":"q"}]}`), x("c", `{"input":[{"role":"user","content":"q"}]}`)}, "3"},
	} {
		for _, r := range c.all {
			r.State.Apply(wiretest.End(wire.EndConnect, ""))
		}
		conv := OpenExchanges(c.all)
		if got := ids(conv.Path()); got != c.path {
			t.Errorf("%s: the path is %s, want %s", name, got, c.path)
		}
		if conv.Current.SentExchange() != c.all[len(c.all)-1].State {
			t.Errorf("%s: the last exchange is not the current one", name)
		}
	}
}

// TestARecordedConversationComesBack although none of its exchanges is in the archive.
func TestARecordedConversationComesBack(t *testing.T) {
	x := state.NewExchange("x", []byte(`{"input":"q"}`))
	x.Apply(wiretest.Stream(`{"type":"response.completed","response":{"status":"completed","model":"v/m","output":[{"type":"message","id":"m","role":"assistant","content":"a"}]}}`)...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	c := OpenExchanges([]Recorded{{State: x}})
	turns := []SavedTurn{overJSON(t, c.Current.Save(same))}
	for _, known := range []bool{false, true} {
		back, err := Restore(overJSON(t, c.Save(same)), turns, func(string) (*state.Exchange, *wire.Capture) {
			if known {
				return x, nil
			}
			return nil, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := c.Body("next", BodyOptions{})
		if got, _ := back.Body("next", BodyOptions{}); !bytes.Equal(got, want) || (back.Current.Exchange == x) != known {
			t.Errorf("known: %v; next goes out\n%s\nwant\n%s", known, got, want)
		}
	}
}
