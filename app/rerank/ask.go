package rerank

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	switch run := s.runOf(model); {
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
	if run := s.runOf(model); run != nil && run.running() {
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
	model, ok = s.ranking.Column()
	return model, ok && (s.ranking.InModel() || len(s.set.Models) == 1)
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
