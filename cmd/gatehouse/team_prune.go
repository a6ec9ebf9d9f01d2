package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/config"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/figures"
	"gatehouse/state/history"
)

func newTeamPrune(h host, c *common) *cobra.Command {
	var l limitFlags
	var own string
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove old days, or your own exchanges, from the team's database for good",
		Long: "Remove from the team's database for good: whole days, which only its owner may, or with\n" +
			"--own exchanges that this login shared. Without --yes it only says what it would remove.",
		Args: noMore,
		RunE: func(cmd *cobra.Command, _ []string) error {
			byOwn := cmd.Flags().Changed("own")
			limits, err := l.limits(byOwn)
			if err != nil {
				return err
			}
			return withTeam(cmd, h, c, func(ctx context.Context, s config.Settings) error {
				store, err := openTeam(ctx, h, s, h.sayExposedTeam)
				if err != nil {
					return err
				}
				defer store.Close()
				p := pruning{h: h, c: c, settings: s, store: store, yes: l.yes}
				if byOwn {
					return teamFailed(p.own(ctx, own))
				}
				return teamFailed(p.days(ctx, limits))
			})
		},
	}
	l.register(cmd.Flags())
	cmd.Flags().StringVar(&own, "own", "", "remove what this login shared and `QUERY` matches, or team:ID, for example --own 'session:7k2f* since:2d'")
	return cmd
}

// pruning removes from the history of a team.
type pruning struct {
	h        host
	c        *common
	settings config.Settings
	store    *team.Store
	yes      bool // without it is only said what would be removed
}

// days drops days, or says which.
func (p pruning) days(ctx context.Context, limits archive.Limits) error {
	days, err := p.store.Plan(ctx, limits)
	if err != nil {
		return err
	}
	if len(days) == 0 {
		p.h.say("nothing to remove; whole days (UTC) are removed")
		return nil
	}
	if p.yes {
		if err := p.store.Prune(ctx, days); err != nil {
			return err
		}
		p.unmark(ctx, func(a *archive.Archive) error {
			for _, d := range days {
				if err := a.GoneDay(ctx, d.Begin()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	count, bytes := int64(0), int64(0)
	for _, d := range days {
		count, bytes = count+d.Count, bytes+d.Bytes
	}
	return p.tell("%s, %s, of %s from %s to %s", figures.Counted(int(count), "exchange"), figures.Size(int(bytes)), figures.Counted(len(days), "day"),
		days[0].Begin().Format(time.DateOnly), days[len(days)-1].Begin().Format(time.DateOnly))
}

// own removes exchanges that this login shared, or says how many.
func (p pruning) own(ctx context.Context, text string) error {
	list, err := ownOf(ctx, p.store, strings.TrimSpace(text))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		p.h.say("nothing to remove: this login shared nothing that matches %s", text)
		return nil
	}
	n := int64(len(list))
	keys, ids := make([]int64, n), make([]string, n)
	for i := range list {
		keys[i], ids[i] = list[i].Key, list[i].ID
	}
	if p.yes {
		if n, err = p.store.RemoveShared(ctx, keys); err != nil {
			return err
		}
		p.unmark(ctx, func(a *archive.Archive) error { return a.Gone(ctx, ids) })
	}
	return p.tell("%s, from %s to %s", figures.Counted(int(n), "exchange"), list[0].Start.Format("2006-01-02 15:04"), list[len(list)-1].Start.Format("2006-01-02 15:04"))
}

// unmark notes in this machine's history what the team has no longer.
func (p pruning) unmark(ctx context.Context, note func(*archive.Archive) error) {
	a, err := p.c.openToRead(ctx, p.h, p.settings)
	if err == nil {
		err = note(a)
		_ = a.Close() // it is open for the note alone
	}
	if err != nil {
		p.h.say("warning: they are removed, but the history of this machine still has them as shared: %v", err)
	}
}

// tell says what was removed, or would be.
func (p pruning) tell(format string, args ...any) error {
	said, end := "would remove ", "; --yes removes them"
	if p.yes {
		said, end = "removed ", ""
	}
	_, err := fmt.Fprintln(p.h.stdout, said+fmt.Sprintf(format, args...)+end)
	return err
}

// ownOf are the exchanges in the team's history that this login shared, by team:ID or a query.
func ownOf(ctx context.Context, store *team.Store, text string) ([]history.Entry, error) {
	if id, one := strings.CutPrefix(text, history.TeamPrefix); one {
		e, err := store.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		return store.SharedByLoginAt(ctx, e.Key)
	}
	q, _, err := share.Filter{Text: strings.Join(strings.Fields(text), " "), Now: time.Now()}.On(ctx, store)
	if err != nil {
		return nil, badFilter(err)
	}
	return store.SharedByLogin(ctx, q)
}
