package screen

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/views"
)

// History is the archive while the playground runs. It is opened in parallel with the first paint;
// callers wait for it.
type History struct {
	open      func(context.Context, func(error)) (*archive.Archive, error) // nil: nothing is saved
	once      sync.Once
	opened    chan struct{}                   // closed when it is open, or cannot be opened
	archive   atomic.Pointer[archive.Archive] // nil before it is open, and when it cannot be
	reports   chan historyReport
	enabled   atomic.Bool                                   // something is to be saved; set by Update alone
	team      func(context.Context) (archive.Reader, error) // nil: there is none
	joining   sync.Mutex                                    // of joined
	joined    archive.Reader                                // the team's history; nil before it is opened
	announced bool                                          // a notice reported the first save; Update alone reads and sets it
}

// Archive waits for the archive; nil if nothing is saved or ctx ends first. It is called from
// Cmds only.
func (h *History) Archive(ctx context.Context) *archive.Archive {
	if !h.enabled.Load() {
		return nil
	}
	select {
	case <-h.opened:
	case <-ctx.Done():
	}
	return h.archive.Load()
}

// HasTeam reports whether there is a history of a team.
func (h *History) HasTeam() bool { return h.team != nil }

// Team returns the history of the team, which is opened when it is first asked for. It is called
// from Cmds only.
func (h *History) Team(ctx context.Context) (archive.Reader, error) {
	if h.team == nil {
		return nil, archive.ErrNone
	}
	h.joining.Lock()
	defer h.joining.Unlock()
	if h.joined == nil {
		r, err := h.team(ctx)
		if err != nil {
			return nil, err
		}
		h.joined = r
	}
	return h.joined, nil
}

func (h *History) begin(ctx context.Context) {
	h.once.Do(func() {
		defer close(h.opened)
		a, err := h.open(ctx, h.report)
		if err != nil {
			h.report(err)
			return
		}
		h.archive.Store(a)
	})
}

// On reports whether anything is to be saved.
func (h *History) On() bool { return h.enabled.Load() }

// Opened returns the archive if it is open by now, else nil.
func (h *History) Opened() *archive.Archive { return h.archive.Load() }

// Failing reports whether something could not be saved.
func (h *History) Failing() bool {
	a := h.archive.Load()
	return a != nil && a.Failing()
}

// report queues a message of the archive, from any goroutine. A full queue drops it: nobody
// reads more than a few lines.
func (h *History) report(err error) {
	words, ends := err.Error(), ""
	if ending := (interface{ Ends() string })(nil); errors.As(err, &ending) {
		ends = ending.Ends()
	}
	if lost := (*archive.LostError)(nil); errors.As(err, &lost) {
		words += "; new exchanges are kept in memory until you quit"
	}
	select {
	case h.reports <- historyReport{line: words, ends: ends}:
	default:
	}
}

// FinishOpening waits for an opening that is under way and prevents later ones.
func (h *History) FinishOpening() { h.once.Do(func() {}) }

// Close writes what is left.
func (h *History) Close() {
	h.FinishOpening()
	if a := h.archive.Load(); a != nil {
		_ = a.Close() // what it could not write is in the spools
	}
}

// OpenHistory opens the archive in the background, unless that was done or the shown
// connection saves nothing, and shows its messages as long as the program runs.
func (h *Host) OpenHistory() tea.Cmd {
	if h.History.open == nil || h.Link.NoHistory || h.History.enabled.Swap(true) {
		return nil
	}
	return tea.Batch(func() tea.Msg {
		h.History.begin(context.WithoutCancel(h.Life.Ctx))
		a := h.History.archive.Load()
		if a == nil || a.Flush(h.Life.Ctx) != nil || a.Left() == 0 {
			return nil
		}
		return EffectFunc(func() tea.Cmd { return h.importLeftovers(a) })
	}, h.nextReport)
}

// importLeftovers stores the exchanges of killed programs in the archive, if there are too many to
// do that while opening.
func (h *Host) importLeftovers(a *archive.Archive) tea.Cmd {
	step := progress.Step{Verb: "taking in", What: "what killed programs left"}
	return h.Work(step, func(w *progress.Work) tea.Msg {
		_ = a.TakeInLeft(w.Context(), func(done, total int) error { return w.Counted(step.Verb, done, total, "exchanges") })
		return nil // the archive reports what it could not take in
	})
}

// nextReport waits for a message of the archive.
func (h *Host) nextReport() tea.Msg {
	select {
	case r := <-h.History.reports:
		return EffectFunc(func() tea.Cmd {
			var cmd tea.Cmd
			if r.ends != "" { // exchanges that waited are stored now
				h.RemoveWarnings(r.ends)
				cmd = h.Do(ReloadHistory{})
			}
			h.Warn(r.line)
			return tea.Batch(cmd, h.nextReport)
		})
	case <-h.Life.Ctx.Done():
		return nil
	}
}

type historyReport struct {
	line string
	ends string // an earlier message that is no longer true; empty: none
}

// Load reads an exchange of a history. It is called from Cmds only. each is called now and then with how many
// events of it were read; its error ends the reading, and is returned.
func Load(ctx context.Context, r archive.Reader, id string, each func(events int) error) (history.Entry, *state.Exchange, *wire.Capture, error) {
	e, err := r.Find(ctx, id)
	if err != nil {
		return e, nil, nil, err
	}
	c, err := r.Capture(ctx, e.Key)
	if err != nil {
		return e, nil, nil, err
	}
	x, err := files.FoldEach(e.About, c, each)
	return e, x, c, err
}

// Save hands an exchange that has ended over to the history. If the history was empty, a
// notice reports that once, until the next key, unless there is another notice.
func (h *Host) Save(x *Exchange) {
	if x.link == nil { // it was not sent
		return
	}
	h.Sent.ended(x)
	h.Spans.Ended(x.About, nil, x.Capture)
	if x.spool == nil || x.Capture == nil {
		h.Alerts.ended(x, false)
		return
	}
	a := h.History.Opened()
	a.Save(x.About, x.State, x.Capture, x.spool)
	h.Alerts.ended(x, !a.Failing())
	if a.Empty() && !a.Failing() && !h.History.announced && !h.Notice.HasLine() {
		h.History.announced = true
		h.Notify("Saved to history (%s). Start with --no-persist to turn this off.", h.Keys.Name(views.ActHistory))
	}
}

// SayNoTeam reports where a team is set.
func (h *Host) SayNoTeam() tea.Cmd {
	return h.Notify("no team is set; [team] in config.toml names its database")
}

// ShareWithTeam marks an exchange of the history to share with the team, or unmarks it while it
// waits; then is called after a change.
func (h *Host) ShareWithTeam(id string, then func() tea.Cmd) tea.Cmd {
	if !h.History.HasTeam() {
		return h.SayNoTeam()
	}
	return func() tea.Msg {
		was, why, err := h.History.toggleShared(h.Life.Ctx, id)
		return EffectFunc(func() tea.Cmd {
			switch {
			case errors.Is(err, archive.ErrNone):
				return h.Notify("not shared: it is not saved in the history")
			case err != nil:
				return h.Notify("not shared: %v", err)
			case was == history.WithTeam:
				h.Notify("the team has it; gatehouse team prune --own %s --yes removes it there", history.TeamPrefix+id)
			case was == history.Blocked:
				h.Notify("unmarked: it stays on this machine; it was not shared: %s", why)
			case was == history.Waiting:
				h.Notify("unmarked: it stays on this machine")
			default:
				h.Notify("marked to share with the team; %s unmarks it while it waits", h.Keys.In(views.History).Name(views.ActTeamMark))
			}
			return then()
		})
	}
}

// toggleShared marks an exchange to be shared, or removes the mark. It returns its state before,
// and why it was held.
func (h *History) toggleShared(ctx context.Context, id string) (was history.Sharing, why string, err error) {
	a := h.Archive(ctx)
	if a == nil {
		return was, "", archive.ErrNone
	}
	e, err := a.Find(ctx, id)
	if err != nil {
		return was, "", err
	}
	return a.ToggleShared(ctx, e.Key)
}
