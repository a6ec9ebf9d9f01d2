package talk

import (
	"testing"

	"pgregory.net/rapid"
)

// TestConversationAgainstAModel holds the tree against a plain list of parents.
func TestConversationAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewConversation(NewDraft())
		parents := []int{0} // by id; 0 is the place before the first turn
		current := 0
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			id := rapid.IntRange(0, len(parents)-1).Draw(t, "turn")
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				if got := c.Add(c.Find(id), nil); got.ID != len(parents) {
					t.Fatalf("turn %d became %d", len(parents), got.ID)
				}
				parents = append(parents, id)
				current = len(parents) - 1
			case 1:
				c.Select(c.Find(id))
				current = id
			case 2:
				if id == 0 {
					continue
				}
				leaf := c.Leaf(c.Find(id))
				c.Select(leaf)
				current = leaf.ID
				if len(leaf.Children) != 0 {
					t.Fatal("a leaf with children")
				}
			}
			var want []int
			for at := current; at != 0; at = parents[at] {
				want = append(want, at)
			}
			path := c.Path()
			if len(path) != len(want) {
				t.Fatalf("a path of %d turns, want %d", len(path), len(want))
			}
			for i, turn := range path {
				if turn.ID != want[len(want)-1-i] {
					t.Fatalf("turn %d on the path is %d", i, turn.ID)
				}
			}
		}
	})
}
