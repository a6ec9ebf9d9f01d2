package app

import (
	"strings"
	"testing"

	"gatehouse/views"
)

func TestTwoExchangesAreCompared(t *testing.T) {
	bubble(t, 140, 45, nil, func(d *driver) {
		d.keys("f4", "D", "A")
		d.shows("nothing sent yet")
		d.ask("sim/writer", "first words")
		d.keys("tab", "D")
		d.shows("only one exchange so far")
		d.keys("f4", "D")
		d.shows("Only one exchange so far; send another, or press alt+r to send this one again.")
		d.keys("f2")
		d.ask("sim/coder", "second words")
		d.keys("tab", "[", "[", "D")
		d.shows("Compare: choose A")
		d.keys("enter")
		if a, b := d.m.inspect().Compared(); a == nil || b == nil || a.Turn.ID != 2 || b.Turn.ID != 1 {
			t.Errorf("compared are %v and %v", a, b)
		}
		d.keys("x", "f2", "f4")
		d.shows("sim/writer  first words   + B ")
		d.shows("sim/coder  second words")
		d.exact(140, 45)
	})
}

// TestTheFirstIsComparedWithTheOneBehindIt: there is none before it.
func TestTheFirstIsComparedWithTheOneBehindIt(t *testing.T) {
	bubble(t, 140, 45, nil, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.ask("sim/coder", "second words")
		d.keys("f4", "[", "D")
		d.shows("exchange 1 of 2")
		d.shows("sim/writer  first words   + B ")
		d.shows("sim/coder  second words")
	})
}

// TestTheOnlyOneOfItsConversationIsComparedWithAnother of the run, which the list has.
func TestTheOnlyOneOfItsConversationIsComparedWithAnother(t *testing.T) {
	bubble(t, 200, 45, nil, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.keys("alt+n")
		d.ask("sim/coder", "second words")
		d.keys("f4", "D")
		d.shows("Only one exchange in this conversation; X lists the 2 of this run, where m marks two and D compares them; or press alt+r to send this one again.")
		d.keys("X", "m", "down", "m", "D")
		d.shows("sim/coder  second words   + B ")
		d.shows("sim/writer  first words")
	})
}

// TestASavedStreamIsComparedWithWhatIsSentBehindIt: it is one of the exchanges, to go
// back to and to choose.
func TestASavedStreamIsComparedWithWhatIsSentBehindIt(t *testing.T) {
	stream := "data: {\"type\":\"response.completed\",\"response\":{\"object\":\"response\",\"status\":\"completed\",\"model\":\"sim/writer\",\"output\":[]}}\n\n"
	inspectsSaved(t, stream, func(d *driver) {
		d.keys("D", "A")
		d.shows("only one exchange so far, a saved stream; send a request to compare it with")
		d.keys("f2")
		d.ask("sim/writer", "hello there")
		d.keys("f4", "D")
		d.shows("exchange 2 of 2")
		d.shows("(saved) ")
		d.shows("hello there")
		d.keys("[")
		d.shows("a saved stream, 1 of 2  ✓")
		d.shows("(saved) ")
		d.shows("hello there")
		d.keys("B", "enter", "A")
		d.shows("▸ 1  a saved stream")
		d.shows("2  hello there")
		d.keys("up", "enter", "B", "down", "enter")
		d.shows("hello there   + B ")
	})
}

// TestTheListOfExchangesNamesTheOtherSide: it opens on the chosen side, names
// the exchange of the other one, and describes what choosing that does.
func TestTheListOfExchangesNamesTheOtherSide(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		for _, words := range []string{"first words", "second words", "third words"} {
			d.ask("sim/writer", words)
		}
		row := func() string {
			for line := range strings.Lines(d.screen()) {
				if strings.Contains(line, "▸") {
					return line
				}
			}
			return ""
		}
		d.keys("f4", "D", "A")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("A is opened on %q\n%s", got, d.screen())
		}
		d.shows("sim/writer, now B")
		d.keys("up", "enter")
		d.shows("A and B are the same exchange.")
		d.keys("d")
		d.shows("choose two exchanges first: A and B")
		d.keys("B")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("B is opened on %q\n%s", got, d.screen())
		}
		d.shows("sim/writer, now A")
		d.keys("enter", "A", "down", "down", "enter")
		d.shows("first words   + B ")
		d.keys("B")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("B is opened on %q\n%s", got, d.screen())
		}
	})
}

// TestTheExchangeIsNamedWhereSpaceAllows: next to the tabs, else in the
// footer; the footer names the keys of what is on the screen now.
func TestTheExchangeIsNamedWhereSpaceAllows(t *testing.T) {
	for _, width := range []int{60, 80, 96, 97, 120} {
		bubble(t, width, 24, nil, func(d *driver) {
			d.ask("sim/writer", "first words")
			d.ask("sim/writer", "second words")
			d.keys("f4", "[", "E")
			if got := strings.Count(d.screen(), "exchange 1 of 2  ✓"); got != 1 {
				t.Errorf("%d: it stands there %d times\n%s", width, got, d.screen())
			}
			d.shows("enter open")
		})
	}
	bubble(t, 200, 24, nil, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.ask("sim/writer", "second words")
		d.keys("f4", "U")
		d.shows("tab next tab   [ previous exchange   ] next")
		d.hides("unfold") // there is nothing that unfolds
	})
}

// TestARankingIsComparedWithTheAdjacentOne: the conversation has no part in it.
func TestARankingIsComparedWithTheAdjacentOne(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		d.keys("f2")
		d.ask("sim/writer", "hello there")
		d.keys("f5")
		d.rerankSet("sim/bm25", "sim/trigram")
		d.rank()
		for column, want := range []string{"sim/trigram   + B ", "sim/bm25   + B "} {
			d.list().SelectColumn(column)
			d.do(views.RunAction{Action: views.ActRankInspect})
			d.flush()
			d.keys("D")
			d.shows(want)
			d.keys("A")
			d.shows("is compared with the one in the next column")
			d.keys("f5")
		}
	})
}
