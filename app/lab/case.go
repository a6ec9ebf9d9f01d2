package lab

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
	"gatehouse/views"
	"gatehouse/views/lab/answers"
	"gatehouse/views/lab/grid"
)

// showAnswers shows the answers to a case, or the one that is marked blind.
func (s *Screen) showAnswers() {
	r, c := s.results(), s.at
	if s.judging != nil {
		c = s.judging.list[s.judging.at].Case
	}
	if c >= len(r.Cases) {
		s.cases.Show(answers.Case{Title: "no case yet"})
		return
	}
	shown := answers.Case{Title: fmt.Sprintf("%s   case %d of %d", r.Cases[c], c+1, len(r.Cases)), Prompt: s.prompt(c)}
	if j := s.judging; j != nil {
		shown.Title = fmt.Sprintf("answer %d of %d to mark", j.at+1, len(j.list))
		shown.Answers = [][]lab.Same{{{Trial: j.list[j.at].Trial}}}
	} else {
		shown.Variants = r.Variants
		for _, trials := range r.Trials[c] {
			shown.Answers = append(shown.Answers, lab.Collapse(trials))
		}
	}
	s.cases.Show(shown)
}

// maxPrompt is how much of a prompt is shown, in bytes.
const maxPrompt = 4 << 10

// prompt returns what a case asks.
func (s *Screen) prompt(c int) string {
	return history.Prompt(s.lab.Cases[c].Request, false, maxPrompt)
}

// stepCase shows another case; while judging, another answer.
func (s *Screen) stepCase(by int) tea.Cmd {
	if s.judging != nil {
		return s.stepJudged(by)
	}
	to := s.at + by
	if s.Focus() != CasePane {
		return s.openFirst()
	}
	if to < 0 || to >= len(s.lab.Cases) {
		return s.Notify("no case in that direction")
	}
	s.at = to
	return nil
}

// markAll sets the marks of all answers.
func (s *Screen) markAll() {
	if s.plan == nil {
		return
	}
	rows := make([][][]lab.Trial, len(s.plan.Known.Trials))
	for c, row := range s.plan.Known.Trials {
		rows[c] = lab.WithMarks(row, s.lab.Marks)
	}
	s.plan.Known.Trials = rows
	s.version++
}

func (s *Screen) openFirst() tea.Cmd {
	return s.Notify("open a case first: %s on its row", s.key(views.ActOpenRow))
}

// mark marks the selected answer, and all of the same text to the case.
func (s *Screen) mark(value int) tea.Cmd {
	if s.Focus() != CasePane {
		return s.openFirst()
	}
	t, _, ok := s.cases.Selected()
	if !ok || t.ID == "" {
		return s.Notify("no answer to mark yet")
	}
	one := lab.Mark{Answer: t.ID, Mark: value}
	file := *s.lab.Lab
	file.Marks = append(file.Marks[:len(file.Marks):len(file.Marks)], one)
	text := append(s.lab.Text[:len(s.lab.Text):len(s.lab.Text)], expect.MarkText(one)...)
	j := s.judging
	s.change(&files.Lab{Path: s.lab.Path, Text: text, Lab: &file})
	s.judging = j
	s.markAll()
	if j != nil {
		return s.stepJudged(1)
	}
	return nil
}

// judging is a walk through the answers without a mark.
type judging struct {
	list []judged
	at   int
}

type judged struct {
	lab.Trial
	Case int
}

// judge begins to judge the answers without a mark, the same ones to a case once. Of each case their order is random, but
// the same each time.
func (s *Screen) judge() tea.Cmd {
	j := &judging{}
	r := s.results()
	answered := false
	for c, row := range r.Trials {
		first := len(j.list)
		seen := map[string]bool{}
		for _, trials := range row {
			for _, one := range lab.Collapse(trials) {
				text := strings.TrimSpace(one.Text)
				answered = answered || text != ""
				if text != "" && !one.Marked && !seen[text] {
					seen[text] = true
					j.list = append(j.list, judged{one.Trial, c})
				}
			}
		}
		seed := fnv.New64a()
		seed.Write([]byte(r.Cases[c]))
		of := j.list[first:]
		rand.New(rand.NewPCG(seed.Sum64(), 0)).Shuffle(len(of), func(a, b int) { of[a], of[b] = of[b], of[a] })
	}
	switch {
	case !answered:
		return s.Notify("no answer to mark yet; %s runs the lab", s.key(views.ActRankRunAll))
	case len(j.list) == 0:
		return s.Notify("every answer has a mark")
	}
	s.judging = j
	s.version++
	return s.SetFocus(CasePane)
}

// stepJudged goes to another answer; after the last it shows the grid.
func (s *Screen) stepJudged(by int) tea.Cmd {
	j := s.judging
	switch to := j.at + by; {
	case to < 0:
		return s.Notify("this is the first of %s", figures.Counted(len(j.list), "answer"))
	case to >= len(j.list):
		left := 0
		for _, one := range j.list {
			if !slices.ContainsFunc(s.lab.Marks, func(m lab.Mark) bool { return m.Answer == one.ID }) {
				left++
			}
		}
		s.grid.Choose(grid.Choice{Figure: slices.Index(s.results().Measures(), lab.Marks), Order: s.grid.Choice().Order})
		return tea.Batch(s.showGrid(), s.Notify("%s marked, %d left", figures.Counted(len(j.list)-left, "answer"), left))
	default:
		j.at = to
	}
	s.version++
	return nil
}

func (s *Screen) judgeWords() string {
	words := "How good is the answer?"
	for i, word := range [...]string{"bad", "poor", "good", "very good"} {
		words += "   " + s.key(views.MarkActions()[i]) + " " + word
	}
	return words
}
