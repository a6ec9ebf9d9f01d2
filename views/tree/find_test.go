package tree

import (
	"bytes"
	"fmt"
	"testing"

	"gatehouse/views"
	"gatehouse/views/body"
)

// TestSearchWhileTheDocumentIsRead: the bytes are searched while there is no
// tree yet; when it comes, the search begins again in its values, wherever it
// had come to.
func TestSearchWhileTheDocumentIsRead(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("[")
	for i := 0; b.Len() < 3<<20; i++ {
		fmt.Fprintf(&b, "\"line %06d of the document\",\n", i)
	}
	b.WriteString(`"needle"]`)
	for _, words := range []string{"line", "needle", "nowhere"} {
		for slices := range 4 { // that are looked through before the tree comes
			m := New(styles(), keys())
			m.SetSize(80, 24)
			m.SetContent(Content{JSON: b.Bytes(), Raw: body.Bytes(b.Bytes())})
			tree := m.Work()()
			m.act(views.ActFind)
			m.find.Words = words
			cmd := m.searchAgain()
			for range slices {
				if cmd != nil {
					_, cmd = m.Update(cmd())
				}
			}
			m.View()
			_, again := m.Update(tree)
			if again == nil {
				t.Fatalf("%s: not searched again", words)
			}
			if cmd != nil {
				if _, more := m.Update(cmd()); more != nil || len(m.find.hits) > 0 {
					t.Fatalf("%s: a late slice of the bytes was taken", words)
				}
			}
			for again != nil {
				_, again = m.Update(again())
			}
			for range 3 {
				m.toHit(1)
				m.View()
			}
			for _, h := range m.find.hits {
				if h.node < 0 || h.offset != 0 {
					t.Fatalf("%s: %+v is no value", words, h)
				}
			}
			if words == "needle" && (len(m.find.hits) != 1 || m.top().cursor.Node != m.top().x.Len()-1) {
				t.Errorf("%s: %+v, the cursor at %d", words, m.find.hits, m.top().cursor.Node)
			}
		}
	}
}

// TestWhatOnlyTheBytesHaveIsTold: where no name and no value has the words, how
// often raw has them, and the key that shows raw leads to the first.
func TestWhatOnlyTheBytesHaveIsTold(t *testing.T) {
	m := New(styles(), keys())
	m.SetContent(Content{Title: "Response", JSON: []byte(`{"a":"word"}`), Raw: body.Bytes("data: {\"delta\":\"word\"}\n\ndata: {\"delta\":\"rose\"}\n\ndata: {\"delta\":\"rose\"}\n\n")})
	s := newStage(m, 100, 12)
	s.press("/").write(`"rose`).press("enter")
	s.has(t, "no hit, raw has 2: alt+v shows it")
	s.press("v")
	s.has(t, "1 of 2", `data: {"delta":"rose"}`)
	s.press("esc", "v", "/").write("nowhere").press("enter")
	s.has(t, "no hit")
	s.hasNot(t, "raw has")
}
