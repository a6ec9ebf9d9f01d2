package talk

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestASavedConversationComesBack: what is sent next, the branches and what undone edits
// leave are the same after it was saved and restored.
func TestASavedConversationComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := conversation(t)
		composer := rapid.SampledFrom([]string{"", "next"}).Draw(t, "composer")
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				before, err := c.Body(composer, BodyOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if left, err := someEdit(t, c, before).do(composer); err == nil {
					composer = left
				}
			case 1:
				if turn := c.Find(rapid.IntRange(1, 5).Draw(t, "turn")); turn != nil {
					c.Select(turn)
				}
			case 2:
				c.Add(c.Current, []json.RawMessage{UserMessage("branch")})
			}
		}
		exchanges := map[string]*state.Exchange{}
		var turns []SavedTurn
		n := 0
		for turn := range c.Turns() {
			if turn.Exchange != nil {
				n++
				turn.Exchange.ID = string(rune('a' + n))
				exchanges[turn.Exchange.ID] = turn.Exchange
			}
			turns = append(turns, overJSON(t, turn.Save(same)))
		}
		back, err := Restore(overJSON(t, c.Save(same)), turns, func(id string) (*state.Exchange, *wire.Capture) { return exchanges[id], nil })
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.Body(composer, BodyOptions{})
		got, gotErr := back.Body(composer, BodyOptions{})
		if !bytes.Equal(got, want) || (err == nil) != (gotErr == nil) {
			t.Fatalf("what goes out is\n%s %v\nwant\n%s %v", got, gotErr, want, err)
		}
		if spelledOut(back) != spelledOut(c) {
			t.Fatalf("the tree is\n%s\nwant\n%s", spelledOut(back), spelledOut(c))
		}
		for turn := range c.Turns() {
			if a, b := c.Leaf(turn).ID, back.Leaf(back.Find(turn.ID)).ID; a != b {
				t.Fatalf("the branch of turn %d ends at %d, want %d", turn.ID, b, a)
			}
		}
	})
}

// TestAContinuedAnswerNeedsNotItsExchange: of another program's exchange that was continued,
// the items are saved too. Whether the archive still has it or not, what is sent next is the
// same.
func TestAContinuedAnswerNeedsNotItsExchange(t *testing.T) {
	for kind, data := range map[state.Kind]string{
		state.Chat:     `{"model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}`,
		state.Messages: `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"hi"}}`,
	} {
		c := NewConversation(NewDraft())
		turn := answeredElsewhere(c, kind, wire.EndClean, data)
		c.Select(turn)
		want, err := c.Body("next", BodyOptions{})
		if err != nil || !bytes.Contains(want, []byte(`"hi"`)) {
			t.Fatalf("%s: %s %v", kind, want, err)
		}
		for range 2 { // the second time out of what was restored without the exchange
			for _, found := range []*state.Exchange{turn.Exchange, nil} {
				saved := overJSON(t, c.Current.Save(same))
				back, err := Restore(overJSON(t, c.Save(same)), []SavedTurn{saved}, func(string) (*state.Exchange, *wire.Capture) { return found, nil })
				if err != nil {
					t.Fatal(err)
				}
				if got, err := back.Body("next", BodyOptions{}); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s, found %t: what goes out is\n%s %v\nwant\n%s", kind, found != nil, got, err, want)
				}
				c = back
			}
		}
	}
}

func same(b []byte) []byte { return b }

// overJSON returns a value as the archive restores it.
func overJSON[T any](t rapid.TB, v T) (back T) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestADamagedConversationIsRefused(t *testing.T) {
	find := func(string) (*state.Exchange, *wire.Capture) { return nil, nil }
	for name, c := range map[string]struct {
		saved Saved
		turns []SavedTurn
	}{
		"no draft":       {Saved{}, nil},
		"a missing turn": {Saved{Draft: []byte("{}")}, []SavedTurn{{ID: 2, Parent: 1}}},
		"its own parent": {Saved{Draft: []byte("{}")}, []SavedTurn{{ID: 1, Parent: 1}}},
		"twice":          {Saved{Draft: []byte("{}")}, []SavedTurn{{ID: 1}, {ID: 1}}},
	} {
		if _, err := Restore(c.saved, c.turns, find); err == nil {
			t.Errorf("%s: it was restored", name)
		}
	}
}
