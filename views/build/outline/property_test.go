package outline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// host applies what the list asks for, as plainly as can be.
type host struct {
	lists   map[string][]json.RawMessage
	version uint64
}

func (h *host) doc() []byte {
	all := map[string]any{}
	for name, list := range h.lists {
		all[name] = list
	}
	b, _ := json.Marshal(all)
	return b
}

func (h *host) apply(intent views.Intent) error {
	h.version++
	switch i := intent.(type) {
	case views.Insert:
		if i.Index > len(h.lists[i.Pointer[1:]]) {
			return fmt.Errorf("inserted behind the end: %+v", i)
		}
		h.lists[i.Pointer[1:]] = slices.Insert(h.lists[i.Pointer[1:]], i.Index, i.Value)
	case views.DeleteElement:
		parts := strings.Split(i.Pointer, "/")
		n, err := strconv.Atoi(parts[2])
		if err != nil || n >= len(h.lists[parts[1]]) {
			return fmt.Errorf("deleted what is not there: %+v", i)
		}
		h.lists[parts[1]] = slices.Delete(h.lists[parts[1]], n, n+1)
	case views.MoveElement:
		list := h.lists[i.Pointer[1:]]
		v := list[i.From]
		h.lists[i.Pointer[1:]] = slices.Insert(slices.Delete(list, i.From, i.From+1), i.To, v)
	}
	return nil
}

func TestAnyKeysPreserveTheSelectionAndTheDocument(t *testing.T) {
	keys := []string{"j", "k", "down", "up", "pgdown", "pgup", "g", "G", "d", "duplicate", "J", "K", "space", "y", "ctrl+v", "n", "N", "/", "enter", "a", "esc", "x", "backspace"}
	rapid.Check(t, func(t *rapid.T) {
		h := &host{lists: map[string][]json.RawMessage{}}
		for _, name := range []string{"plugins", "tools", "input"} {
			for i := range rapid.IntRange(0, 12).Draw(t, name) {
				h.lists[name] = append(h.lists[name], json.RawMessage(fmt.Sprintf(`{"id":"p%d","type":"t","name":"n%d","content":[{"text":"w"}]}`, i, i)))
			}
		}
		m := newModel("{}", rapid.IntRange(0, 50).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height"))
		m.SetDocument(h.doc(), 1)
		h.version = 1
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			before, was := len(h.lists["input"]), m.Place()
			intent := press(m, rapid.SampledFrom(keys).Draw(t, "key"))
			if err := h.apply(intent); err != nil {
				t.Fatal(err)
			}
			m.SetDocument(h.doc(), h.version)
			if d, ok := intent.(views.DeleteElement); ok && was.Section == views.ItemsSection && len(h.lists["input"]) != before-1 {
				t.Fatalf("%+v did not delete one item", d)
			}
			look(t, m)
		}
	})
}

func look(t viewstest.Tester, m *Model) {
	view := m.View()
	viewstest.Exact(t, view, m.Width, m.Height)
	if m.Width > 2 && m.Height > 1 && !strings.Contains(ansi.Strip(view), "▸") {
		t.Fatalf("the selection is out of sight:\n%s", ansi.Strip(view))
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{scene, `{"plugins":[1,null,"x",{"id":{}}],"tools":{"a":1},"input":[[],{},{"content":[1]},"\ud800"]}`,
		`{"input":"` + strings.Repeat(`漢\u0041\n`, 100) + `"}`, `{"input":[{"role":"\u001b[2J\u202e","content":"\u0007"}]}`, `[`, `{"input":[`} {
		f.Add(seed, 26)
	}
	f.Fuzz(func(t *testing.T, doc string, width int) {
		if width < 0 || width > 120 || len(doc) > 8192 {
			t.Skip()
		}
		before := strings.Clone(doc)
		m := newModel(doc, width, 30)
		for _, k := range []string{"G", "/", "e", "enter", "y", "d"} {
			press(m, k)
			look(t, m)
		}
		if doc != before {
			t.Fatal("the document was written to")
		}
	})
}
