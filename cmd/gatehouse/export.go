package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/answer"
	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/export"
	"gatehouse/state/figures"
)

// exporting are the flags of the export command.
type exporting struct {
	as       string
	out      string // -o; empty: standard output
	session  bool
	wholeRun bool
	content  bool // of OTLP
	redact   redacting
}

func newExport(h host, c *common) *cobra.Command {
	var e exporting
	cmd := &cobra.Command{
		Use:   "export FILE|ID [ID…] --as FORMAT | --redact-test",
		Short: "Export an exchange or a session as a file to share",
		Long: "Export an exchange or a session as a file to share.\n\n" +
			"ID is an exchange's id, the beginning of one, or last. FILE is a saved request,\n" +
			"session or response; it takes precedence over an id of the same name. A request\n" +
			"that was never sent is written for the current connection, by default the local\n" +
			"gateway.\n\n" +
			"FORMAT is one of\n\n" + documentList() + "\n" +
			"Commands and programs read the key from the environment variable\n" + export.KeyVariable + ".",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongUsage("nothing to export; give a FILE, or an ID that gatehouse history lists")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, h, c, args) },
	}
	f := cmd.Flags()
	f.StringVar(&e.as, "as", "", "`FORMAT` of the document: "+strings.Join(documentWords(), ", "))
	f.StringVarP(&e.out, "output", "o", "", "write to a new `FILE` instead of standard output")
	f.BoolVar(&e.session, "session", false, "export the whole session of the exchange")
	f.BoolVar(&e.wholeRun, "run", false, "export the whole run of the exchange, or that of a number")
	f.BoolVar(&e.content, "otlp-content", false, "with --as otlp, also write what was asked and answered")
	completeWords(cmd, "as", documentWords()...)
	e.redact.flags(cmd)
	fileFlag(cmd, c)
	return cmd
}

func documentWords() (words []string) {
	for _, d := range export.Documents() {
		words = append(words, d.As)
	}
	return words
}

// documentList lists the documents, one a line.
func documentList() string {
	var b strings.Builder
	for _, d := range export.Documents() {
		fmt.Fprintf(&b, "  %-11s %s\n", d.As, d.About)
	}
	return b.String()
}

// document returns the document that is asked for.
func (e *exporting) document() (export.Document, error) {
	d, ok := export.DocumentAs(e.as)
	switch {
	case e.as == "":
		return d, wrongUsage("--as is missing; give a format: %s", strings.Join(documentWords(), ", "))
	case !ok:
		return d, wrongUsage("--as %s: must be one of %s", e.as, strings.Join(documentWords(), ", "))
	case e.content && d.As != export.OTLPWord:
		return d, wrongUsage("--otlp-content: only spans leave content out; %s holds it anyway", d.Name)
	case e.content:
		return export.OTLP(true), nil
	}
	return d, nil
}

func (e *exporting) run(cmd *cobra.Command, h host, c *common, args []string) error {
	if err := e.redact.check(); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	if e.redact.test {
		list, err := e.source(cmd, h, c, args)
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
	list, err := e.source(cmd, h, c, args)
	if err != nil {
		return err
	}
	if len(list) > 1 && e.session && !d.Several {
		return wrongUsage("%s holds one exchange, and the session has %d; leave out --session", d.Name, len(list))
	}
	if list, err = e.redact.of(ctx, h, c, d, list); err != nil {
		return err
	}
	out, err := writing(ctx, h, d, list)
	if err != nil {
		return err
	}
	for _, line := range d.Lost(list) {
		h.say("not translated: %s", line)
	}
	return e.write(ctx, h, out)
}

// unwritten is what a stopped export has left.
const unwritten = "nothing was written"

// writing makes the document. An exchange that it cannot hold is wrong usage.
func writing(ctx context.Context, h host, d export.Document, list []export.Exchange) (out []byte, err error) {
	err = h.working(ctx, progress.Step{Verb: "writing", What: d.Name}, unwritten, func(w *progress.Work) error {
		out, err = share.Write(w, d, list)
		return err
	})
	var said *exit
	if err != nil && !errors.As(err, &said) {
		err = wrongUsage("%w", err)
	}
	return out, err
}

// write writes a document to its place.
func (e *exporting) write(ctx context.Context, h host, document []byte) error {
	if e.out != "" && e.out != "-" { // as other programs write to standard output
		var said *exit
		switch err := h.working(ctx, progress.Writing(e.out), unwritten, func(w *progress.Work) error {
			return files.WriteShown(w, e.out, document, false)
		}); {
		case errors.As(err, &said):
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
	if _, err := h.stdout.Write(document); err != nil && !answer.ReaderGone(err) {
		return &exit{exitFailed, fmt.Errorf("the document could not be written to standard output: %w", err)}
	}
	return nil
}
