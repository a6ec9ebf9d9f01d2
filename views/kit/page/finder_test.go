package page

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"gatehouse/views"
)

// rows is content that a search reads two rows at a time in the background.
type rows struct {
	text []string
	at   int
}

func (r *rows) look(words string, from int) (func() Part[int], bool) {
	text := r.text
	if from >= len(text) {
		return nil, false
	}
	return func() Part[int] {
		part := Part[int]{Next: min(from+2, len(text))}
		for i := from; i < part.Next; i++ {
			if strings.Contains(text[i], words) {
				part.Hits = append(part.Hits, i)
			}
		}
		part.More = part.Next < len(text)
		return part
	}, false
}

// search is a search of rows whose Cmds run when they are asked to.
type search struct {
	Finder[int]
	*rows
	waits []tea.Cmd
}

func newSearch(text string) *search {
	r := &rows{text: strings.Split(text, "")}
	return &search{rows: r, Finder: NewFinder(Findable[int]{
		Here: func() int { return r.at }, Before: cmp.Less[int], Show: func(row int) { r.at = row }, Look: r.look,
	})}
}

func (s *search) does(cmd tea.Cmd) {
	if cmd != nil {
		s.waits = append(s.waits, cmd)
	}
}

// run runs n Cmds, or all if there are fewer.
func (s *search) run(n int) {
	for ; n > 0 && len(s.waits) > 0; n-- {
		cmd := s.waits[0]
		s.waits = s.waits[1:]
		more, _ := s.Update(cmd())
		s.does(more)
	}
}

func (s *search) write(words string) {
	s.does(s.Write(views.NewKeys(views.DefaultCommands()), tea.PasteMsg{Content: words}).Cmd)
}

func (s *search) says(t *testing.T, number, count, row int) {
	t.Helper()
	if s.Number() != number || s.Count() != count || s.at != row {
		t.Errorf("%d of %d, at row %d; want %d of %d at row %d", s.Number(), s.Count(), s.at, number, count, row)
	}
}

func TestASearchGoesToTheFirstHitBehindWhereItBegan(t *testing.T) {
	s := newSearch("x..x..x.")
	s.at = 2
	s.Start()
	s.write("x")
	s.run(1)
	s.says(t, 0, 1, 2) // the hit is before it
	s.run(1)
	s.says(t, 2, 2, 3)
	s.run(9)
	s.says(t, 2, 3, 3)
	for _, row := range []int{6, 0, 3} {
		s.does(s.Step(1).Cmd)
		s.says(t, 1+row/3, 3, row)
	}
	s.does(s.Step(-1).Cmd)
	s.does(s.Step(-1).Cmd)
	s.says(t, 3, 3, 6)
	s.Close()
	if s.does(s.Step(1).Cmd); s.Open || s.Count() > 0 || len(s.waits) > 0 {
		t.Error("it goes on when it is closed")
	}
}

func TestAStepWaitsForTheHitItLeadsTo(t *testing.T) {
	s := newSearch("x....x..x")
	s.Start()
	s.write("x")
	s.run(1)
	s.does(s.Step(1).Cmd)
	s.does(s.Step(1).Cmd)
	s.says(t, 1, 1, 0)
	s.run(9)
	s.says(t, 3, 3, 8)
}

func TestWhatIsAddedIsLookedThroughToo(t *testing.T) {
	s := newSearch("x.x")
	s.Start()
	s.write("x")
	s.run(9)
	s.rows.text = append(s.rows.text, ".", "x")
	s.does(s.More())
	s.run(9)
	s.says(t, 1, 3, 0) // it moves nothing
	s.rows.text = append(s.rows.text, "x")
	s.does(s.Step(-1).Cmd)
	s.run(9)
	s.says(t, 4, 4, 5)
	if s.More() != nil {
		t.Error("there is something to look through, and nothing new")
	}
}

func TestRunningSearchCoversAddedRows(t *testing.T) {
	s := newSearch("x.")
	s.Start()
	s.write("x")
	s.rows.text = append(s.rows.text, "x")
	s.run(9)
	s.says(t, 1, 2, 0)
}

func TestHitsInTheMiddleTakeTheirPlace(t *testing.T) {
	s := newSearch("x...x")
	s.Start()
	s.write("x")
	s.run(9)
	s.Step(1)
	s.Insert(2, 9)
	s.says(t, 3, 4, 4)
	s.Step(-1)
	s.says(t, 2, 4, 2)
}

// TestASearchOfOtherContentKeepsItsPlace, and the hits that are known until it is done.
func TestASearchOfOtherContentKeepsItsPlace(t *testing.T) {
	s := newSearch("x.x.x")
	s.Start()
	s.write("x")
	s.run(9)
	s.Step(1)
	s.rows.text = strings.Split("xxx...", "")
	s.does(s.Restart())
	s.run(1)
	s.says(t, 2, 3, 2)
	s.run(9)
	s.says(t, 3, 3, 2)
	s.rows.text = strings.Split("......", "")
	s.does(s.Restart())
	s.run(9)
	if s.says(t, 0, 0, 2); !s.Missed() {
		t.Error("it does not say that there is no hit")
	}
}

func TestAPartOfAnotherSearchComesTooLate(t *testing.T) {
	s := newSearch("xy.xy.xy")
	s.Start()
	s.write("x")
	late := s.waits
	s.waits = nil
	s.write("z")
	for _, cmd := range late {
		if more, took := s.Update(cmd()); more != nil || !took {
			t.Error("the late part is looked on from")
		}
	}
	s.run(9)
	s.says(t, 0, 0, 0)
}

// TestStepsLeadWhereTheyLeadAmongAllHits, whatever of them is known when they are made.
func TestStepsLeadWhereTheyLeadAmongAllHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSearch(rapid.StringMatching("[x.]{1,12}").Draw(t, "text"))
		var hits []int
		for i, r := range s.rows.text {
			if r == "x" {
				hits = append(hits, i)
			}
		}
		s.at = rapid.IntRange(0, len(s.rows.text)-1).Draw(t, "at")
		want, _ := slices.BinarySearch(hits, s.at)
		s.Start()
		s.write("x")
		for range rapid.IntRange(0, 6).Draw(t, "steps") {
			s.run(rapid.IntRange(0, 3).Draw(t, "parts"))
			by := rapid.SampledFrom([]int{1, -1}).Draw(t, "by")
			s.does(s.Step(by).Cmd)
			want += by
		}
		s.run(99)
		if n := len(hits); n > 0 && s.at != hits[(want%n+n)%n] {
			t.Fatalf("at %d, want %d of %v", s.at, want, hits)
		}
	})
}
