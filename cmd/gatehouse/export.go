package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/client"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
)

// exporting are the flags of the export command.
type exporting struct {
	as      string
	out     string // -o; empty: standard output
	session bool
	fullRun bool
	content bool // of OTLP
	redact  redacting
}

func newExport(h host, c *common) *cobra.Command {
	var e exporting
	words, redacted, list := documentWords()
	cmd := &cobra.Command{
		Use:   "export FILE|ID [ID…] --as FORMAT | --redact-test",
		Short: "Export an exchange or a session as a file to share",
		Long: "Export an exchange or a session as a file to share.\n\n" +
			"ID is an exchange's id, the beginning of one, or last. FILE is a saved request,\n" +
			"session or response; it takes precedence over an id of the same name. A request\n" +
			"that was never sent is written for the current connection, by default the local\n" +
			"gateway.\n\n" +
			"FORMAT is one of\n\n" + list + "\n" +
			"Commands and programs read the key from the environment variable\n" + export.KeyVariable + ".",
		Args: atLeastOne("nothing to export; give a FILE, or an ID that gatehouse history lists"),
		RunE: interruptible(func(ctx context.Context, args []string) error { return e.run(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&e.as, "as", "", "`FORMAT` of the document: "+strings.Join(words, ", "))
	f.StringVarP(&e.out, "output", "o", "", "write to a new `FILE` instead of standard output")
	f.BoolVar(&e.session, "session", false, "export all exchanges of its session")
	f.BoolVar(&e.fullRun, "run", false, "export all exchanges of its run, or of the run with a number")
	f.BoolVar(&e.content, "otlp-content", false, "with --as otlp, also write what was asked and answered")
	completeWords(cmd, "as", words...)
	f.BoolVar(&e.redact.on, "redact", false, "mask "+redact.Kinds+" ("+strings.Join(redacted, ", ")+": by default)")
	f.BoolVar(&e.redact.off, "no-redact", false, "write what --redact masks as it is")
	f.BoolVar(&e.redact.test, "redact-test", false, "list what would be masked, without writing anything")
	fileFlag(cmd, c)
	return cmd
}

// documentWords returns the words in --as for all documents, for those that are redacted by default, and
// a list with a line for each.
func documentWords() (all, redacted []string, list string) {
	for _, d := range export.Documents() {
		all = append(all, d.As)
		if d.Redact {
			redacted = append(redacted, d.As)
		}
		list += fmt.Sprintf("  %-11s %s\n", d.As, d.About)
	}
	return all, redacted, list
}

// document returns the document that is asked for.
func (e *exporting) document() (export.Document, error) {
	d, ok := export.DocumentAs(e.as)
	words, _, _ := documentWords()
	switch {
	case e.as == "":
		return d, wrongUsage("--as is missing; give a format: %s", strings.Join(words, ", "))
	case !ok:
		return d, wrongUsage("--as %s: must be one of %s", e.as, strings.Join(words, ", "))
	case e.content && d.As != export.OTLPWord:
		return d, wrongUsage("--otlp-content: only spans leave content out; %s holds it anyway", d.Name)
	case e.content:
		return export.OTLP(true), nil
	}
	return d, nil
}

func (e *exporting) run(ctx context.Context, h host, c *common, args []string) error {
	if err := e.redact.check(); err != nil {
		return err
	}
	if e.redact.test {
		list, err := e.source(ctx, h, c, args)
		if err != nil {
			return err
		}
		return e.redact.try(ctx, h, c, list)
	}
	d, err := e.document()
	if err != nil {
		return err
	}
	if len(args) > 1 && !d.Several {
		return wrongUsage("%s holds one exchange, not %d; give one ID", d.Name, len(args))
	}
	list, err := e.source(ctx, h, c, args)
	if err != nil {
		return err
	}
	if len(list) > 1 && e.session && !d.Several {
		return wrongUsage("%s holds one exchange, and the session has %d; leave out --session", d.Name, len(list))
	}
	if list, err = e.redact.masked(ctx, h, c, d, list); err != nil {
		return err
	}
	var out []byte
	err = h.working(ctx, progress.Step{Verb: "writing", What: d.Name}, unwritten, func(w *progress.Work) (err error) {
		out, err = share.Write(w, d, list)
		return err
	})
	if err != nil && !hasCause[*exit](err) { // an exchange that the document cannot contain
		err = wrongUsage("%w", err)
	}
	if err != nil {
		return err
	}
	for _, line := range d.Lost(list) {
		h.say("not translated: %s", line)
	}
	if err := e.write(ctx, h, out); err != nil {
		return err
	}
	if note := d.Note(list); note != "" {
		h.say("%s", note)
	}
	return nil
}

// unwritten is the result of a stopped export.
const unwritten = "nothing was written"

// write writes a document to the file or to standard output.
func (e *exporting) write(ctx context.Context, h host, document []byte) error {
	if e.out != "" && e.out != "-" { // as other programs write to standard output
		err := h.working(ctx, progress.Writing(e.out), unwritten, func(w *progress.Work) error {
			return files.WriteShown(w, e.out, document, false, nil)
		})
		switch {
		case hasCause[*exit](err):
			return err
		case errors.Is(err, files.ErrExists):
			return wrongUsage("%s already exists; give another name, or remove it first", e.out)
		case err != nil:
			return &exit{exitFailed, err}
		}
		h.say("wrote %s, %s", e.out, figures.Size(len(document)))
		return nil
	}
	if json.Valid(document) {
		h = h.forJSON()
	} else {
		document = []byte(printable(h, string(document)))
	}
	return h.print("the document", document)
}

// errSentAlready is the error of --model for exchanges.
var errSentAlready = wrongUsage("--model only applies to a request in a FILE; past exchanges are exported as they were sent")

// source reads what is to be exported.
func (e *exporting) source(ctx context.Context, h host, c *common, args []string) (list []export.Exchange, err error) {
	if files.Exists(args[0]) {
		return e.file(ctx, h, c, args)
	}
	if c.flags.Model != "" {
		return nil, errSentAlready
	}
	err = new(historyFlags).ofIDs(ctx, h, c, args, func(a archive.Reader, args []string) error {
		return h.working(ctx, progress.Step{Verb: "reading", What: "the history"}, unwritten, func(w *progress.Work) error {
			for _, id := range args {
				some, err := e.exchanges(w, a, id)
				if err != nil {
					return notFound(id, err)
				}
				list = append(list, some...)
			}
			return nil
		})
	})
	return list, err
}

func (e *exporting) exchanges(w *progress.Work, a archive.Reader, id string) ([]export.Exchange, error) {
	if e.session {
		return share.Session(w, a, id)
	}
	if e.fullRun {
		return share.Run(w, a, id)
	}
	x, err := share.Find(w.Context(), a, id)
	return []export.Exchange{x}, err
}

// notFound returns the error of a word that is neither a file nor an id.
func notFound(word string, err error) error {
	switch {
	case !errors.Is(err, archive.ErrNone):
		return noSuchID(err)
	case word == "last":
		return wrongUsage("the history is empty; gatehouse send and the playground fill it")
	case strings.ContainsAny(word, "/.~"):
		return wrongUsage("%s: no such file; relative paths start at the working directory", word)
	}
	return wrongUsage("%q is no file and no exchange of the history; gatehouse history lists the ids", word)
}

// file reads a FILE.
func (e *exporting) file(ctx context.Context, h host, c *common, args []string) ([]export.Exchange, error) {
	switch {
	case len(args) > 1:
		return nil, wrongUsage("a FILE cannot be combined with other arguments; give %q alone, or only ids", args[0])
	case e.fullRun:
		return nil, wrongUsage("--run takes the id of an exchange or the number of a run; %s is a file, which is exported in full", args[0])
	case e.session:
		return nil, wrongUsage("--session takes the id of an exchange; %s is a file, which is exported in full", args[0])
	}
	settings, err := c.loaded(h)
	if err != nil {
		return nil, err
	}
	to, err := destination(settings)
	if err != nil {
		return nil, err
	}
	to.Model, to.Allowed = c.flags.Model, c.allowFiles
	defer to.Client.Close()
	var list []export.Exchange
	var note string
	err = h.reading(ctx, args[0], unwritten, func(w *progress.Work) (err error) {
		list, note, err = share.File(w, args[0], to)
		return err
	})
	if note != "" {
		h.say("warning: %s: %s", args[0], note)
	}
	switch {
	case err != nil:
		return nil, err
	case to.Model != "" && len(list) > 0 && list[0].State.RequestModel != to.Model:
		return nil, errSentAlready
	}
	return list, nil
}

// destination returns where a request would be sent by the settings. The key is not read: documents have
// a variable instead.
func destination(s config.Settings) (share.Destination, error) {
	about := history.About{Connection: s.Profile, BaseURL: s.BaseURL, Service: s.Service}
	if s.BaseURL == "" {
		about.Connection, about.BaseURL = history.Local, export.LocalBase
	}
	client := client.New(clientOptions(s, about.BaseURL, "user:password")...)
	if err := client.Err(); err != nil {
		return share.Destination{}, wrongUsage("%w", err)
	}
	about.BaseURL = client.Secrets().Address(about.BaseURL)
	return share.Destination{Client: client, About: about}, nil
}

// redacting are the flags of the export command for masking.
type redacting struct {
	on, off, test bool
}

// check returns the error of flags that contradict each other.
func (r *redacting) check() error {
	switch {
	case r.on && r.off:
		return wrongUsage("--redact and --no-redact cannot be combined; give one of them")
	case r.test && r.off:
		return wrongUsage("--redact-test and --no-redact cannot be combined; give one of them")
	}
	return nil
}

// masked returns the exchanges for a document, masked if it requires that, and prints what was masked.
func (r *redacting) masked(ctx context.Context, h host, c *common, d export.Document, list []export.Exchange) ([]export.Exchange, error) {
	if r.off || !r.on && !d.Redact {
		if !r.off && d.Several {
			h.say("nothing is masked; --redact masks %s", redact.Kinds)
		}
		return list, nil
	}
	clean, err := r.redact(ctx, h, c, list, !d.Lengths)
	if err != nil {
		return nil, err
	}
	if n := clean.Count(); n > 0 {
		h.say("masked %s; --no-redact writes them as they are", figures.Counted(n, "place"))
	}
	return clean.List, nil
}

// try prints what would be masked.
func (r *redacting) try(ctx context.Context, h host, c *common, list []export.Exchange) error {
	clean, err := r.redact(ctx, h, c, list, false)
	if err != nil {
		return err
	}
	if n := clean.Count(); n > 0 {
		h.say("%s would be masked; nothing was written", figures.Counted(n, "place"))
		return nil
	}
	h.say("nothing would be masked")
	return nil
}

// redact masks exchanges by the rules of the settings, labelled if masks say what they hide, and prints
// each hit.
func (r *redacting) redact(ctx context.Context, h host, c *common, list []export.Exchange, labelled bool) (share.Redacted, error) {
	rules, err := redactRules(h, c)
	if err != nil {
		return share.Redacted{}, err
	}
	if labelled {
		rules = rules.Labelled()
	}
	var clean share.Redacted
	err = h.working(ctx, progress.Step{Verb: "masking"}, unwritten, func(w *progress.Work) (err error) {
		clean, err = share.Redact(w, rules, list)
		return err
	})
	switch {
	case hasCause[*redact.UnsearchableError](err):
		return share.Redacted{}, &exit{exitFailed, fmt.Errorf("%w; leave it out, or write it as it is with --no-redact", err)}
	case err != nil:
		return share.Redacted{}, err
	}
	for _, f := range clean.Found {
		for _, hit := range f.Hits {
			if len(list) == 1 {
				h.say("%s", hit)
			} else {
				h.say("exchange %s, %s", f.ID, hit)
			}
		}
	}
	for _, d := range clean.Decoded {
		h.say("exchange %s: the %s body was compressed; it is written decompressed, so that it could be searched", d.ID, d.Body)
	}
	return clean, nil
}

// redactRules loads the settings, and returns rulesOf them.
func redactRules(h host, c *common, more ...string) (*redact.Rules, error) {
	settings, _, err := c.load(h) // its warnings were printed when the exchanges were read
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(h, settings, more...)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	return rules, nil
}
