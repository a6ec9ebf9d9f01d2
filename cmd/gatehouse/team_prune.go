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
				store, err := openTeam(ctx, h, s)
				if err != nil {
					return err
				}
				defer store.Close()
				if byOwn {
					return teamFailed(pruneOwn(ctx, h, store, own, l.yes))
				}
				return teamFailed(pruneDays(ctx, h, store, limits, l.yes))
			})
		},
	}
	l.register(cmd.Flags())
	cmd.Flags().StringVar(&own, "own", "", "remove what this login shared and `QUERY` matches, or team:ID, for example --own 'session:7k2f* since:2d'")
	return cmd
}

// pruneDays drops days, or says which.
func pruneDays(ctx context.Context, h host, store *team.Store, limits archive.Limits, yes bool) error {
	days, err := store.Plan(ctx, limits)
	if err != nil {
		return err
	}
	if len(days) == 0 {
		h.say("nothing to remove; whole days (UTC) are removed")
		return nil
	}
	said, end := "removed", ""
	if yes {
		err = store.Prune(ctx, days)
	} else {
		said, end = "would remove", "; --yes removes them"
	}
	if err != nil {
		return err
	}
	count, bytes := int64(0), int64(0)
	for _, d := range days {
		count, bytes = count+d.Count, bytes+d.Bytes
	}
	_, err = fmt.Fprintf(h.stdout, "%s %s, %s, of %s from %s to %s%s\n", said, figures.Counted(int(count), "exchange"), figures.Size(int(bytes)), figures.Counted(len(days), "day"),
		days[0].Begin().Format(time.DateOnly), days[len(days)-1].Begin().Format(time.DateOnly), end)
	return err
}

// pruneOwn removes exchanges that this login shared, or says how many.
func pruneOwn(ctx context.Context, h host, store *team.Store, text string, yes bool) error {
	list, err := ownOf(ctx, store, strings.TrimSpace(text))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		h.say("nothing to remove: this login shared nothing that matches %s", text)
		return nil
	}
	keys := make([]int64, len(list))
	for i := range list {
		keys[i] = list[i].Key
	}
	n, said, end := int64(len(keys)), "would remove", "; --yes removes them"
	if yes {
		said, end = "removed", ""
		if n, err = store.RemoveOwn(ctx, keys); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(h.stdout, "%s %s, from %s to %s%s\n", said, figures.Counted(int(n), "exchange"),
		list[0].Start.Format("2006-01-02 15:04"), list[len(list)-1].Start.Format("2006-01-02 15:04"), end)
	return err
}

// ownOf are the exchanges in the team's history that this login shared, by team:ID or a query.
func ownOf(ctx context.Context, store *team.Store, text string) ([]history.Entry, error) {
	if id, one := strings.CutPrefix(text, history.TeamPrefix); one {
		e, err := store.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		return store.OwnAt(ctx, e.Key)
	}
	q, _, err := share.Filter{Text: strings.Join(strings.Fields(text), " "), Now: time.Now()}.On(ctx, store)
	if err != nil {
		return nil, badFilter(err)
	}
	return store.Own(ctx, q)
}
