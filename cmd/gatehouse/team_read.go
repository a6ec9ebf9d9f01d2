package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app"
	"gatehouse/app/config"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// withTeamHistory opens the history of the team for a command that reads it.
func withTeamHistory(cmd *cobra.Command, h host, c *common, do func(context.Context, archive.Reader) error) error {
	return withTeam(cmd, h, c, func(ctx context.Context, s config.Settings) error {
		store, err := openTeam(ctx, h, s, h.sayExposedTeam)
		if err != nil {
			return err
		}
		defer store.Close()
		return do(ctx, store)
	})
}

// in opens the history that a command of history is about.
func (f *historyFlags) in(cmd *cobra.Command, h host, c *common, do func(context.Context, archive.Reader) error) error {
	if f.team {
		return withTeamHistory(cmd, h, c, do)
	}
	return withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error { return do(ctx, a) })
}

// ofIDs is in, for exchanges that are named by ids.
func (f *historyFlags) ofIDs(cmd *cobra.Command, h host, c *common, args []string, do func(context.Context, archive.Reader, []string) error) error {
	ids, inTeam, err := withoutTeam(args)
	if err != nil {
		return err
	}
	of := historyFlags{team: f.team || inTeam}
	return of.in(cmd, h, c, func(ctx context.Context, r archive.Reader) error { return do(ctx, r, ids) })
}

// withIDs opens the history that ids are of.
func withIDs(cmd *cobra.Command, h host, c *common, args []string, do func(context.Context, archive.Reader, []string) error) error {
	return new(historyFlags).ofIDs(cmd, h, c, args, do)
}

// withoutTeam are ids without what says that they are of the team's history.
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

// playTeam gives the playground the history of the team, and the exchange of it that is opened first;
// unknown says that the settings cannot be used.
func (c *common) playTeam(h host, s config.Settings, id string, unknown bool, o *app.Options) error {
	switch {
	case s.Team.Set():
		o.Team = func(ctx context.Context) (archive.Reader, error) {
			store, err := openTeam(ctx, h, s, func(string) {})
			if err != nil {
				return nil, err // no store in an interface that is not nil
			}
			return store, nil
		}
		o.TeamExchange = id
		if address := cmp.Or(s.Team.URL, h.getenv(s.Team.Env)); address != "" { // others are asked for when they are needed
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
