package rerank

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// askFocused asks the model alone whose column has the cursor, for what the set
// says now. The others may be on their way.
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

// focusedModel is the model whose column has the cursor. In the column of the
// request's own order it is the only model there is; of several none is meant,
// for a run costs money.
func (s *Screen) focusedModel() (model int, ok bool) {
	model, ok = s.ranking.Column()
	return model, ok && (s.ranking.InModel() || len(s.set.Models) == 1)
}

// whichModel says how one of several models is chosen for an action.
func (s *Screen) whichModel(action views.Action) tea.Cmd {
	if len(s.set.Models) == 0 {
		return s.noModel()
	}
	return s.Notify("select a model's column with %s in the documents, then press %s", s.Keys.In(views.Rerank).Name(views.ActGoRight), s.Keys.Name(action))
}

func (s *Screen) noModel() tea.Cmd {
	return s.Notify("no model yet; %s adds one", s.Keys.Name(views.ActRankAddModel))
}
