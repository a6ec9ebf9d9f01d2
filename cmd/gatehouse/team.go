package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	teams "gatehouse/app/effect/team"
	"gatehouse/client/profile"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history"
	"gatehouse/state/share/redact"
)

func newTeam(h host, c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "team init | status | push [ID…|QUERY] | prune",
		Short: "Share exchanges with a team, in a PostgreSQL database",
		Long: "Share exchanges with a team, in the PostgreSQL database that [team] of config.toml names.\n\n" +
			"What is shared is saved on this machine first, as always, and masked as an export is before\n" +
			"it leaves. The playground and gatehouse proxy push it while they run; what others leave, and\n" +
			"what could not be pushed, waits for them, or for gatehouse team push.",
		Args: noCommand("init, status, push and prune"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return wrongUsage("give a command: init, status, push or prune")
		},
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "init", Short: "Make the history of the team in its database, or update it",
			Long: "Make the tables and roles in the team's database, or update them. The login of\n" +
				"the address must be one that may: the owner of the database.",
			Args: noMore, RunE: interruptible(func(ctx context.Context, _ []string) error { return initTeam(ctx, h, c) }),
		},
		&cobra.Command{
			Use: "status", Short: "Say what is shared, what waits, and what is in the team's database",
			Args: noMore, RunE: interruptible(func(ctx context.Context, _ []string) error { return teamStatus(ctx, h, c) }),
		},
		&cobra.Command{
			Use: "push [ID…|QUERY]", Short: "Push what waits; share exchanges besides, by ID or QUERY",
			RunE: interruptible(func(ctx context.Context, args []string) error { return pushTeam(ctx, h, c, args) }),
		},
		newTeamPrune(h, c),
	)
	return cmd
}

// minuteLayout is the layout of a time to the minute.
const minuteLayout = "2006-01-02 15:04"

// errNoTeam is the error of a command that needs a team where the settings have none.
var errNoTeam = wrongUsage(`no team is set; write its database in config.toml, for example [team] url = "postgres://ann@db.example/history?sslmode=verify-full"`)

// teamAddress returns the address of the team's database.
func teamAddress(ctx context.Context, h host, s config.Settings) (string, error) {
	if !s.Team.Set() {
		return "", errNoTeam
	}
	address, err := s.Team.Address().Read(ctx, h.getenv)
	if s.Team.Env != "" && errors.Is(err, profile.ErrNoKey) {
		return "", &exit{exitFailed, fmt.Errorf("the address of the team's database: %s is not set ([team] url_env)", s.Team.Env)}
	}
	if err != nil {
		return "", &exit{exitFailed, fmt.Errorf("the address of the team's database: %w", err)}
	}
	return address, nil
}

// teamPasswords returns the passwords in an address of the team's database, and the one it is opened with.
func teamPasswords(address string) []string {
	if address == "" {
		return nil
	}
	return append(config.Passwords(address), team.Password(address))
}

// exposedTeam returns a warning of an address by which the history of the team may be sent unencrypted,
// or "".
func exposedTeam(address string) string {
	for _, at := range team.Unencrypted(address) {
		if to := profile.Exposed("http://" + at); to != "" {
			return "the history of the team may go unencrypted to " + to + "; write sslmode=verify-full in the address of its database"
		}
	}
	return ""
}

// sayExposedTeam prints the warning of exposedTeam.
func (h host) sayExposedTeam(address string) {
	if line := exposedTeam(address); line != "" {
		h.say("warning: %s", line)
	}
}

// openTeam connects to the team's database; say gets its address.
func openTeam(ctx context.Context, h host, s config.Settings, say func(address string)) (*team.Store, error) {
	address, err := teamAddress(ctx, h, s)
	if err != nil {
		return nil, err
	}
	say(address)
	store, err := team.Open(ctx, address, pricesOf(s))
	if err != nil {
		return nil, teamFailed(err)
	}
	return store, nil
}

// teamFailed returns an error of the team's database as an exit.
func teamFailed(err error) error {
	switch {
	case err == nil || hasCause[*exit](err):
		return err
	case namesTeam(err):
		return &exit{exitFailed, err}
	}
	return &exit{exitFailed, fmt.Errorf("the team's database: %w", err)}
}

// namesTeam reports whether an error is one of the team's database and names it.
func namesTeam(err error) bool {
	return hasCause[*team.UnreachedError](err) || hasCause[*team.FailedError](err) || errors.Is(err, archive.ErrTooLarge)
}

// withTeam connects to the team's database for a command.
func withTeam(ctx context.Context, h host, c *common, do func(config.Settings, *team.Store) error) error {
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	store, err := openTeam(ctx, h, settings, h.sayExposedTeam)
	if err != nil {
		return stopOr(ctx, err)
	}
	defer store.Close()
	if err := do(settings, store); err != nil {
		if namesTeam(err) {
			err = teamFailed(err)
		}
		return stopOr(ctx, err)
	}
	return nil
}

// withOutbox opens the history for a command that shares exchanges with the team.
func withOutbox(ctx context.Context, h host, c *common, do func(config.Settings, *archive.Archive) error) error {
	return withHistory(ctx, h, c, func(a *archive.Archive) error {
		settings, _, err := c.load(h)
		if err != nil {
			return err
		}
		if !settings.Team.Set() {
			return errNoTeam
		}
		return do(settings, a)
	})
}

func initTeam(ctx context.Context, h host, c *common) error {
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	address, err := teamAddress(ctx, h, settings)
	if err != nil {
		return stopOr(ctx, err)
	}
	h.sayExposedTeam(address)
	lines, err := team.Init(ctx, address)
	if err != nil {
		return stopOr(ctx, teamFailed(err))
	}
	_, err = fmt.Fprintln(h.stdout, strings.Join(lines, "\n"))
	return err
}

func teamStatus(ctx context.Context, h host, c *common) error {
	return withOutbox(ctx, h, c, func(settings config.Settings, a *archive.Archive) error {
		o, err := a.Outbox(ctx)
		if err != nil {
			return err
		}
		lines := []string{
			fmt.Sprintf("%-8s %s shared by %s, by the rule %s", "here", figures.Counted(o.Shared, "exchange"), settings.Team.Name(), cmp.Or(settings.Team.Share, config.ShareMarked)),
		}
		if o.Waiting > 0 {
			lines = append(lines, fmt.Sprintf("%-8s %s, the oldest of %s; gatehouse team push pushes them", "waiting", figures.Counted(o.Waiting, "exchange"), o.Oldest.Format(minuteLayout)))
		}
		if o.Blocked > 0 {
			lines = append(lines, fmt.Sprintf("%-8s %s, for example: %s", "held", figures.Counted(o.Blocked, "exchange"), o.Why))
		}
		store, err := openTeam(ctx, h, settings, h.sayExposedTeam)
		if err == nil {
			defer store.Close()
			var st team.Status
			if st, err = store.Status(ctx); err == nil {
				lines = append(lines, statusLines(st)...)
			}
		}
		if _, e := fmt.Fprintln(h.stdout, strings.Join(lines, "\n")); e != nil {
			return e
		}
		return teamFailed(err)
	})
}

// statusLines describes the content of the database.
func statusLines(st team.Status) []string {
	may := "may read"
	switch {
	case st.Owner:
		may = "owns it"
	case st.Write:
		may = "may read and write"
	}
	line := "nothing yet"
	if st.Days > 0 {
		line = fmt.Sprintf("%s, %s, of %s from %s to %s (UTC)", figures.Counted(int(st.Count), "exchange"), figures.Size(int(st.Bytes)), figures.Counted(st.Days, "day"),
			st.First.Format(time.DateOnly), st.Last.Format(time.DateOnly))
	}
	return []string{fmt.Sprintf("%-8s %s", "team", line), fmt.Sprintf("%-8s %s, which %s", "login", st.Login, may)}
}

// pusher returns the Pusher from an archive to the team.
func (c *common) pusher(h host, s config.Settings, a *archive.Archive, report func(error)) *teams.Pusher {
	machine, _ := os.Hostname() // without a name it has none
	return &teams.Pusher{
		Archive: a, Open: func(ctx context.Context) (*team.Store, error) { return openTeam(ctx, h, s, func(string) {}) },
		Rules: func() (*redact.Rules, error) {
			address, err := teamAddress(context.Background(), h, s)
			if err != nil {
				return nil, err
			}
			if line := exposedTeam(address); line != "" && !c.exposed { // these rules are asked for once
				report(errors.New(line))
			}
			return redactRules(h, c, teamPasswords(address)...)
		},
		By:     team.Writer{By: s.Team.Name(), Host: machine, Program: "gatehouse " + buildVersion(debug.ReadBuildInfo())},
		Report: report,
	}
}

// startPushing pushes to the team, if there is one, until the returned function is called. With try it
// connects at once, to report early that it cannot.
func (c *common) startPushing(ctx context.Context, h host, s config.Settings, a *archive.Archive, try bool, report func(error)) (stop func()) {
	if a == nil || !s.Team.Set() {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	p := c.pusher(h, s, a, report)
	p.Try = try
	go func() {
		defer close(ended)
		p.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
		last, cancel := context.WithTimeout(context.Background(), maxLastPush)
		defer cancel()
		_, err := p.Push(last, func(int) error { return nil })
		p.Close()
		if o, e := a.Outbox(context.Background()); err != nil && e == nil && o.Waiting > 0 {
			report(fmt.Errorf("%s to be pushed to the team: %w", teams.Waiting(o.Waiting), err))
		}
	}
}

// maxLastPush limits the push at the end of the program.
const maxLastPush = 3 * time.Second

func pushTeam(ctx context.Context, h host, c *common, args []string) error {
	return withOutbox(ctx, h, c, func(settings config.Settings, a *archive.Archive) error {
		if len(args) > 0 {
			if err := markShared(ctx, h, a, args); err != nil {
				return err
			}
		}
		p := c.pusher(h, settings, a, h.warn)
		defer p.Close()
		done := 0
		err := h.working(ctx, progress.Step{Verb: "pushing", What: "exchanges"}, "the next push continues it", func(w *progress.Work) (err error) {
			done, err = p.Push(w.Context(), func(done int) error { return w.Counted("pushing", done, 0, "exchanges") })
			return err
		})
		if err == nil {
			_, err = fmt.Fprintf(h.stdout, "pushed %s\n", figures.Counted(done, "exchange"))
			return err
		}
		if o, e := a.Outbox(ctx); e == nil && o.Waiting > 0 {
			h.say("%s to be pushed", teams.Waiting(o.Waiting))
		}
		return teamFailed(err)
	})
}

// keysOf returns the keys of the exchanges that ids name. If a word is no id, the error is archive.ErrNone,
// whatever is wrong with others: the words are a query.
func keysOf(ctx context.Context, a *archive.Archive, ids []string) (keys []int64, err error) {
	for _, id := range ids {
		e, wrong := a.Find(ctx, id)
		if errors.Is(wrong, archive.ErrNone) {
			return nil, wrong
		}
		keys, err = append(keys, e.Key), cmp.Or(err, wrong)
	}
	return keys, err
}

// markShared marks the exchanges that ids or a query name as shared.
func markShared(ctx context.Context, h host, a *archive.Archive, args []string) error {
	keys, err := keysOf(ctx, a, args)
	switch {
	case errors.Is(err, archive.ErrNone):
		if keys, err = matchingKeys(ctx, h, a, strings.Join(args, " ")); err != nil {
			return err
		}
	case err != nil:
		return noSuchID(err)
	}
	return a.Share(ctx, keys...)
}

// matchingKeys returns the keys of the exchanges that a query matches; none is an error.
func matchingKeys(ctx context.Context, h host, a *archive.Archive, text string) (keys []int64, err error) {
	q, note, err := filtering(ctx, h, a, text, time.Now()).On(ctx, a)
	if err != nil {
		return nil, badFilter(err)
	}
	h.sayLines(note)
	for e, err := range archive.Each(ctx, a, q, 0) {
		if err != nil {
			return nil, err
		}
		keys = append(keys, e.Key)
	}
	if len(keys) == 0 {
		return nil, wrongUsage("nothing in the history matches %s; give an ID that gatehouse history lists, or another QUERY", text)
	}
	return keys, nil
}

func newTeamPrune(h host, c *common) *cobra.Command {
	var l limitFlags
	var owned string // the query of --own
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove old days, or your own exchanges, from the team's database for good",
		Long: "Remove from the team's database for good: complete days, which only its owner may, or with\n" +
			"--own exchanges that this login shared. Without --yes it only prints what it would remove.",
		Args: noMore,
		RunE: interruptible(func(ctx context.Context, _ []string) error {
			limits, err := l.limits(owned != "")
			if err != nil {
				return err
			}
			return withTeam(ctx, h, c, func(s config.Settings, store *team.Store) error {
				p := pruning{h: h, c: c, settings: s, store: store, yes: l.yes}
				if owned != "" {
					return teamFailed(p.sharedByLogin(ctx, owned))
				}
				return teamFailed(p.days(ctx, limits))
			})
		}),
	}
	l.register(cmd.Flags())
	cmd.Flags().StringVar(&owned, "own", "", "remove what this login shared and `QUERY` matches, or team:ID, for example --own 'session:7k2f* since:2d'")
	return cmd
}

// pruning removes from the history of a team.
type pruning struct {
	h        host
	c        *common
	settings config.Settings
	store    *team.Store
	yes      bool // else only what would be removed is printed
}

// days removes days, or prints which.
func (p pruning) days(ctx context.Context, limits archive.Limits) error {
	days, err := p.store.Plan(ctx, limits)
	if err != nil {
		return err
	}
	if len(days) == 0 {
		p.h.say("nothing to remove; only complete days (UTC) are removed")
		return nil
	}
	if p.yes {
		if err := p.store.Prune(ctx, days); err != nil {
			return err
		}
		p.unmark(ctx, func(a *archive.Archive) error {
			for _, d := range days {
				if err := a.MarkDayRemoved(ctx, d.Begin()); err != nil {
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
	return p.report("%s, %s, of %s from %s to %s", figures.Counted(int(count), "exchange"), figures.Size(int(bytes)), figures.Counted(len(days), "day"),
		days[0].Begin().Format(time.DateOnly), days[len(days)-1].Begin().Format(time.DateOnly))
}

// sharedByLogin removes exchanges that this login shared, or prints how many.
func (p pruning) sharedByLogin(ctx context.Context, text string) error {
	list, err := sharedOf(ctx, p.store, strings.TrimSpace(text))
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
		p.unmark(ctx, func(a *archive.Archive) error { return a.MarkRemoved(ctx, ids) })
	}
	return p.report("%s, from %s to %s", figures.Counted(int(n), "exchange"), list[0].Start.Format(minuteLayout), list[len(list)-1].Start.Format(minuteLayout))
}

// unmark notes in this machine's history that the team no longer has exchanges.
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

// report prints what was removed, or would be.
func (p pruning) report(format string, args ...any) error {
	verb, end := "would remove ", "; --yes removes them"
	if p.yes {
		verb, end = "removed ", ""
	}
	_, err := fmt.Fprintln(p.h.stdout, verb+fmt.Sprintf(format, args...)+end)
	return err
}

// sharedOf returns the exchanges in the team's history that this login shared, by team:ID or a query.
func sharedOf(ctx context.Context, store *team.Store, text string) ([]history.Entry, error) {
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
