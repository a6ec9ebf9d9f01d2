package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"gatehouse/app"
	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/tool"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/state/foreign"
	"gatehouse/state/history"
	"gatehouse/state/rerankset"
)

// openFile reads the FILE of the playground into the options; without one they
// stay as they are. What the rerank screen opens is opened there, once it is
// known to be whole; what is of the team's history, once the program has started.
func openFile(ctx context.Context, h host, args []string, o *app.Options) error {
	if len(args) == 0 {
		return nil
	}
	if id, ok := inTeam(args[0]); ok {
		o.TeamExchange = id
		return nil
	}
	var f files.File
	err := h.reading(ctx, args[0], "nothing was opened", func(w *progress.Work) (err error) {
		f, err = files.OpenFile(w, args[0], o.AllowFiles...)
		return err
	})
	switch {
	case err != nil:
		return err
	case f.Set != nil:
		o.RerankSet = args[0]
	default:
		o.Session = &f.Session
	}
	return nil
}

// inTeam is the id of the exchange of the team's history that a word names, if it names one and no
// file.
func inTeam(word string) (id string, ok bool) {
	if id, ok = strings.CutPrefix(word, history.TeamPrefix); !ok {
		return "", false
	}
	_, err := os.Stat(word)
	return id, err != nil
}

// reading is working for a file that is read. Its error is one of wrong usage.
func (h host) reading(ctx context.Context, path, kept string, do func(*progress.Work) error) error {
	ctx, stop := interruptible(ctx)
	defer stop()
	err := h.working(ctx, progress.Reading(path), kept, do)
	var said *exit
	if err == nil || errors.As(err, &said) {
		return err
	}
	return stopOr(ctx, wrongUsage("%w", err))
}

// noSet refuses a rerank set where a single request is wanted.
func noSet(file []byte) error {
	if !rerankset.IsSet(file) {
		return nil
	}
	return wrongUsage("this is a rerank set, not one request; gatehouse rerank FILE runs it, gatehouse FILE opens it, and W on its screen saves the request of one model")
}

// noStream refuses what was saved of exchanges where a request is wanted.
func noStream(file []byte) error {
	switch {
	case har.Looks(file):
		return wrongUsage("this is an HTTP Archive, not a request; gatehouse FILE opens it, and gatehouse export FILE --as json writes the last request in it")
	case foreign.LooksLikeBatch(file):
		return wrongUsage("this is a file of the Batch API, not a request; gatehouse import FILE imports it")
	}
	if client.LooksLikeEvents(file) {
		return wrongUsage("this is what send --events printed, not a request; gatehouse FILE opens it, and ctrl+s there saves a request that continues it")
	}
	if scan.Check(file) == nil {
		return nil
	}
	switch err := client.CheckSaved(file); {
	case errors.Is(err, client.ErrNoAnswer):
		return nil
	case err != nil:
		return wrongUsage("this is a saved response, not a request; %v", err)
	}
	return wrongUsage("this is a saved response (an event stream, or one with its head), not a request; gatehouse FILE opens it, and ctrl+s there saves a request that continues it")
}

// boundTools are the commands of config.toml. They see our environment without
// the keys in it.
func boundTools(s config.Settings, key string, environ []string) map[string]tool.Command {
	environ = tool.Without(environ, s.KeyVars, key)
	tools := make(map[string]tool.Command, len(s.Tools))
	for name, t := range s.Tools {
		tools[name] = tool.Command{Argv: t.Command, Timeout: t.Limit(), MaxOutput: t.MaxOutput, Environ: environ}
	}
	return tools
}
