package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

func TestTwoExchangesAreCompared(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Press("f4", "D", "A")
		d.Shows("nothing sent yet")
		d.Ask("sim/writer", "first words")
		d.Press("tab", "D")
		d.Shows("only one exchange so far")
		d.Press("f4", "D")
		d.Shows("Only one exchange so far; send another, or press alt+r to send this one again.")
		d.Press("f2")
		d.Ask("sim/coder", "second words")
		d.Press("tab", "[", "[", "D")
		d.Shows("Compare: choose A")
		d.Press("enter")
		if a, b := d.Inspector().Compared(); a == nil || b == nil || a.Turn.ID != 2 || b.Turn.ID != 1 {
			t.Errorf("compared are %v and %v", a, b)
		}
		d.Press("%", "f2", "f4")
		d.Shows("sim/writer  first words   + B ")
		d.Shows("sim/coder  second words")
		d.CheckScreen(140, 45)
	})
}

// TestTheFirstIsComparedWithTheOneBehindIt: there is none before it.
func TestTheFirstIsComparedWithTheOneBehindIt(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Ask("sim/coder", "second words")
		d.Press("f4", "[", "D")
		d.Shows("exchange 1 of 2")
		d.Shows("sim/writer  first words   + B ")
		d.Shows("sim/coder  second words")
	})
}

// TestTheOnlyOneOfItsConversationIsComparedWithAnother of the run, which the list has.
func TestTheOnlyOneOfItsConversationIsComparedWithAnother(t *testing.T) {
	apptest.Run(t, 200, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("alt+n")
		d.Ask("sim/coder", "second words")
		d.Press("f4", "D")
		d.Shows("Only one exchange in this conversation; F6 lists the 2 of this run, where m marks two and D compares them; or press alt+r to send this one again.")
		d.Press("f6", "m", "down", "m", "D")
		d.Shows("sim/coder  second words")
		d.Shows("sim/writer  first words")
	})
}

// TestASavedStreamIsComparedWithWhatIsSentBehindIt: it is one of the exchanges, to go
// back to and to choose.
func TestASavedStreamIsComparedWithWhatIsSentBehindIt(t *testing.T) {
	stream := "data: {\"type\":\"response.completed\",\"response\":{\"object\":\"response\",\"status\":\"completed\",\"model\":\"sim/writer\",\"output\":[]}}\n\n"
	inspectsSaved(t, stream, func(d *apptest.Driver) {
		d.Press("D", "A")
		d.Shows("only one exchange so far, a saved stream; send a request to compare it with")
		d.Press("f2")
		d.Ask("sim/writer", "hello there")
		d.Press("f4", "D")
		d.Shows("exchange 2 of 2")
		d.Shows("(saved) ")
		d.Shows("hello there")
		d.Press("[")
		d.Shows("a saved stream, 1 of 2  ✓")
		d.Shows("(saved) ")
		d.Shows("hello there")
		d.Press("B", "enter", "A")
		d.Shows("▸ 1  a saved stream")
		d.Shows("2  hello there")
		d.Press("up", "enter", "B", "down", "enter")
		d.Shows("hello there   + B ")
	})
}

// TestTheListOfExchangesNamesTheOtherSide: it opens on the chosen side, names
// the exchange of the other one, and describes what choosing that does.
func TestTheListOfExchangesNamesTheOtherSide(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		for _, words := range []string{"first words", "second words", "third words"} {
			d.Ask("sim/writer", words)
		}
		row := func() string {
			for line := range strings.Lines(d.Screen()) {
				if strings.Contains(line, "▸") {
					return line
				}
			}
			return ""
		}
		d.Press("f4", "D", "A")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("A is opened on %q\n%s", got, d.Screen())
		}
		d.Shows("sim/writer, now B")
		d.Press("up", "enter")
		d.Shows("A and B are the same exchange.")
		d.Press("=")
		d.Shows("choose two exchanges first: A and B")
		d.Press("B")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("B is opened on %q\n%s", got, d.Screen())
		}
		d.Shows("sim/writer, now A")
		d.Press("enter", "A", "down", "down", "enter")
		d.Shows("first words   + B ")
		d.Press("B")
		if got := row(); !strings.Contains(got, "2  second words") {
			t.Errorf("B is opened on %q\n%s", got, d.Screen())
		}
	})
}

// TestTheExchangeIsNamedWhereSpaceAllows: next to the tabs, else in the
// footer; the footer names the keys of what is on the screen now.
func TestTheExchangeIsNamedWhereSpaceAllows(t *testing.T) {
	for _, width := range []int{60, 80, 96, 97, 120} {
		apptest.Run(t, width, 24, nil, func(d *apptest.Driver) {
			d.Ask("sim/writer", "first words")
			d.Ask("sim/writer", "second words")
			d.Press("f4", "[", "E")
			if got := strings.Count(d.Screen(), "exchange 1 of 2  ✓"); got != 1 {
				t.Errorf("%d: it stands there %d times\n%s", width, got, d.Screen())
			}
			d.Shows("enter open")
		})
	}
	apptest.Run(t, 200, 24, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Ask("sim/writer", "second words")
		d.Press("f4", "U")
		d.Shows("tab next tab   [ previous exchange   ] next")
		d.Hides("unfold") // there is nothing that unfolds
	})
}

// TestARankingIsComparedWithTheAdjacentOne: the conversation has no part in it.
func TestARankingIsComparedWithTheAdjacentOne(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		d.Press("f2")
		d.Ask("sim/writer", "hello there")
		d.Press("f5")
		d.RerankSet("sim/bm25", "sim/trigram")
		d.Rank()
		for column, want := range []string{"sim/trigram   + B ", "sim/bm25   + B "} {
			d.Ranking().SelectColumn(column)
			d.Do(views.RunAction{Action: views.ActRankInspect})
			d.Flush()
			d.Press("D")
			d.Shows(want)
			d.Press("A")
			d.Shows("is compared with the one in the next column")
			d.Press("f5")
		}
	})
}
