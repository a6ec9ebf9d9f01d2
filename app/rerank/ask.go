package rerank

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// askAll asks every model to rank the documents for the query that is shown.
func (s *Screen) askAll(force bool) tea.Cmd {
	if s.Busy() {
		return s.stillRunning()
	}
	all := make([]int, len(s.set.Models))
	for i := range all {
		all[i] = i
	}
	return s.ask(all, force)
}

// ask asks some models for the query that is shown. With faults nothing is sent unless force is true.
func (s *Screen) ask(models []int, force bool) tea.Cmd {
	switch {
	case strings.TrimSpace(s.set.Queries[s.at].Text) == "":
		return tea.Batch(s.refuse(dataset.ErrNoQuery.Error()), s.SetFocus(QueryPane))
	case len(s.set.Documents) == 0:
		return s.refuse(fmt.Sprintf("%[1]v: %[4]s goes to the documents, %[2]s types them, %[3]s loads a file", dataset.ErrNoDocuments,
			s.Keys.Name(views.ActRankAdd), s.Keys.Name(views.ActRankLoad), s.Keys.Name(views.ActNextPane)))
	case len(s.set.Models) == 0:
		return s.refuse(fmt.Sprintf("%v: press %s in the documents", dataset.ErrNoModel, s.Keys.Name(views.ActRankAddModel)))
	}
	s.fault, s.checking = "", true
	if last := len(s.undo) - 1; last >= 0 && s.undo[last].in == QueryPane {
		s.undo[last].in = "" // what is typed from now on is another edit
	}
	s.invalidate()
	cells := make([]lab.Cell, len(models))
	for i, model := range models {
		cells[i] = lab.Cell{Case: s.at, Candidate: model}
	}
	w := s.newSweep(cells, len(cells))
	w.single, w.force = true, force
	return s.sendNext(w)
}

func (s *Screen) stillRunning() tea.Cmd {
	return s.Notify("still running; %s stops it", s.Keys.Name(views.ActStop))
}

// refuse says at the query why nothing was asked.
func (s *Screen) refuse(why string) tea.Cmd {
	s.fault = why
	s.invalidate()
	return nil
}

// askFocused asks only the model whose column has the cursor, while others may be running.
func (s *Screen) askFocused() tea.Cmd {
	model, ok := s.focusedModel()
	switch run := s.rankingOf(model); {
	case !ok:
		return s.whichModel(views.ActResend)
	case s.checking:
		return s.stillRunning()
	case run != nil && run.running():
		return s.Notify("%s is still running; %s stops it", s.label(model), s.Keys.Name(views.ActRankStop))
	}
	cmd := s.ask([]int{model}, false)
	if s.checking {
		s.Notify("running %s only", s.label(model))
	}
	return cmd
}

// stopFocused stops the run of the model whose column has the cursor.
func (s *Screen) stopFocused() tea.Cmd {
	model, ok := s.focusedModel()
	if !ok {
		return s.whichModel(views.ActRankStop)
	}
	if run := s.rankingOf(model); run != nil && run.running() {
		run.Cancel()
		return nil
	}
	if s.checking {
		return s.stillRunning()
	}
	return s.Notify("%s is not running", s.label(model))
}

// focusedModel returns the model whose column has the cursor. The column of the request's order means the
// only model; of several none is meant, since a run costs money.
func (s *Screen) focusedModel() (model int, ok bool) {
	model, ok = s.list.Column()
	return model, ok && (s.list.InModel() || len(s.set.Models) == 1)
}

// whichModel is the notice that names the keys for choosing one of several models for an action.
func (s *Screen) whichModel(action views.Action) tea.Cmd {
	if len(s.set.Models) == 0 {
		return s.noModel()
	}
	return s.Notify("select a model's column with %s in the documents, then press %s", s.Keys.In(views.Rerank).Name(views.ActGoRight), s.Keys.Name(action))
}

func (s *Screen) noModel() tea.Cmd {
	return s.Notify("no model yet; %s adds one", s.Keys.Name(views.ActRankAddModel))
}

// askLimit shows the maximum cost of a sweep and asks for a limit. At the local gateway it begins at once.
func (s *Screen) askLimit(w *sweep) tea.Cmd {
	if w.link.Local {
		return s.begin(w)
	}
	c := sweepCosts{screen: s, sweep: w}
	return func() tea.Msg {
		c.count()
		return c
	}
}

// sweepCosts has the maximum cost of a sweep.
type sweepCosts struct {
	screen  *Screen
	sweep   *sweep
	usd     float64
	unknown string // why that is not known; empty where it is
}

// count adds up the maximum costs. If all queries rank the same documents, the longest query counts for each.
func (c *sweepCosts) count() {
	w := c.sweep
	longest := 0
	for q, query := range w.set.Queries {
		if len(query.Text) > len(w.set.Queries[longest].Text) {
			longest = q
		}
	}
	known := map[lab.Cell]float64{}
	for _, a := range w.Left() {
		if w.set.Queries[a.Case].Candidates == nil && w.set.Queries[longest].Candidates == nil {
			a.Case = longest
		}
		usd, had := known[a]
		if !had {
			doc, err := w.set.Request(a.Case, a.Candidate)
			var why string
			if usd, why = w.known.MaxCost(doc, true, false); err == nil {
				c.unknown = cmp.Or(c.unknown, why)
			}
			known[a] = usd
		}
		c.usd += usd
	}
}

func (c sweepCosts) Apply() tea.Cmd {
	s, w := c.screen, c.sweep
	if !s.isShown() || s.Overlays.Top() != nil || s.Busy() || w.opened != s.file.opened || w.docs != s.docs {
		return nil // something else is being done by now
	}
	costs := "at most " + figures.PriceOf(c.usd) + " by its list of models"
	if c.unknown != "" {
		costs = "what that may cost is not known beforehand (" + c.unknown + ")"
	}
	words := cmp.Or(w.notice, figures.Counted(len(w.Left()), "request"))
	return s.AskLimit(fmt.Sprintf("%s, to %s: %s", words, w.link.Title, costs), func(b *lab.Budget) tea.Cmd {
		w.SetBudget(b)
		switch {
		case s.Busy():
			return s.stillRunning()
		case w.opened != s.file.opened || w.docs != s.docs:
			return s.Notify("not run: the documents have changed")
		}
		return s.begin(w)
	})
}
