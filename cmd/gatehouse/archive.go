package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"gatehouse/app"
	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/client/capture"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// dataDir returns the folder of the history.
func (c *common) dataDir() string {
	if c.data != "" {
		return c.data
	}
	return filepath.Join(xdg.DataHome, "gatehouse")
}

// keeper saves the exchanges of a command in the history. A nil one saves nothing.
type keeper struct {
	archive *archive.Archive
	about   history.About
	h       host

	mu     sync.Mutex
	opened bool     // from then on an answer is printed, and lines wait for its end
	lines  []string // to be printed at the end
}

// keeper opens the history for a command that is connected; nil if nothing is saved.
func (c *common) keeper(ctx context.Context, h host, s config.Settings, conn connection, origin history.Origin) *keeper {
	if !c.persists(s) {
		return nil
	}
	k := &keeper{h: h, about: aboutSending(s, conn, origin)}
	a, err := c.openArchive(ctx, s, k.report)
	if err != nil {
		h.say("warning: %v", err)
		return nil
	}
	k.archive = a
	k.mu.Lock()
	k.opened = true
	k.mu.Unlock()
	if a.Empty() {
		k.say(fmt.Sprintf("exchanges are saved in %s; gatehouse history lists them, "+
			"--no-persist turns this off, gatehouse history prune --all --yes deletes them", a.Dir()))
	}
	return k
}

// aboutSending returns what the bytes of an exchange do not contain.
func aboutSending(s config.Settings, conn connection, origin history.Origin) history.About {
	about := history.About{
		Origin: origin, Connection: s.Profile, BaseURL: conn.Secrets().Address(s.BaseURL), Service: s.Service,
	}
	if origin == history.Rerank {
		about.Kind = state.Rerank
	}
	if s.BaseURL == "" {
		about.Connection = history.Local
	}
	return about
}

// persists reports whether exchanges are saved.
func (c *common) persists(s config.Settings) bool { return !c.forget && s.Persist }

// openArchive opens the archive with the retention of the settings.
func (c *common) openArchive(ctx context.Context, s config.Settings, report func(error)) (*archive.Archive, error) {
	return c.openArchiveBy(ctx, archive.Open, s, report)
}

// openArchiveBy is openArchive with one of the functions that open an archive.
func (c *common) openArchiveBy(ctx context.Context, open func(context.Context, string, archive.Options) (*archive.Archive, error), s config.Settings, report func(error)) (*archive.Archive, error) {
	a, err := open(ctx, c.dataDir(), archive.Options{
		Fold: files.Fold, Prices: pricesOf(s), Retention: archive.Retention{Days: s.History.KeepDays, Bytes: s.History.KeepBytes}, Share: s.Team.Rule(), Report: report,
	})
	if err != nil {
		return nil, &archive.LostError{Dir: c.dataDir(), Err: err}
	}
	return a, nil
}

// openToRead opens the archive for a command that reads it.
func (c *common) openToRead(ctx context.Context, h host, s config.Settings) (*archive.Archive, error) {
	return archive.OpenToRead(ctx, c.dataDir(), archive.Options{Fold: files.Fold, Prices: pricesOf(s), Share: s.Team.Rule(), Report: func(err error) { h.say("warning: %v", err) }})
}

func (k *keeper) report(err error) { k.say("warning: " + err.Error()) }

func (k *keeper) say(line string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.opened {
		k.h.say("%s", line)
		return
	}
	k.lines = append(k.lines, line)
}

// spool returns a spool for an exchange; nil if nothing is saved.
func (k *keeper) spool() *archive.Spool {
	if k == nil {
		return nil
	}
	return k.archive.Spool(k.about)
}

// store returns a spool as an interface, which is nil for a nil spool.
func store(s *archive.Spool) capture.Store {
	if s == nil {
		return nil
	}
	return s
}

// save saves an exchange that has ended. With fromSpool it is read from the spool, since the capture has
// only its last frame.
func (k *keeper) save(ctx context.Context, x *state.Exchange, c *wire.Capture, s *archive.Spool, fromSpool bool) {
	switch {
	case k == nil || c == nil:
	case fromSpool:
		if err := k.archive.SaveSpool(context.WithoutCancel(ctx), s); err != nil {
			k.report(err)
		}
	default:
		k.archive.Save(k.about, x, c, s)
	}
}

// close closes the archive, and prints the lines that waited.
func (k *keeper) close() {
	if k == nil {
		return
	}
	if err := k.archive.Close(); err != nil {
		k.report(err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, line := range k.lines {
		k.h.say("%s", line)
	}
}

// in opens the history of this machine or of the team.
func (f *historyFlags) in(cmd *cobra.Command, h host, c *common, do func(context.Context, archive.Reader) error) error {
	if f.team {
		return withTeam(cmd, h, c, func(ctx context.Context, s config.Settings) error {
			store, err := openTeam(ctx, h, s, h.sayExposedTeam)
			if err != nil {
				return err
			}
			defer store.Close()
			return do(ctx, store)
		})
	}
	return withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error { return do(ctx, a) })
}

// ofIDs is in for ids, of which team:ID is one of the team.
func (f *historyFlags) ofIDs(cmd *cobra.Command, h host, c *common, args []string, do func(context.Context, archive.Reader, []string) error) error {
	ids, inTeam, err := withoutTeam(args)
	if err != nil {
		return err
	}
	of := historyFlags{team: f.team || inTeam}
	return of.in(cmd, h, c, func(ctx context.Context, r archive.Reader) error { return do(ctx, r, ids) })
}

// withoutTeam returns ids without the prefix of the team's history, and whether they had it.
func withoutTeam(args []string) (ids []string, inTeam bool, err error) {
	n := 0
	for _, id := range args {
		bare, is := strings.CutPrefix(id, history.TeamPrefix)
		if is {
			n++
		}
		ids = append(ids, bare)
	}
	if n > 0 && n < len(args) {
		return nil, false, wrongUsage("%s is of the team's history and another id is not; give ids of one history", strings.Join(args, ", "))
	}
	return ids, n > 0, nil
}

// playTeam gives the playground the history of the team, and the id of its exchange that is opened first.
// With unknown the settings could not be read.
func (c *common) playTeam(h host, s config.Settings, id string, unknown bool, o *app.Options) error {
	switch {
	case s.Team.Set():
		o.Team = func(ctx context.Context) (archive.Reader, error) {
			store, err := openTeam(ctx, h, s, func(string) {})
			if err != nil {
				return nil, err // a nil *Store in the interface would not be nil
			}
			return store, nil
		}
		o.TeamExchange = id
		if address := cmp.Or(s.Team.URL, h.getenv(s.Team.Env)); address != "" { // others are read when they are needed
			if line := exposedTeam(address); line != "" {
				o.Warnings, c.exposed = append(o.Warnings, line), true
			}
		}
	case id != "" && unknown:
		o.Warnings = append(o.Warnings, history.TeamPrefix+id+" is not opened: what the settings say of the team is not known.")
	case id != "":
		return errNoTeam
	}
	return nil
}
