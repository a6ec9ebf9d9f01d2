package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive/team"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// relaying are the flags of the proxy command.
type relaying struct {
	to     []string
	addr   string
	hosts  []string
	record string
	rules  [3][]string // of relay.RuleFlags
	files  []string    // NAME=FILE of variables in their programs
	team   bool        // all that is recorded is shared with the team
}

func newProxy(h host, c *common) *cobra.Command {
	var r relaying
	cmd := &cobra.Command{
		Use:   "proxy --to [NAME=]URL [--record FILE.har]",
		Short: "Record what other programs exchange with a gateway",
		Long: "Forward requests to a gateway as they are, and record them with their answers.\n\n" +
			"A program that is given the printed address as its base URL works as before; its\n" +
			"exchanges are in the history, where the playground and gatehouse history show them.\n" +
			"Credentials pass through and are never stored. With several --to, each under its NAME:\n" +
			"http://127.0.0.1:8089/NAME/… A profile's name stands for its base URL, and local for\n" +
			"the local gateway, whose answers are simulated; it takes any key.\n\n" +
			"With --record each exchange is also appended to a cassette: an HTTP Archive (HAR) with\n" +
			"its chunks and their times, which gatehouse replay answers from.\n\n" +
			"With --set requests are changed on the way: gatehouse proxy --to local --set\n" +
			"'model:gpt-* => .model = \"sim/coder\"'. The history has the received request\n" +
			"and the sent one; changed:yes finds those exchanges. --redirect sends them elsewhere, and\n" +
			"--fault breaks their answers on purpose.\n\n" +
			"With --team what is recorded is also in the history of the team: one proxy records for a group,\n" +
			"and several, on several machines, into one database.\n\n" +
			"A line on stderr says when a bound of an [alert.NAME] in config.toml is passed, such as the\n" +
			"cost of a day.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongUsage("%q: the address of the gateway is given with --to: gatehouse proxy --to %s", withoutPassword(args[0]), withoutPassword(args[0]))
			}
			return nil
		},
		RunE: interruptible(func(ctx context.Context, _ []string) error { return r.serve(ctx, h, c) }),
	}
	f := cmd.Flags()
	f.StringArrayVar(&r.to, "to", nil, "forward to `[NAME=]URL`, to a profile or to local; repeatable with a NAME each")
	f.StringVar(&r.addr, "addr", relay.DefaultAddress, "address `HOST:PORT` to listen on; port 0: any that is free")
	f.StringVar(&r.record, "record", "", "append each exchange to the cassette `FILE.har`, which is made where there is none")
	f.StringArrayVar(&r.rules[0], "set", nil, "change each request that FILTER matches with a jq program, `'FILTER => JQ'`; repeatable")
	f.StringArrayVar(&r.rules[1], "redirect", nil, "send each request that FILTER matches elsewhere, `'FILTER => NAME'`: to the --to or the profile NAME, with its key, or to local; repeatable")
	f.StringArrayVar(&r.rules[2], "fault", nil, "break the answer to each request that FILTER matches, `'FILTER => FAULT'`: cut@N, reset@N or stall@N after N bytes of the body, status:CODE instead of it, or slow:TIME before each part; repeatable")
	f.StringArrayVar(&r.files, "arg-file", nil, "make the text of FILE the variable $NAME in the programs of --set, `NAME=FILE`; repeatable")
	f.BoolVar(&r.team, "team", false, "share all that is recorded with the team, which [team] of config.toml names")
	spanFlags(cmd, c)
	f.StringArrayVar(&r.hosts, "allow-host", nil, "also accept this Host `NAME` on loopback, repeatable; any other non-loopback Host gets a 421")
	return cmd
}

// serve runs the proxy until ctx ends. It writes only the ready lines to stdout.
func (r *relaying) serve(ctx context.Context, h host, c *common) error {
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	if err := r.checkFlags(c, settings); err != nil {
		return err
	}
	o := relay.Options{Address: r.addr, Hosts: r.hosts, Refused: refused(h), Report: h.warn}
	for _, to := range r.to {
		t, end, err := r.target(ctx, h, c, to)
		if err != nil {
			return err
		}
		defer end()
		t.Shared = r.team
		o.Targets = append(o.Targets, t)
	}
	if o.Rules, err = r.ruleSet(ctx, h, c, settings, o.Targets); err != nil {
		return err
	}
	if r.record != "" {
		file, err := recordTo(h, r.record)
		if err != nil {
			return err
		}
		defer file.close()
		o.Record = file
	}
	if c.persists(settings) {
		closeHistory, err := r.openHistory(ctx, h, c, settings, &o)
		if err != nil {
			return err
		}
		defer closeHistory()
	}
	log := newLineLog(h)
	defer log.close()
	alerts := startAlerts(settings.Alerts, o.Archive, log.say)
	defer alerts.close()
	spans, stop, err := c.spans(ctx, h, settings, false, log.say)
	if err != nil {
		return err
	}
	defer stop()
	if to := spans.Where(); to != "" {
		log.say("spans go to " + to)
	}
	o.Ended = func(t relay.Target, x *state.Exchange, c *wire.Capture, recorded bool) {
		more := []string{c.ID}
		if r.record != "" && !recorded {
			more = append(more, "not recorded")
		}
		log.say(forwardedLine(t, x, c, more...))
		alerts.ended(t, x, c)
		spans.Ended(t.About(x.Kind()), x, c) // which reads them from now on
	}
	running, err := relay.Start(ctx, o)
	if err != nil {
		return r.notStarted(err)
	}
	if err := r.ready(h, running, o); err != nil {
		return errors.Join(err, running.Close())
	}
	<-ctx.Done()
	if n := running.Waiting(); n > 0 {
		h.say("stopping; %s still to be recorded", figures.Counted(n, "exchange"))
	}
	if err := running.Close(); err != nil {
		return &exit{exitFailed, fmt.Errorf("the proxy stopped: %w", err)}
	}
	return nil
}

func (r *relaying) checkFlags(c *common, s config.Settings) error {
	if len(r.to) == 0 {
		return wrongUsage("--to is missing; give the address of the gateway to forward to, for example --to https://host/api/v1")
	}
	if err := checkAddr("--addr", r.addr, relay.DefaultAddress); err != nil {
		return err
	}
	switch {
	case r.team && !s.Team.Set():
		return errNoTeam
	case r.team && !c.persists(s):
		return wrongUsage("--team shares what is saved here first; leave out --no-persist, and persist = false in the profile")
	}
	return nil
}

// openHistory opens the history for the proxy, and pushes from it to the team.
func (r *relaying) openHistory(ctx context.Context, h host, c *common, s config.Settings, o *relay.Options) (closeHistory func(), err error) {
	a, closeArchive, err := c.archiveFor(ctx, h, s)
	if err != nil {
		return nil, err
	}
	o.Archive = a
	if r.team { // else url_command or the keyring is not asked
		if address, err := teamAddress(ctx, h, s); err == nil {
			h.say("sharing with the team as %s, in %s", s.Team.Name(), team.At(address))
		}
	}
	stopPushing := c.startPushing(ctx, h, s, a, r.team, o.Report)
	return func() {
		stopPushing()
		closeArchive()
	}, nil
}

// rules returns those of the flags after those of the file; nil for none.
func (r *relaying) ruleSet(ctx context.Context, h host, c *common, s config.Settings, targets []relay.Target) (*relay.RuleSet, error) {
	all := slices.Clone(s.Rules)
	for i, f := range relay.RuleFlags {
		for _, text := range r.rules[i] {
			rule, err := f.Parse(text)
			if err != nil {
				return nil, wrongUsage("%w", err)
			}
			all = append(all, rule)
		}
	}
	switch {
	case len(all) == 0 && len(r.files) > 0:
		return nil, wrongUsage("--arg-file is for the programs of --set, and there is none")
	case len(all) == 0:
		return nil, nil
	}
	set, err := relay.NewRules(all, r.files, targets, func(name string) (relay.Target, func(), error) {
		for _, to := range r.to { // the address that has the name
			if before, address, ok := strings.Cut(to, "="); ok && before == name {
				return ruleTarget(ctx, h, c, address)
			}
		}
		return ruleTarget(ctx, h, c, name)
	})
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	return set, nil
}

// notStarted returns the error of a listener that did not start.
func (r *relaying) notStarted(err error) error {
	if hasCause[*net.OpError](err) {
		return cannotListen(r.addr, "--addr", err)
	}
	return wrongUsage("--to: %w", err)
}

// ready prints the address of each target.
func (r *relaying) ready(h host, running *relay.Relay, o relay.Options) error {
	if !o.Loopback() {
		h.say("warning: %s is reachable from other machines, and forwards what they send", running.Address())
	}
	for _, t := range o.Targets {
		at := reachedAt(running.Address())
		if t.Name != "" {
			at += "/" + t.Name
		}
		to := t.Client.Secrets().Address(t.Base)
		if t.Local {
			to = "the local gateway (simulated)"
		}
		if _, err := fmt.Fprintf(h.stdout, "gatehouse: proxy on %s, to %s\n", at, to); err != nil {
			return &exit{exitFailed, fmt.Errorf("the address cannot be printed: %w", err)}
		}
	}
	return nil
}

// reachedAt returns the URL of a listener for programs on this machine.
func reachedAt(listening string) string {
	if host, port, err := net.SplitHostPort(listening); err == nil && net.ParseIP(host).IsUnspecified() {
		listening = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + listening
}

// checkAddr checks the value of a flag for an address to listen on.
func checkAddr(flag, addr, example string) error {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return wrongUsage("%s %q: must be HOST:PORT, for example %s", flag, addr, example)
	}
	return nil
}

// target parses one --to: an address, or the name of a profile, with its certificate file and proxy.
func (r *relaying) target(ctx context.Context, h host, c *common, to string) (t relay.Target, end func(), err error) {
	name, address := "", to
	if before, after, ok := strings.Cut(to, "="); ok && !strings.ContainsAny(before, ":/?") {
		name, address = before, after
		if name == "" {
			return t, nil, wrongUsage("--to %s: the NAME before = is empty", withoutPassword(to))
		}
	}
	if before, after, ok := strings.Cut(to, "="); ok && address == to && !strings.Contains(before, ":") && strings.Contains(after, "://") {
		return t, nil, wrongUsage("--to %s: the NAME %q must not contain / or ?", withoutPassword(to), before)
	}
	s, err := c.forwardTo("--to", to, address)
	if err != nil {
		return t, nil, err
	}
	return openTarget(ctx, h, s, name, []client.Option{client.WithCAFile(s.CAFile), client.WithProxy(s.Proxy), client.WithMaxBody(s.MaxBody)})
}

// ruleTarget returns a target of rules, which gets the key and the header fields of its profile.
func ruleTarget(ctx context.Context, h host, c *common, address string) (t relay.Target, end func(), err error) {
	s, err := c.forwardTo("to", address, address)
	if err != nil {
		return t, nil, err
	}
	key, warnings := "", []string(nil)
	if s.BaseURL != "" {
		if key, warnings, err = readKey(ctx, h, s); err != nil {
			return t, nil, err
		}
	}
	h.sayLines(warnings...)
	t, end, err = openTarget(ctx, h, s, "", clientOptions(s, s.BaseURL, key))
	if err == nil && !t.Local {
		t.Credentials = t.Client.Identify
	}
	return t, end, err
}

// openTarget returns the target at the address of settings. local is the gateway of this process, which end
// stops.
func openTarget(ctx context.Context, h host, s config.Settings, name string, options []client.Option) (t relay.Target, end func(), err error) {
	t = relay.Target{Target: proxy.Target{Name: name, Base: s.BaseURL}, Profile: s.Profile, Local: s.BaseURL == "", Service: s.Service}
	options, stop := append(options, client.WithManyConnections()), func() {}
	if t.Local {
		l := newLocal(ctx, h, s.Service)
		stop = l.stop
		base, key, err := l.connect(ctx)
		if err != nil {
			return t, nil, &exit{exitFailed, err}
		}
		t.Base, options = base, append(options, client.WithSecrets(key))
		t.Credentials = func(h http.Header) { h.Set("Authorization", "Bearer "+key) } // which no program knows
	}
	h.sayLines(proxyWarnings(h, t.Base)...)
	t.Client = client.New(append(options, client.WithBaseURL(t.Base))...)
	if err := t.Client.Err(); err != nil {
		stop()
		return t, nil, wrongUsage("%s: %w", withoutPassword(s.BaseURL), err)
	}
	return t, func() { t.Client.Close(); stop() }, nil
}

// forwardTo parses the value of a flag: an address, or the name of a profile. BaseURL is empty for the local
// gateway. The error is wrong usage, names the flag, and has no password.
func (c *common) forwardTo(flag, to, address string) (config.Settings, error) {
	wrong := func(err error) error {
		words := err.Error()
		for _, other := range []string{"--base-url: ", "--profile: "} { // the user gave neither
			words = strings.TrimPrefix(words, other)
		}
		return wrongUsage("%s %s: %s", flag, withoutPassword(to), withoutPassword(words))
	}
	flags := config.Flags{Profile: address}
	if strings.ContainsAny(address, ":/@") {
		if _, err := config.Address(address); err != nil {
			return config.Settings{}, wrong(err)
		}
		flags = config.Flags{BaseURL: address}
	}
	s, err := config.Merge(c.file, config.Environment{}, flags)
	if err != nil {
		return config.Settings{}, wrong(err)
	}
	return s, nil
}

// userinfo matches the user and the password of an address.
var userinfo = regexp.MustCompile(`(^|=|//)[^\s/@=]*:[^\s/@]*@`)

// withoutPassword returns a text with the user and the password of an address replaced.
func withoutPassword(text string) string { return userinfo.ReplaceAllString(text, "$1***@") }

// refused returns what logs the requests that are not forwarded.
func refused(h host) proxy.Refused {
	return func(method, address string, status int, why string) {
		h.sayLine(logLine(time.Now(), method, address, fmt.Sprint(status), "refused: "+why))
	}
}

// passedLine returns the line of the log for an exchange, with more texts, which may be empty. address is
// without secrets.
func passedLine(address string, x *state.Exchange, c *wire.Capture, more ...string) string {
	ended := c.Start // its record may end later
	if c.End != nil {
		ended = ended.Add(time.Duration(c.End.AtUS) * time.Microsecond)
	}
	parts := []string{c.Sent.Verb(), address}
	if c.Head != nil {
		status, _ := history.StatusOf(x, c)
		parts = append(parts, fmt.Sprint(status))
	}
	parts = append(parts, string(x.Verdict), cmp.Or(x.Model, x.RequestModel))
	if us, ok := figures.TTFT(x); ok {
		parts = append(parts, "TTFT "+figures.Duration(us))
	}
	if us, ok := figures.Total(x); ok {
		parts = append(parts, "total "+figures.Duration(us))
	}
	if us := figures.SilenceBeforeEnd(x); us > 0 {
		parts = append(parts, "then silent for "+figures.Duration(us))
	}
	if f, ok := report.ForOthers(x); ok {
		parts = append(parts, f.Mark()+" "+f.Message)
	}
	return logLine(ended, append(parts, more...)...)
}

// logLine returns a line of a log: a time, and the parts that are not empty.
func logLine(at time.Time, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return oneLine(at.Format("15:04:05") + "  " + strings.Join(parts, "  "))
}

// forwardedLine is passedLine for an exchange with a target.
func forwardedLine(t relay.Target, x *state.Exchange, c *wire.Capture, more ...string) string {
	if c.Changed != nil {
		more = append(more, history.ChangedMark+" changed by "+strings.Join(c.Changed.By, "; "))
	}
	if d := c.Delivery; d != nil && d.Fault != "" && (c.End == nil || c.End.Detail != wire.DetailFault) {
		more = append(more, "on purpose by "+d.Fault)
	}
	return passedLine(c.Caller.Path+"  to "+t.Client.Secrets().Address(t.Base), x, c, append(more, explain.Ending(x, c))...)
}

// recordFile is the cassette that a command appends exchanges to.
type recordFile struct {
	h    host
	path string
	file *files.Cassette
	once sync.Once // for the first error
}

// recordTo opens a cassette to append to. An error is wrong usage.
func recordTo(h host, path string) (*recordFile, error) {
	file, err := files.OpenCassette(path)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	if removed := file.Removed(); removed.Bytes > 0 {
		h.say("warning: %s: %v", path, removed)
	}
	if file.Restricted() {
		h.say("warning: other users could open %s; now only you can", path)
	}
	if n := file.Entries(); n > 0 {
		h.say("%s holds %s; new ones are appended", path, figures.Counted(n, "exchange"))
	}
	return &recordFile{h: h, path: path, file: file}, nil
}

// Record appends an exchange. Only the first error is printed; the exchange was forwarded.
func (r *recordFile) Record(e har.Entry) (recorded bool) {
	err := r.file.Append(e)
	if err != nil {
		r.once.Do(func() {
			r.h.say("warning: %s: an exchange could not be recorded: %v; it was forwarded", r.path, err)
		})
	}
	return err == nil
}

// close closes the cassette, and prints how many exchanges are missing.
func (r *recordFile) close() {
	if n := r.file.Missing(); n > 0 {
		r.h.say("warning: %s: %s could not be recorded", r.path, figures.Counted(n, "exchange"))
	}
	if err := r.file.Close(); err != nil {
		r.h.say("warning: %s: %v", r.path, err)
	}
}
