package history

import (
	"cmp"
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/archive"
	past "gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/views"
)

// source is the history that is shown: that of this machine, or of the team.
type source struct {
	of   *screen.History
	team bool
}

func (s *Screen) source() source { return source{s.History, s.team} }

// open returns what is to be read; nil where nothing is saved, or not before ctx ends. It is called
// from Cmds only.
func (f source) open(ctx context.Context) (archive.Reader, error) {
	if f.team {
		return f.of.Team(ctx)
	}
	if a := f.of.Archive(ctx); a != nil {
		return a, nil
	}
	return nil, nil
}

// require is open, for what is listed already: there is something to read.
func (f source) require(ctx context.Context) (archive.Reader, error) {
	r, err := f.open(ctx)
	if err == nil && r == nil {
		err = archive.ErrNone
	}
	return r, err
}

// ofRun returns all exchanges of a run; none of 0. It is called from Cmds only.
func (f source) ofRun(ctx context.Context, number int64) ([]past.Entry, error) {
	if number == 0 {
		return nil, nil
	}
	r, err := f.require(ctx)
	if err != nil {
		return nil, err
	}
	return archive.FullRun(ctx, r, number)
}

// session returns the complete session, or run, of the exchange with an id.
func (f source) session(name, id string, all func(*progress.Work, archive.Reader, string) ([]export.Exchange, error)) *screen.Session {
	return &screen.Session{Name: name, Load: func(w *progress.Work) ([]export.Exchange, error) {
		r, err := f.require(w.Context())
		if err != nil {
			return nil, cmp.Or(w.Err(), err)
		}
		return all(w, r, id)
	}}
}

// toggleTeam shows the history of the team, or of this machine again.
func (s *Screen) toggleTeam() tea.Cmd {
	if !s.History.HasTeam() {
		return s.SayNoTeam()
	}
	s.setTeam(!s.team)
	notice := "the history of this machine"
	if s.team {
		notice = "the history of the team; " + s.Keys.In(views.History).Name(views.ActHistoryTeam) + " returns to that of this machine"
	}
	return tea.Batch(s.load(), s.Notify("%s", notice))
}

func (s *Screen) setTeam(on bool) {
	s.team = on
	s.list.SetTeam(on)
	s.live.stored, s.live.complete, s.live.has = nil, true, 0
	s.counted = false
	s.list.SetStatus("Reading the history…")
	s.relist()
}

// Init implements screen.Starter: the program was started on an exchange of the team's history.
func (s *Screen) Init() tea.Cmd {
	if s.TeamExchange == "" {
		return nil
	}
	s.setTeam(true)
	return s.fetchOrReport(s.source(), s.TeamExchange, s.inspect, func(err error) {
		s.Warn(fmt.Sprintf("%s%s is not opened: %v.", past.TeamPrefix, s.TeamExchange, err))
	})
}

// pushRestore makes a deletion one that can be undone.
func (s *Screen) pushRestore(key int64) {
	s.undo.Push(func() tea.Cmd { return s.restoreExchange(key) })
}

// deleteExchange deletes an exchange, and lists the history without it.
func (s *Screen) deleteExchange(key int64) tea.Cmd {
	return s.change((*archive.Archive).Delete, key, func(err error) tea.Cmd {
		if err != nil {
			return s.Notify("not deleted: %v", err)
		}
		s.pushRestore(key)
		s.list.Leave(key)
		return tea.Batch(s.load(), s.Notify("deleted; %s restores it", s.Keys.Name(views.ActUndo)))
	})
}

// restoreExchange restores a deleted exchange, and lists the history with it.
func (s *Screen) restoreExchange(key int64) tea.Cmd {
	return s.change((*archive.Archive).Restore, key, func(err error) tea.Cmd {
		if err != nil {
			s.pushRestore(key)
			return s.Notify("not restored: %v", err)
		}
		s.selectNext = key
		return tea.Batch(s.load(), s.Notify("exchange restored"))
	})
}

// change changes an exchange of the archive, and then applies done to the error.
func (s *Screen) change(do func(*archive.Archive, context.Context, ...int64) error, key int64, done func(error) tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		a := s.History.Archive(s.Life.Ctx)
		if a == nil {
			return nil
		}
		err := do(a, s.Life.Ctx, key)
		return screen.EffectFunc(func() tea.Cmd { return done(err) })
	}
}
