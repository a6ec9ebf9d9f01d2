package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/cassette"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/query"
	"gatehouse/views/text"
)

// source is where exchanges are: a file, or what a query finds in the history, or in the
// program the samples of lint.
type source struct {
	path, query string
	lint        bool
}

// lintSource is what the samples of lint are called by.
const lintSource = "@lint"

// completeSource completes what is no file.
func completeSource(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 || !strings.HasPrefix(begun, "@") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return []string{lintSource}, cobra.ShellCompDirectiveNoFileComp
}

// sourceOf reads the words of the command. A path that there is not is one that --to may
// make.
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
	switch isPath := strings.HasSuffix(args[0], ".har") || !strings.Contains(args[0], ":") && strings.ContainsAny(args[0], "/~"); {
	case missing != nil && !isPath:
		return source{query: strings.Join(args, " ")}, nil
	case len(args) > 1:
		return source{}, wrongUsage("a FILE takes no other argument; %q is one too many", args[1])
	}
	return source{path: args[0]}, nil
}

// mostReplayed is how many bytes of exchanges out of the history are held, as of a file.
const mostReplayed = files.MaxCassette

// name is what messages call it.
func (s source) name() string {
	switch {
	case s.lint:
		return lintSource
	case s.path != "":
		return s.path
	}
	return "the history (" + s.query + ")"
}

// named says in the log which exchange an answer is.
func (s source) named(found *cassette.Found) string {
	if s.lint {
		return "sample " + found.Capture.ID
	}
	return fmt.Sprintf("recorded as %s, %d of %d", found.Capture.ID, found.Nth, found.Of)
}

// read returns the exchanges in the order of their requests. What of a file cannot be read
// is said.
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
			e := har.Entry{Capture: c}
			e.About = export.About(list[i].About)
			entries = append(entries, e)
			if err := w.Counted("reading", i+1, len(list), "exchanges"); err != nil {
				return err
			}
		}
		return nil
	})
	return entries, err
}

// fits returns wrong usage where a query finds more than is held.
func (s source) fits(list []history.Entry) error {
	size := int64(0)
	for i := range list {
		size += list[i].Size
	}
	if size <= mostReplayed {
		return nil
	}
	return wrongUsage("the query %q finds %s of %d MiB together; at most %d MiB are replayed: narrow it, as with since:1h", s.query, figures.Counted(len(list), "exchange"), size>>20, int64(mostReplayed)>>20)
}

// sayMissing says what of the recorded exchanges cannot be replayed whole.
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
	if part > 0 {
		h.say("%s", incomplete(part))
	}
}

// incomplete says of so many exchanges that they were not recorded to the end.
func incomplete(n int) string {
	if n == 1 {
		return "1 exchange is incomplete; its answer is cut where the recording ends"
	}
	return figures.Counted(n, "exchange") + " are incomplete; their answers are cut where the recording ends"
}
