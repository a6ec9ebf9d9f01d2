// Package team shares exchanges of this machine's history with a team: those in its outbox are
// masked as in an export, and written to the team's database.
package team

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"gatehouse/app/effect/share"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
)

// Pusher pushes the exchanges that an archive is to share.
type Pusher struct {
	Archive *archive.Archive
	Open    func(context.Context) (*team.Store, error)
	Rules   func() (*redact.Rules, error) // for masking
	By      team.Writer                   // without its source, which the archive names
	Report  func(error)                   // receives each problem once, from any goroutine

	Try bool // Run connects also if nothing waits, to report early that it cannot

	store *team.Store
	rules *redact.Rules
}

// The bounds of one transaction.
const (
	maxPushed      = 64
	maxPushedBytes = 8 << 20
)

// ErrElsewhere is the error if another program is pushing from the archive.
var ErrElsewhere = errors.New("another program on this machine is pushing to the team")

// Push pushes all exchanges that are due, and returns how many the team has got: not those that are withheld
// or that it has removed. It calls each with the number pushed so far, and returns its error. One program pushes from an archive at a time.
func (p *Pusher) Push(ctx context.Context, each func(done int) error) (done int, err error) {
	lock := flock.New(filepath.Join(p.Archive.Dir(), "team.lock"), flock.SetPermissions(0o600))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return 0, err
	case !ok:
		return 0, ErrElsewhere
	}
	defer lock.Unlock()
	for {
		due, err := p.Archive.Due(ctx, maxPushed)
		if err != nil || len(due) == 0 {
			return done, err
		}
		n, err := p.pushBatch(ctx, due)
		if done += n; err != nil {
			return done, err
		}
		if err := each(done); err != nil {
			return done, err
		}
	}
}

// pushBatch pushes the first exchanges that are due, within the bounds of a transaction, and returns how many the
// team has got.
func (p *Pusher) pushBatch(ctx context.Context, due []archive.PendingPush) (n int, err error) {
	if err := p.open(ctx); err != nil {
		return 0, err
	}
	var list []team.Shared
	bytes := int64(0)
	for i := range due {
		if bytes += due[i].Entry.Size; i > 0 && bytes > maxPushedBytes {
			due = due[:i]
			break
		}
	}
	var pushed []archive.PendingPush
	for _, d := range due {
		x, err := p.masked(ctx, d)
		switch why := (*withheldError)(nil); {
		case errors.As(err, &why):
			if err := p.withhold(ctx, d, why.Error()); err != nil {
				return 0, err
			}
		case err != nil:
			return 0, err
		default:
			x.Renew = d.Known
			list, pushed = append(list, x), append(pushed, d)
		}
	}
	return p.put(ctx, list, pushed)
}

// put writes exchanges, one by one if the database rejects one of them, and returns how many it has.
func (p *Pusher) put(ctx context.Context, list []team.Shared, due []archive.PendingPush) (n int, err error) {
	if len(list) == 0 {
		return 0, nil
	}
	gone, err := p.store.Put(ctx, p.By, list)
	switch {
	case err == nil:
		return len(list) - len(gone), p.pushed(ctx, due, gone)
	case !team.Unfit(err):
		return 0, err
	case len(list) == 1:
		return 0, p.withhold(ctx, due[0], "the database does not take it: "+err.Error())
	}
	for i := range list {
		one, err := p.put(ctx, list[i:i+1], due[i:i+1])
		if n += one; err != nil {
			return n, err
		}
	}
	return n, nil
}

// pushed records in the archive which exchanges the team has, and which it has no longer.
func (p *Pusher) pushed(ctx context.Context, due []archive.PendingPush, gone []int) error {
	var ids []string
	for _, at := range slices.Backward(gone) {
		ids, due = append(ids, due[at].Entry.ID), slices.Delete(slices.Clone(due), at, at+1)
	}
	if len(ids) > 0 {
		if err := p.Archive.MarkRemoved(ctx, ids); err != nil {
			return err
		}
	}
	return p.Archive.Pushed(ctx, due)
}

// withhold excludes an exchange from pushing, and reports why.
func (p *Pusher) withhold(ctx context.Context, d archive.PendingPush, why string) error {
	p.Report(fmt.Errorf("%s is not shared with the team: %s", d.Entry.ID, why))
	return p.Archive.ExcludeFromPush(ctx, d.Entry.Key, why)
}

// withheldError is the error of an exchange that cannot be shared.
type withheldError struct{ why error }

func (e *withheldError) Error() string { return e.why.Error() }

// masked returns an exchange as the team gets it.
func (p *Pusher) masked(ctx context.Context, d archive.PendingPush) (team.Shared, error) {
	x, err := share.Load(ctx, p.Archive, &d.Entry)
	if errors.Is(err, archive.ErrLost) || errors.Is(err, archive.ErrNone) {
		return team.Shared{}, &withheldError{err}
	}
	if err != nil {
		return team.Shared{}, err
	}
	clean, err := share.Redact(nil, p.rules, []export.Exchange{x})
	var unsearchable *redact.UnsearchableError
	if errors.As(err, &unsearchable) {
		return team.Shared{}, &withheldError{err}
	}
	if err != nil {
		return team.Shared{}, err
	}
	of := &clean.List[0]
	about := of.About
	about.Target, _ = p.rules.Text(about.Target, "target")
	about.Session, _ = p.rules.Text(about.Session, "session")
	return team.Of(&d.Entry, about, of.State, of.Capture), nil
}

// open connects if there is no connection yet.
func (p *Pusher) open(ctx context.Context) (err error) {
	if p.rules == nil {
		if p.rules, err = p.Rules(); err != nil {
			return err
		}
	}
	if p.By.Source == "" {
		o, err := p.Archive.Outbox(ctx)
		if err != nil {
			return err
		}
		p.By.Source = o.Source
	}
	if p.store == nil {
		p.store, err = p.Open(ctx)
	}
	return err
}

// Close closes the connection.
func (p *Pusher) Close() {
	if p.store != nil {
		p.store.Close()
		p.store = nil
	}
}

// How long Run waits before it pushes again.
const (
	pushPause = time.Second
	maxPause  = time.Minute
)

// Run pushes until ctx ends. While the database cannot be reached, exchanges wait in the archive: that
// is reported once, and again when they are pushed.
func (p *Pusher) Run(ctx context.Context) {
	defer p.Close()
	pause, failed := pushPause, ""
	for try := p.Try; ; try = failed != "" {
		done, err := p.connected(ctx, try)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, ErrElsewhere):
			pause = 5 * pushPause
		case err != nil:
			if failed == "" {
				reported := p.waiting(ctx, err)
				p.Report(reported)
				failed = reported.Error()
			}
			pause = min(2*pause, maxPause)
		case failed != "":
			p.Report(&reachedError{failed, done})
			failed, pause = "", pushPause
		default:
			pause = pushPause
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// connected pushes; with try it connects first, also if nothing waits.
func (p *Pusher) connected(ctx context.Context, try bool) (done int, err error) {
	if try {
		if err := p.open(ctx); err != nil {
			return 0, err
		}
	}
	return p.Push(ctx, func(int) error { return nil })
}

// reachedError reports that an earlier error no longer applies.
type reachedError struct {
	before string
	pushed int
}

func (e *reachedError) Error() string {
	return fmt.Sprintf("the team's database is reached again; %s pushed", figures.Counted(e.pushed, "exchange"))
}

// Ends returns the earlier error.
func (e *reachedError) Ends() string { return e.before }

// waiting adds to an error how many exchanges wait.
func (p *Pusher) waiting(ctx context.Context, err error) error {
	o, counted := p.Archive.Outbox(ctx)
	if counted != nil {
		return cmp.Or(counted, err)
	}
	var rights *team.RightsError
	if errors.As(err, &rights) { // waiting does not help
		return fmt.Errorf("%s: %w", Waiting(o.Waiting), err)
	}
	if o.Waiting == 0 {
		return fmt.Errorf("what is saved waits here and is shared with the team later: %w", err)
	}
	is := "are"
	if o.Waiting == 1 {
		is = "is"
	}
	return fmt.Errorf("%s and %s shared with the team later: %w", Waiting(o.Waiting), is, err)
}

// Waiting describes how many exchanges wait to be pushed.
func Waiting(n int) string {
	if n == 1 {
		return "1 exchange waits"
	}
	return figures.Thousands(n) + " exchanges wait"
}
