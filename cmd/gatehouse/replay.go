package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"gatehouse/app/relay"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/replay"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/cassette"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/lint/samples"
	quoting "gatehouse/state/spelling"
)

// replaying are the flags of the replay command.
type replaying struct {
	relaying
	speed  float64
	faults []string
	ignore []string
	keep   bool
}

func newReplay(h host, c *common) *cobra.Command {
	var r replaying
	cmd := &cobra.Command{
		Use:   "replay FILE.har|QUERY|@lint",
		Short: "Answer requests with recorded exchanges",
		Long: "Answer requests with the exchanges of a cassette, or of the history: the same bytes in\n" +
			"the same chunks with the same time between them. Without --to nothing is sent anywhere.\n\n" +
			"A request is found by method, path and JSON body, whatever key it carries. The nth that\n" +
			"is the same gets the nth recorded answer, later ones the last again. A request that is\n" +
			"not recorded gets a 404 that shows how the nearest one differs; with --to it is\n" +
			"forwarded, and appended to FILE.har.\n\n" +
			"@lint is in the program: for every rule of lint an answer that breaks it, and a good one\n" +
			"beside it. Point a client at http://127.0.0.1:8089/RULE, or at …/RULE/good, as its base\n" +
			"URL; a GET of / lists the rules. What the request says does not matter.",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return r.serve(ctx, h, c, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.addr, "addr", relay.DefaultAddress, "address `HOST:PORT` to listen on; port 0: any that is free")
	f.Float64Var(&r.speed, "speed", 1, "`FACTOR` by which recorded times are divided; 0: without waiting")
	f.StringArrayVar(&r.faults, "fault", nil, "break every answer with `FAULT`: cut@N, reset@N or stall@N after N bytes of the body, or status:CODE")
	f.StringArrayVar(&r.ignore, "ignore", nil, "do not compare the members at this `PATH` of a body, for example .metadata.run_id or .input[].id; repeatable")
	f.StringArrayVar(&r.to, "to", nil, "forward requests that are not recorded to `[NAME=]URL`, or to a profile, and append them to FILE.har")
	f.BoolVar(&r.keep, "keep", false, "save what is replayed in the history")
	f.StringArrayVar(&r.hosts, "allow-host", nil, "also accept this Host `NAME` on loopback, repeatable; any other non-loopback Host gets a 421")
	return cmd
}

// options reads the flags. The cassette is nil for the samples of lint, else empty.
func (r *replaying) options(c *common, from source) (o relay.Replaying, recorded *cassette.Cassette, err error) {
	if err := r.check(); err != nil {
		return o, nil, err
	}
	switch {
	case from.lint && len(r.to) > 0:
		return o, nil, wrongUsage("--to appends to a FILE.har, and " + lintSource + " is none; leave it out")
	case from.lint && len(r.ignore) > 0:
		return o, nil, wrongUsage("--ignore has no use with " + lintSource + ": bodies are not compared; leave it out")
	case r.speed < 0 || math.IsNaN(r.speed) || math.IsInf(r.speed, 0):
		return o, nil, wrongUsage("--speed %g: must be 0 or more, as 1, 10 or 0", r.speed)
	case r.keep && c.forget:
		return o, nil, wrongUsage("--keep and --no-persist contradict each other; leave one out")
	}
	if len(r.faults) > 1 {
		return o, nil, wrongUsage("--fault is given %d times; a replay has one fault, start a second replay for another", len(r.faults))
	}
	for _, fault := range r.faults {
		if o.Fault, err = replay.ParseFault(fault); err != nil {
			return o, nil, wrongUsage("--fault %w", err)
		}
	}
	ignored, err := cassette.Ignore(r.ignore...)
	if err != nil {
		return o, nil, wrongUsage("--ignore %w", err)
	}
	o.Speed, o.MaxBody = r.speed, client.DefaultMaxBody
	o.Address, o.Hosts = r.addr, r.hosts
	if from.lint {
		o.Answers = samples.Serve()
		return o, nil, nil
	}
	recorded = cassette.New(ignored)
	o.Answers, o.Add = recorded, recorded.Add
	return o, recorded, nil
}

// serve replays until ctx ends. The ready line is all that it writes to stdout.
func (r *replaying) serve(ctx context.Context, h host, c *common, args []string) error {
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	from, err := sourceOf(args)
	if err != nil {
		return err
	}
	o, recorded, err := r.options(c, from)
	if err != nil {
		return err
	}
	for _, to := range r.to {
		t, end, err := r.target(ctx, h, c, to)
		if err != nil {
			return err
		}
		defer end()
		o.Targets = append(o.Targets, t)
	}
	if len(r.to) > 0 {
		if from.path == "" {
			return wrongUsage("--to appends to a FILE.har; %q is a query of the history, which gatehouse export --as har writes as one", from.query)
		}
		file, err := recordTo(h, from.path)
		if err != nil {
			return err
		}
		defer file.close()
		o.Record = file
	}
	o.Refused = refused(h)
	o.Report = func(err error) { h.say("warning: %v", err) }
	var a *archive.Archive
	if from.query != "" || r.keep {
		if a, err = c.openArchive(ctx, settings, o.Report); err != nil {
			return &exit{exitFailed, err}
		}
		defer func() {
			if err := a.Close(); err != nil {
				o.Report(err)
			}
		}()
	}
	if r.keep {
		o.Archive = a
	}
	if recorded != nil {
		entries, err := from.read(ctx, h, a)
		if err != nil {
			return stopOr(ctx, err)
		}
		if err := r.fill(h, recorded, from, entries); err != nil {
			return err
		}
	}
	return r.run(ctx, h, o, from)
}

// ending says what went wrong with a replayed exchange. There is no server whose connection
// could have been lost: an answer breaks off as it was recorded, or by --fault.
func (r *replaying) ending(x *state.Exchange, c *wire.Capture) string {
	switch {
	case c.End == nil || c.End.Cause != wire.EndLost:
		return explain.Ending(x, c)
	case len(r.faults) > 0:
		return ""
	}
	return "broken off as recorded"
}

// fill adds entries to a cassette, and says what of them cannot be replayed.
func (r *replaying) fill(h host, c *cassette.Cassette, from source, entries []har.Entry) error {
	for _, e := range entries {
		c.Add(e)
	}
	if c.Len() == 0 && len(entries) == 0 && from.path == "" {
		return wrongUsage("%s: the query finds no exchange; gatehouse history list %s shows what a query finds", from.name(), quoting.ShellWord(from.query))
	}
	if c.Len() == 0 && len(r.to) == 0 {
		return wrongUsage("%s holds no exchange that can be replayed; gatehouse proxy --record makes a cassette", from.name())
	}
	from.sayMissing(h, c, entries)
	return nil
}

// run answers until ctx ends.
func (r *replaying) run(ctx context.Context, h host, o relay.Replaying, from source) error {
	log := newLineLog(h)
	defer log.close()
	o.Replayed = func(found *cassette.Found, x *state.Exchange, c *wire.Capture) {
		if found == nil {
			return // a miss has a line already
		}
		more := []string{from.named(found)}
		for _, fault := range r.faults {
			more = append(more, "with --fault "+fault)
		}
		if r.keep {
			more = append(more, "kept as "+c.ID)
		}
		log.say(passedLine(c.Caller.Path, x, c, append(more, r.ending(x, c))...))
	}
	proposed := map[string]bool{} // misses come one at a time
	o.Missed = func(sent wire.Sent, miss cassette.Miss) {
		log.say(missedLine(sent, miss, len(r.to) > 0, newPaths(miss.Generated, proposed)))
	}
	o.Ended = func(t relay.Target, x *state.Exchange, c *wire.Capture, recorded bool) {
		more := "not recorded"
		if recorded {
			more = "recorded as " + c.ID
		}
		log.say(forwardedLine(t, x, c, more))
	}
	running, err := relay.StartReplay(ctx, o)
	if err != nil {
		return r.notStarted(err)
	}
	if !o.Loopback() {
		h.say("warning: %s is reachable from other machines", running.Address())
	}
	if _, err := fmt.Fprintf(h.stdout, "gatehouse: replay on %s, %s of %s\n", reachedAt(running.Address()), figures.Counted(o.Answers.Len(), "exchange"), oneLine(from.name())); err != nil {
		return errors.Join(&exit{exitFailed, fmt.Errorf("the address cannot be printed: %w", err)}, running.Close())
	}
	<-ctx.Done()
	if err := running.Close(); err != nil {
		return &exit{exitFailed, fmt.Errorf("the replay stopped: %w", err)}
	}
	return nil
}
