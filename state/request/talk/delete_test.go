package talk

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestDeletingATurnCanBeUndoneAndDoneAgain: what is deleted is in no request and in no
// branch, undo restores all of it, redo deletes the same, and what is saved
// is restored without it.
func TestDeletingATurnCanBeUndoneAndDoneAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := conversation(t)
		for range rapid.IntRange(1, 4).Draw(t, "branches") {
			if turn := c.Find(rapid.IntRange(1, 5).Draw(t, "turn")); turn != nil {
				c.Select(turn)
			}
			c.Add(c.Current, []json.RawMessage{UserMessage("branch")}).Exchange = state.NewExchange("x", []byte("{}"))
		}
		path := c.Path()
		turn := path[rapid.IntRange(0, len(path)-1).Draw(t, "deleted")]
		before, body := spelledOut(c), bodyOf(t, c)
		var gone []int
		turn.walk(func(t *Turn) { gone = append(gone, t.ID) })

		near := c.Delete(turn, "text")
		if near != nil && (c.Find(near.ID) != near || near.Parent != turn.Parent && near != turn.Parent) {
			t.Fatalf("beside turn %d is %d", turn.ID, near.ID)
		}
		for _, id := range gone {
			if c.Find(id) != nil {
				t.Fatalf("turn %d is still there", id)
			}
		}
		for on := c.Current; on != nil; on = on.Parent {
			if on.detached {
				t.Fatal("the path leads through what was deleted")
			}
		}
		after, rest := spelledOut(c), bodyOf(t, c)

		var turns []SavedTurn // rows of deleted turns stay in the archive
		add := func(kept *Turn) { turns = append(turns, overJSON(t, kept.Save(same))) }
		for kept := range c.Turns() {
			add(kept)
		}
		turn.walk(add)
		slices.SortFunc(turns, func(a, b SavedTurn) int { return a.ID - b.ID })
		back, err := Restore(overJSON(t, c.Save(same)), turns, func(id string) (*state.Exchange, *wire.Capture) {
			return state.NewExchange(id, []byte("{}")), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range gone {
			if back.Find(id) != nil {
				t.Fatalf("turn %d is back in the next run", id)
			}
		}

		if text, ok := c.Undo("text"); !ok || text != "text" || spelledOut(c) != before || bodyOf(t, c) != body {
			t.Fatalf("undone it is\n%s\nwant\n%s", spelledOut(c), before)
		}
		if _, ok := c.Redo("text"); !ok || spelledOut(c) != after || bodyOf(t, c) != rest {
			t.Fatalf("done again it is\n%s\nwant\n%s", spelledOut(c), after)
		}
	})
}

func bodyOf(t *rapid.T, c *Conversation) string {
	body, err := c.Body("text", BodyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
