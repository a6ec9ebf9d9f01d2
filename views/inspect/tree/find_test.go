package tree

import (
	"bytes"
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// TestSearchWhileTheDocumentIsRead: the bytes are searched while there is no tree; once
// there is, the search begins again in its values, wherever it was.
func TestSearchWhileTheDocumentIsRead(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("[")
	for i := 0; b.Len() < 3<<20; i++ {
		fmt.Fprintf(&b, "\"line %06d of the document\",\n", i)
	}
	b.WriteString(`"needle"]`)
	for _, words := range []string{"line", "needle", "nowhere"} {
		for slices := range 4 { // that are searched before the tree is there
			m := New(styles(), keys())
			m.SetSize(80, 24)
			m.SetContent(Content{JSON: b.Bytes(), Raw: text.Bytes(b.Bytes())})
			tree := m.Work()()
			m.act(views.ActFind)
			m.find.Words = words
			cmd := m.searchAgain()
			for range slices {
				if cmd != nil {
					cmd = m.Update(cmd()).Cmd
				}
			}
			m.View()
			again := m.Update(tree).Cmd
			if again == nil {
				t.Fatalf("%s: not searched again", words)
			}
			if cmd != nil {
				if more := m.Update(cmd()).Cmd; more != nil || m.find.Count() > 0 {
					t.Fatalf("%s: a late slice of the bytes was taken", words)
				}
			}
			for again != nil {
				again = m.Update(again()).Cmd
			}
			for range 3 {
				m.toHit(1)
				m.View()
			}
			for _, node := range m.find.Hits() {
				if m.find.inRaw() || node >= m.top().x.Len() {
					t.Fatalf("%s: %d is no value", words, node)
				}
			}
			if words == "needle" && (m.find.Count() != 1 || m.top().cursor.Node != m.top().x.Len()-1) {
				t.Errorf("%s: %d hits, the cursor at %d", words, m.find.Count(), m.top().cursor.Node)
			}
		}
	}
}

// TestHitsOnlyInTheBytesAreCounted: if no name and no value has the words, the number of hits
// in raw is shown, and the key that shows raw leads to the first.
func TestHitsOnlyInTheBytesAreCounted(t *testing.T) {
	m := New(styles(), keys())
	m.SetContent(Content{Title: "Response", JSON: []byte(`{"a":"word"}`), Raw: text.Bytes("data: {\"delta\":\"word\"}\n\ndata: {\"delta\":\"rose\"}\n\ndata: {\"delta\":\"rose\"}\n\n")})
	s := newStage(m, 100, 12)
	s.press("/").write(`"rose`).press("enter")
	s.has(t, "no hits, raw has 2: v shows it")
	s.press("v")
	s.has(t, "1 of 2", `data: {"delta":"rose"}`)
	s.press("esc", "v", "/").write("nowhere").press("enter")
	s.has(t, "no hit")
	s.hasNot(t, "raw has")
}

// TestTheHeadersLeaveTheSelection: if it has to leave the screen for them, it returns when
// they are folded.
func TestTheHeadersLeaveTheSelection(t *testing.T) {
	for _, height := range []int{30, 12} {
		c := content(`{"a":[1,2,3,4,5,6,7,8,9],"b":"the selected one"}`)
		c.Head = Head{Line: "HTTP/1.1 200 OK", Fields: map[string][]string{"Date": {"today"}, "Server": {"a gateway"}}}
		s := viewer(c, 80, height).press("v", "v", "G", "H")
		s.has(t, "Server: a gateway")
		if height == 30 {
			s.has(t, "❯ ", `b: "the selected one"`, ".b ")
		}
		s.press("H")
		s.hasNot(t, "Server: a gateway")
		s.has(t, `b: "the selected one"`, ".b ")
	}
}

// TestTrailersStandBelowTheHeaders, and nothing of a key in them.
func TestTrailersStandBelowTheHeaders(t *testing.T) {
	c := content(`{"a":1}`)
	c.Head = Head{Line: "HTTP/1.1 200 OK", Fields: map[string][]string{"Date": {"today"}},
		Trailers: map[string][]string{"X-Sum": {"42"}, "X-Api-Key": {"one of mine"}}}
	s := viewer(c, 80, 30)
	s.has(t, "1 header, 2 trailers, H shows them")
	s.hasNot(t, "X-Sum")
	s.press("H")
	s.has(t, "trailers", "X-Sum: 42", "X-Api-Key: one (hidden)")
}

// TestASearchOfGrowingBytesFindsWhatANewOneFinds: also in a line that arrived in pieces, and
// if there are fewer bytes again, as at an earlier time; both in the bytes themselves and for
// their count next to a document without a hit.
func TestASearchOfGrowingBytesFindsWhatANewOneFinds(t *testing.T) {
	var capture wire.Capture
	capture.Body.Append(bytes.Repeat([]byte("a needle, and a needle\nneedles\n\nno end: "), 8), 1)
	words := capture.Text()
	of := state.NewExchange("x", nil).Identity()
	for _, document := range []string{"", `{"a":%d}`} {
		at := func(length int) Content {
			c := Content{Raw: text.Piece{Of: words, To: int64(length)}, Of: of}
			if document != "" {
				c.JSON = fmt.Appendf(nil, document, length)
			}
			return c
		}
		search := func(length int) *stage { return viewer(at(length), 80, 8).press("/").write("needle").press("enter") }
		s := search(12)
		for _, length := range []int{13, 15, 19, 24, 60, 61, 62, 150, int(words.Len()), 40, 12, 100} {
			m := s.Pane.(*Model)
			m.SetContent(at(length))
			s.run(m.Work())
			got, want := s.Pane.(*Model), search(length).Pane.(*Model)
			if got.find.Count() != want.find.Count() || got.find.raw.Count() != want.find.raw.Count() {
				t.Errorf("%d bytes, document %q: %s, a new search: %s", length, document, got.findLine(), want.findLine())
			}
		}
	}
}

// TestASearchBeginsAgainInTheOtherForm: in the bytes from their beginning, in the tree from
// the value that is selected.
func TestASearchBeginsAgainInTheOtherForm(t *testing.T) {
	c := content(`{"a":["rose","rose"]}`)
	c.Raw = text.Bytes("data: rose\n\ndata: rose\n\ndata: rose\n\n")
	s := viewer(c, 100, 16)
	s.press("/").write("rose").press("enter", "n", "v")
	s.has(t, "1 of 3")
	s.press("v")
	s.has(t, "2 of 2")
}
