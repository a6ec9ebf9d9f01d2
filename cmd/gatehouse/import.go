package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/imports"
	"gatehouse/app/effect/progress"
	"gatehouse/state/archive"
	"gatehouse/views/kit/text"
)

func newImport(h host, c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE|FOLDER…",
		Short: "Import exchanges of other programs into the history",
		Long: "Import exchanges of other programs into the history, where origin:import finds them.\n\n" +
			"FILE is an HTTP Archive (HAR) from gatehouse, a browser or another program, a script\n" +
			"with curl commands, a Postman collection, spans of model calls in OTLP JSON, or the\n" +
			"output of OpenAI's Batch API, with its input if you name both. A FOLDER is searched\n" +
			"for such files. Keys, cookies and other credentials are overwritten. Exchanges that\n" +
			"are already in the history are skipped.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongUsage("nothing to import; give a FILE or a FOLDER")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runImport(cmd, h, c, args) },
	}
	fileFlag(cmd, c)
	return cmd
}

func runImport(cmd *cobra.Command, h host, c *common, args []string) error {
	if c.forget {
		return wrongUsage("--no-persist saves nothing, and import does nothing else; leave it out")
	}
	settings, _, err := c.load(h)
	if err != nil {
		return err
	}
	i := imports.Import{Allowed: c.allowFiles}
	for _, name := range settings.KeyVars {
		i.Secrets = append(i.Secrets, h.getenv(name))
	}
	err = withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error {
		i.Archive = a
		const onStop = "what was imported is saved, and the same command imports the rest"
		return h.working(ctx, progress.Step{Verb: "importing"}, onStop, func(w *progress.Work) error { return i.Run(w, args) })
	})
	for _, fault := range i.Faults {
		h.say("%s", text.Shortened(fault.Error()))
	}
	if _, wrong := io.WriteString(h.stdout, summary(i.Report)+"\n"); err == nil && wrong != nil && !answer.ReaderGone(wrong) {
		err = wrong
	}
	if err == nil && len(i.Faults) > 0 {
		return quietly(exitFailed)
	}
	return err
}

// summary describes what an import did.
func summary(r imports.Report) string {
	words := []string{number(r.Added, "exchange imported", "exchanges imported")}
	add := func(n int, one, several string) {
		if n > 0 {
			words = append(words, number(n, one, several))
		}
	}
	add(r.Known, "was already in the history", "were already in the history")
	add(r.Lists, "model list skipped", "model lists skipped")
	add(r.FailedLists, "failed model list skipped", "failed model lists skipped")
	add(r.Sockets, "WebSocket connection skipped", "WebSocket connections skipped")
	add(r.Silent, "span without messages skipped", "spans without messages skipped")
	add(r.Others, "other request skipped", "other requests skipped")
	add(r.Files, "other file skipped", "other files skipped")
	add(len(r.Faults), "fault", "faults")
	return strings.Join(words, ", ")
}

// number returns a count with its noun.
func number(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
