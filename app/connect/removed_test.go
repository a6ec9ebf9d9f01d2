package connect_test

import (
	"os"
	"testing"
)

// TestARemovedConnectionInUseStaysInSight: what the conversation uses is shown, the next key
// does not switch it, and undo restores all of it.
func TestARemovedConnectionInUseStaysInSight(t *testing.T) {
	h := newHand(t)
	h.add("mine", "http://one.test/v1")
	h.press("esc", "enter")
	h.await("this conversation now uses mine (one.test)")
	before, err := os.ReadFile(h.config)
	if err != nil {
		t.Fatal(err)
	}
	h.press("d")
	h.await("profiles.mine removed; this conversation still uses it; alt+z undoes it", "▸● mine", "removed, still in use")
	h.press("enter")
	h.await("this conversation now uses mine (one.test)")
	h.press("d")
	h.await("mine was removed from config.toml; alt+z undoes a removal made here")
	h.press("alt+z")
	h.await("as it was before", "▸● mine           http://one.test/v1")
	if after, err := os.ReadFile(h.config); err != nil || string(after) != string(before) {
		t.Errorf("undone, the file has\n%s\nand had\n%s", after, before)
	}
}

// TestUndoingARemovalBringsTheConversationBack that was switched meanwhile.
func TestUndoingARemovalBringsTheConversationBack(t *testing.T) {
	h := newHand(t)
	h.add("mine", "http://one.test/v1")
	h.press("esc", "enter")
	h.await("this conversation now uses mine (one.test)")
	h.press("*")
	h.await("mine is now the default")
	h.press("d")
	h.await("profiles.mine and the default removed; this conversation still uses it; alt+z undoes it", "removed, still in use")
	h.press("up", "enter")
	h.await("this conversation now uses the local gateway")
	h.Hides("still in use")
	h.press("alt+z")
	h.await("this conversation now uses mine (one.test)", "▸● mine", "default")
}

// TestARemovedProfileOfAPresetLeavesThePreset, over which the conversation continues.
func TestARemovedProfileOfAPresetLeavesThePreset(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.ollama]\nbase_url = \"http://far.test/v1\"\n")
	h.press("f7")
	h.await("http://far.test/v1")
	h.press("j", "enter")
	h.await("this conversation now uses ollama (far.test)")
	h.press("d")
	h.await("profiles.ollama removed; this conversation continues with the preset ollama", "▸● ollama")
	h.press("alt+z")
	h.await("as it was before", "http://far.test/v1")
	if got := h.Link.BaseURL; got != "http://far.test/v1" {
		t.Errorf("the conversation goes to %s", got)
	}
}

// TestARemovedConnectionLeavesTheCursorNear, on another one of the file before a preset.
func TestARemovedConnectionLeavesTheCursorNear(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.one]\nbase_url = \"http://one.test/v1\"\n[profiles.two]\nbase_url = \"http://two.test/v1\"\n")
	h.press("f7")
	h.await("http://two.test/v1")
	h.press("j", "j", "d")
	h.await("profiles.two removed", "▸  one")
	h.press("alt+z")
	h.await("as it was before", "▸  two")
}

// TestAConnectionRemovedOutsideStaysInSight as one that was removed here.
func TestAConnectionRemovedOutsideStaysInSight(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.mine]\nbase_url = \"http://one.test/v1\"\n")
	h.press("f7")
	h.await("http://one.test/v1")
	h.press("j", "enter")
	h.await("this conversation now uses mine (one.test)")
	h.press("f2")
	h.edited("")
	h.press("f7")
	h.await("▸● mine", "removed, still in use")
	h.press("up", "enter")
	h.await("this conversation now uses the local gateway")
	h.Hides("mine  ")
}
