package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/share/cassette"
	"gatehouse/state/share/cassette/samples"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
	"gatehouse/views/kit/text"
)

// replaying are the flags of the replay command.
type replaying struct {
	relaying
	speed  float64
	faults []string
	ignore []string
	save   bool // --keep
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
			"next to it. Point a client at http://127.0.0.1:8089/RULE, or at …/RULE/good, as its base\n" +
			"URL; a GET of / lists the rules. What the request says does not matter.",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeSource,
		RunE:              interruptible(func(ctx context.Context, args []string) error { return r.serve(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&r.addr, "addr", relay.DefaultAddress, "address `HOST:PORT` to listen on; port 0: any that is free")
	f.Float64Var(&r.speed, "speed", 1, "`FACTOR` by which recorded times are divided; 0: without waiting")
	f.StringArrayVar(&r.faults, "fault", nil, "break every answer with `FAULT`: cut@N, reset@N or stall@N after N bytes of the body, or status:CODE")
	f.StringArrayVar(&r.ignore, "ignore", nil, "do not compare the members at this `PATH` of a body, for example .metadata.run_id or .input[].id; repeatable")
	f.StringArrayVar(&r.to, "to", nil, "forward requests that are not recorded to `[NAME=]URL`, or to a profile, and append them to FILE.har")
	f.BoolVar(&r.save, "keep", false, "save what is replayed in the history")
	f.StringArrayVar(&r.hosts, "allow-host", nil, "also accept this Host `NAME` on loopback, repeatable; any other non-loopback Host gets a 421")
	return cmd
}

// options returns the options of the flags. The cassette is nil for the samples of lint, else empty.
func (r *replaying) options(c *common, from source) (o relay.Replaying, recorded *cassette.Cassette, err error) {
	if err := checkAddr("--addr", r.addr, relay.DefaultAddress); err != nil {
		return o, nil, err
	}
	switch {
	case from.lint && len(r.to) > 0:
		return o, nil, wrongUsage("--to appends to a FILE.har, and " + lintSource + " is none; leave it out")
	case from.lint && len(r.ignore) > 0:
		return o, nil, wrongUsage("--ignore has no use with " + lintSource + ": bodies are not compared; leave it out")
	case r.speed < 0 || math.IsNaN(r.speed) || math.IsInf(r.speed, 0):
		return o, nil, wrongUsage("--speed %g: must be 0 or more, as 1, 10 or 0", r.speed)
	case r.save && c.noPersist:
		return o, nil, wrongUsage("--keep and --no-persist contradict each other; leave one out")
	case len(r.faults) > 1:
		return o, nil, wrongUsage("--fault is given %d times; a replay has one fault, start a second replay for another", len(r.faults))
	}
	for _, fault := range r.faults {
		if o.Fault, err = proxy.ParseFault(fault); err != nil {
			return o, nil, wrongUsage("--fault %w", err)
		}
		if o.Fault.Slow > 0 {
			return o, nil, wrongUsage("--fault %s: a replay has --speed instead", fault)
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

// serve replays until ctx ends. It writes only the ready line to stdout.
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
	o.Refused, o.Report = refused(h), h.warn
	var a *archive.Archive
	if from.query != "" || r.save {
		var closeArchive func()
		if a, closeArchive, err = c.archiveFor(ctx, h, settings); err != nil {
			return err
		}
		defer closeArchive()
	}
	if r.save {
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

// ending describes what went wrong with a replayed exchange. No connection to a server was lost: an answer
// is truncated as it was recorded, or by --fault.
func (r *replaying) ending(x *state.Exchange, c *wire.Capture) string {
	switch {
	case c.End == nil || c.End.Cause != wire.EndLost:
		return explain.Ending(x, c)
	case len(r.faults) > 0:
		return ""
	}
	return "broken off as recorded"
}

// fill adds entries to a cassette, and prints which cannot be replayed.
func (r *replaying) fill(h host, c *cassette.Cassette, from source, entries []har.Entry) error {
	for _, e := range entries {
		c.Add(e)
	}
	if c.Len() == 0 && len(entries) == 0 && from.path == "" {
		return wrongUsage("%s: the query finds no exchange; gatehouse history list %s shows what a query finds", from.name(), spelling.ShellWord(from.query))
	}
	if c.Len() == 0 && len(r.to) == 0 {
		return wrongUsage("%s holds no exchange that can be replayed; gatehouse proxy --record makes a cassette", from.name())
	}
	from.sayMissing(h, c, entries)
	return nil
}

// run answers requests until ctx ends.
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
		if r.save {
			more = append(more, "saved as "+c.ID)
		}
		log.say(passedLine(c.Caller.Path, x, c, append(more, r.ending(x, c))...))
	}
	proposed := map[string]bool{} // misses arrive one at a time
	done := "404"
	if len(r.to) > 0 {
		done = "forwarded"
	}
	o.Missed = func(sent wire.Sent, miss cassette.Miss) { log.say(missedLine(sent, miss, done, proposed)) }
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

// source is where exchanges are: a file, the matches of a query, or the samples of lint.
type source struct {
	path, query string
	lint        bool
}

// lintSource is the argument for the samples of lint.
const lintSource = "@lint"

// completeSource completes lintSource, and files.
func completeSource(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 || !strings.HasPrefix(begun, "@") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return []string{lintSource}, cobra.ShellCompDirectiveNoFileComp
}

// sourceOf parses the arguments. --to creates a path that does not exist.
func sourceOf(args []string) (source, error) {
	if len(args) == 0 {
		return source{}, wrongUsage("FILE.har or a QUERY is missing; gatehouse proxy --record FILE.har makes a cassette, origin:proxy finds what the proxy has recorded, and " + lintSource + " is in the program")
	}
	switch {
	case args[0] == lintSource && len(args) > 1:
		return source{}, wrongUsage("%s takes no other argument; %q is one too many", lintSource, args[1])
	case args[0] == lintSource:
		return source{lint: true}, nil
	}
	full, err := files.Expand(args[0])
	if err != nil {
		return source{}, wrongUsage("%w", err)
	}
	_, missing := os.Stat(full)
	isPath := strings.HasSuffix(args[0], ".har") || !strings.Contains(args[0], ":") && strings.ContainsAny(args[0], "/~")
	switch {
	case missing != nil && !isPath:
		return source{query: strings.Join(args, " ")}, nil
	case len(args) > 1:
		return source{}, wrongUsage("a FILE takes no other argument; %q is one too many", args[1])
	}
	return source{path: args[0]}, nil
}

// maxReplayed is the maximal size of exchanges of the history in bytes.
const maxReplayed = files.MaxCassette

// name returns the name in messages.
func (s source) name() string {
	switch {
	case s.lint:
		return lintSource
	case s.path != "":
		return s.path
	}
	return "the history (" + s.query + ")"
}

// named returns the text of the log for an answer.
func (s source) named(found *cassette.Found) string {
	if s.lint {
		return "sample " + found.Capture.ID
	}
	return fmt.Sprintf("recorded as %s, %d of %d", found.Capture.ID, found.Nth, found.Of)
}

// read returns the exchanges in the order of their requests, and prints what it cannot read of a file.
func (s source) read(ctx context.Context, h host, a *archive.Archive) ([]har.Entry, error) {
	if s.path == "" {
		return s.fromHistory(ctx, h, a)
	}
	entries, faults, err := files.ReadCassette(s.path)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	if faults != nil {
		for line := range strings.Lines(faults.Error()) {
			if strings.HasPrefix(line, "entry ") {
				line = "left out: " + line
			}
			h.say("warning: %s: %s", s.path, text.Shortened(oneLine(line)))
		}
	}
	return entries, nil
}

func (s source) fromHistory(ctx context.Context, h host, a *archive.Archive) (entries []har.Entry, err error) {
	q, err := query.Parse(s.query, time.Now())
	if err != nil {
		return nil, wrongUsage("the query %q: %w", s.query, err)
	}
	if err := a.Flush(ctx); err != nil {
		return nil, err
	}
	list, err := a.List(ctx, archive.Page{Query: q, Limit: -1})
	if err != nil {
		return nil, err
	}
	if err := s.fits(list); err != nil {
		return nil, err
	}
	slices.Reverse(list)
	err = h.working(ctx, progress.Step{Verb: "reading", What: "the history"}, "", func(w *progress.Work) error {
		for i := range list {
			c, err := a.Capture(ctx, list[i].Key)
			if err != nil {
				return err
			}
			entries = append(entries, har.Entry{Capture: c, About: export.About(list[i].About)})
			if err := w.Counted("reading", i+1, len(list), "exchanges"); err != nil {
				return err
			}
		}
		return nil
	})
	return entries, err
}

// fits returns wrong usage if a query finds more than maxReplayed.
func (s source) fits(list []history.Entry) error {
	size := int64(0)
	for i := range list {
		size += list[i].Size
	}
	if size > maxReplayed {
		return wrongUsage("the query %q finds %s of %d MiB together; at most %d MiB are replayed: narrow it, as with since:1h", s.query, figures.Counted(len(list), "exchange"), size>>20, int64(maxReplayed)>>20)
	}
	return nil
}

// sayMissing prints how many exchanges cannot be replayed completely.
func (s source) sayMissing(h host, c *cassette.Cassette, entries []har.Entry) {
	if n := c.Unanswered(); n > 0 {
		h.say("%s of %s left out: no answer was recorded", figures.Counted(n, "exchange"), s.name())
	}
	part := 0
	for _, e := range entries {
		if end := e.Capture.End; e.Capture.Head != nil && (end == nil || end.Cause.ByClient() && end.Cause != wire.EndHungUp || end.Cause == wire.EndEncoding) {
			part++
		}
	}
	switch {
	case part == 1:
		h.say("1 exchange is incomplete; its answer is cut where the recording ends")
	case part > 1:
		h.say("%s are incomplete; their answers are cut where the recording ends", figures.Counted(part, "exchange"))
	}
}

// missedLine returns the line of the log for a request that is not recorded: what was done with it, the
// first difference from the nearest one, and the flags that exclude from the comparison what may be
// generated, unless they are proposed already.
func missedLine(sent wire.Sent, miss cassette.Miss, done string, proposed map[string]bool) string {
	words := "not recorded: " + miss.Words
	if miss.ID != "" {
		words += " The nearest is " + miss.ID
		if len(miss.Lines) > 0 {
			words += "; " + miss.Lines[0]
		}
		if more := len(miss.Lines) - 1 + miss.More; more > 0 {
			words += fmt.Sprintf("; %d more", more)
		}
	}
	var flags []string
	for _, path := range miss.Generated {
		if !proposed[path] {
			proposed[path] = true
			flags = append(flags, "--ignore "+spelling.ShellWord(path))
		}
	}
	return logLine(time.Now(), sent.Verb(), sent.URL, done, words, strings.Join(flags, " "))
}
