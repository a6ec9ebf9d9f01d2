package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/client"
	"gatehouse/state/archive"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// errSentAlready is the error of a model for what was sent to another.
var errSentAlready = wrongUsage("--model only applies to a request in a FILE; past exchanges are exported as they were sent")

// source reads what is to be exported.
func (e *exporting) source(cmd *cobra.Command, h host, c *common, args []string) (list []export.Exchange, err error) {
	if path, expanded := files.Expand(args[0]); expanded == nil {
		if _, err := os.Stat(path); err == nil {
			return e.file(cmd.Context(), h, c, args)
		}
	}
	if c.flags.Model != "" {
		return nil, errSentAlready
	}
	err = withIDs(cmd, h, c, args, func(ctx context.Context, a archive.Reader, args []string) error {
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
	if e.wholeRun {
		return share.Run(w, a, id)
	}
	x, err := share.Find(w.Context(), a, id)
	return []export.Exchange{x}, err
}

// notFound is the error of a word that is no file and no id either.
func notFound(word string, err error) error {
	var lone *share.LoneError
	switch {
	case errors.As(err, &lone):
		return wrongUsage("%w; leave out --run", err)
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
	case e.wholeRun:
		return nil, wrongUsage("--run takes the id of an exchange or the number of a run; %s is a file, which is exported whole", args[0])
	case e.session:
		return nil, wrongUsage("--session takes the id of an exchange; %s is a file, which is exported whole", args[0])
	}
	settings, err := c.loaded(h)
	if err != nil {
		return nil, err
	}
	way, err := wayOf(settings)
	if err != nil {
		return nil, err
	}
	way.Model, way.Allowed = c.flags.Model, c.allowFiles
	defer way.Client.Close()
	var list []export.Exchange
	var note string
	err = h.reading(ctx, args[0], unwritten, func(w *progress.Work) (err error) {
		list, note, err = share.File(w, args[0], way)
		return err
	})
	if note != "" {
		h.say("warning: %s: %s", args[0], note)
	}
	switch {
	case err != nil:
		return nil, err
	case way.Model != "" && len(list) > 0 && list[0].State.RequestModel != way.Model:
		return nil, errSentAlready
	}
	return list, nil
}

// wayOf is where a request would go by the settings. The key is not read: any stands for it.
func wayOf(s config.Settings) (share.Destination, error) {
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
