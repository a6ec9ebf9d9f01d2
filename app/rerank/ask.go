package rerank

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/check"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// askAll asks every model to rank the documents for the query that is shown. The
// requests are written and checked in the background; with faults nothing is sent
// unless force is true.
func (s *Screen) askAll(force bool) tea.Cmd {
	all := make([]int, len(s.set.Models))
	for i := range all {
		all[i] = i
	}
	if s.Busy() {
		return s.stillRunning()
	}
	return s.ask(all, force)
}

// ask asks some models, in the set's order, as askAll asks all. What the others
// answered stays.
func (s *Screen) ask(models []int, force bool) tea.Cmd {
	switch {
	case strings.TrimSpace(s.set.Queries[s.at].Text) == "":
		return tea.Batch(s.refuse(rerankset.ErrNoQuery.Error()), s.SetFocus(QueryPane))
	case len(s.set.Documents) == 0:
		return s.refuse(fmt.Sprintf("%[1]v: %[4]s goes to the documents, %[2]s types them, %[3]s loads a file", rerankset.ErrNoDocuments,
			s.Keys.Name(views.ActRankAdd), s.Keys.Name(views.ActRankLoad), s.Keys.Name(views.ActNextPane)))
	case len(s.set.Models) == 0:
		return s.refuse(fmt.Sprintf("%v: press %s in the documents", rerankset.ErrNoModel, s.Keys.Name(views.ActRankAddModel)))
	}
	s.fault, s.checking = "", true
	if last := len(s.undo) - 1; last >= 0 && s.undo[last].in == QueryPane {
		s.undo[last].in = "" // what is typed from now on is an edit of its own
	}
	s.invalidate()
	w := requestsWritten{screen: s, set: s.set, at: s.at, models: models, link: s.Link, docs: s.docs, edit: s.edit, opened: s.file.opened}
	return func() tea.Msg {
		w.write(force)
		return w
	}
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

// requestsWritten brings the requests of a query of a set, one for each of some
// models; where one has faults, it is the last, and found lists them.
type requestsWritten struct {
	screen *Screen
	set    rerankset.Set
	at     int          // the query
	models []int        // of the set, one a body
	link   *screen.Link // over which they go, whatever conversation is shown by then
	docs   uint64       // number of the set's documents
	edit   uint64       // that had made the set
	opened uint64       // number of the set's opening
	bodies [][]byte
	found  []report.Finding
	err    error
}

// write writes the requests and checks each unless force is true.
func (w *requestsWritten) write(force bool) {
	for _, i := range w.models {
		doc, err := w.set.Request(w.at, i)
		if err != nil {
			w.err = err
			return
		}
		w.bodies = append(w.bodies, doc)
		if found := check.For(check.ForRerank, doc, w.link.Known()); !force && !found.OK() {
			w.found = report.Checked(found)
			return
		}
	}
}

func (w requestsWritten) Land() tea.Cmd {
	s := w.screen
	s.checking = false
	s.invalidate()
	if w.err != nil {
		return s.refuse(w.err.Error())
	}
	query, ok := w.query()
	switch {
	case w.opened != s.file.opened:
		return s.Notify("not run: another set is open now")
	case !ok:
		return s.Notify("not run: the query was deleted")
	case w.found != nil:
		return w.listFaults(query)
	}
	return w.send(query)
}

// send sends the requests for a query of the present set.
func (w requestsWritten) send(query int) tea.Cmd {
	s, text := w.screen, w.set.Queries[w.at].Text
	if query == s.at && !s.wasAsked(query, text, w.docs) {
		s.ranking.Await()
	}
	var all []tea.Cmd
	if s.Running() == 0 {
		s.asked = asked{began: time.Now()}
	}
	next := s.runs.clone()
	for n, doc := range w.bodies {
		i := w.models[n]
		to, ok := placeOfModel(s.set, w.set.Models[i], i)
		if !ok || next[query][to] != s.runs[query][to] {
			continue // meanwhile it was removed, or changed
		}
		run := newRun(w.set, w.at, i, w.docs)
		next[query][to] = run
		all = append(all, s.start(run, w.link, doc))
	}
	s.setRuns(next)
	s.asked.count += len(all)
	s.weigh() // the runs before are in the history alone now
	s.basis++
	if len(all) == 0 {
		return s.Notify("not run: the models have changed")
	}
	return tea.Batch(all...)
}

// newRun is a run that a model of a set is asked for a query of it.
func newRun(set rerankset.Set, query, model int, docs uint64) *Run {
	q := set.Queries[query]
	return &Run{query: q.Text, docs: docs, model: set.Models[model], count: set.Count(query), chosen: q.Candidates}
}

// wasAsked reports whether a model has a run of a query with this text and these
// documents.
func (s *Screen) wasAsked(query int, text string, docs uint64) bool {
	return slices.ContainsFunc(s.runs[query], func(run *Run) bool {
		return run != nil && run.query == text && run.docs == docs
	})
}

// query is where the query is by now for which the requests were written; ok is
// false where it was deleted.
func (w requestsWritten) query() (at int, ok bool) {
	s := w.screen
	if s.edit == w.edit {
		return w.at, true
	}
	if at, ok = placeOfQuery(s.set, w.set.Queries[w.at].Text, w.at); ok {
		return at, true
	}
	return w.at, len(s.set.Queries) == len(w.set.Queries) // its text was edited
}

// listFaults lists the faults of a model's request, with the cursor in the column
// of that model. When something else is being done by now, a line must do.
func (w requestsWritten) listFaults(query int) tea.Cmd {
	s, at := w.screen, w.models[len(w.bodies)-1]
	name := w.set.Labels()[at]
	model, ok := placeOfModel(s.set, w.set.Models[at], at)
	if !ok || query != s.at || !s.isShown() || s.Overlays.Top() != nil {
		return s.Notify("not run: the request to %s has a fault, %s", name, w.found[0].Words())
	}
	s.ranking.SelectColumn(model)
	return s.OpenOverlay("Faults in the request to "+name, faults.New(s.Styles, s.Keys, w.found))
}

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
