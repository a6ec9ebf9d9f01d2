// Package imports adds exchanges of other programs to the history: from HTTP Archives, curl
// commands, the files of OpenAI's Batch API, collections of Postman and spans in OTLP JSON.
package imports

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/intake"
	"gatehouse/state/share/export"
)

// Import imports files into an archive.
type Import struct {
	Archive *archive.Archive
	Secrets []string // overwritten in the exchanges, in addition to credentials
	Allowed []string // folders of --allow-files
	Report

	work    *progress.Work
	total   int // exchanges including those of the current file; 0: unknown
	batches batches
}

// Report counts what was imported and what was not.
type Report struct {
	Added                       int
	Known                       int      // exchanges that were in the history already
	Lists, FailedLists, Sockets int      // skipped model lists and WebSocket connections
	Others                      []string // other skipped requests, whose API is not read: see intake.Place
	Silent                      int      // spans of model calls without messages
	Files                       int      // skipped files of folders
	Faults                      []error  // each names its file, and the line or entry
}

// Run imports files and folders. The error is that of the archive, or a *progress.StoppedError;
// exchanges imported before remain. Faults of files are in the report.
func (i *Import) Run(w *progress.Work, paths []string) error {
	i.work = w
	for _, f := range i.find(paths) {
		if err := w.At(progress.Reading(f.path)); err != nil {
			return err
		}
		if err := i.file(f); err != nil {
			return err
		}
	}
	return i.importBatches() // a request may be in a later file than its answer
}

func (r *Report) done() int { return r.Added + r.Known }

// file imports one file; a file of the Batch API is stored for importBatches.
func (i *Import) file(f source) error {
	data, err := f.read()
	if err != nil {
		i.Faults = append(i.Faults, err)
		return nil
	}
	if isUTF16(data) {
		i.fault(f, errors.New("the file is UTF-16, as PowerShell's > writes it; save it as UTF-8"))
		return nil
	}
	switch f.kind(data) {
	case isHAR:
		return i.har(f, data)
	case isCurl:
		return i.curl(f, data)
	case isBatch:
		i.fault(f, i.batches.read(f, data)...)
		return nil
	case isSpans:
		all, err := intake.OTLP(data)
		return i.exchanges(f, all, err)
	case isCollection:
		all, err := intake.Postman(data, f.at)
		return i.exchanges(f, all, err)
	}
	if !f.named {
		i.Files++
		return nil
	}
	if name := intake.NameOf(data); name != "" {
		i.fault(f, errors.New(name))
	} else {
		i.fault(f, errors.New("no HTTP Archive, curl command, file of the Batch API, Postman collection or OTLP JSON; these are imported"))
	}
	return nil
}

func (i *Import) fault(f source, faults ...error) {
	for _, err := range faults {
		i.Faults = append(i.Faults, fmt.Errorf("%s: %w", f.path, err))
	}
}

// add writes an exchange to the archive. Stopping does not interrupt a write, so that the report is
// exact.
func (i *Import) add(about history.About, c *wire.Capture) error {
	if err := i.work.Err(); err != nil {
		return err
	}
	about.Origin = history.Import
	x, err := files.FoldEach(about, c, func(int) error { return i.work.Err() })
	if err != nil {
		return err
	}
	added, err := i.Archive.Import(context.WithoutCancel(i.work.Context()), about, x, c)
	switch {
	case err != nil:
		return err
	case added:
		i.Added++
	default:
		i.Known++
	}
	return i.work.Counted("importing", i.done(), i.total, "exchanges")
}

// addForeign is add for an exchange of another program, which has only its bytes.
func (i *Import) addForeign(c *wire.Capture) error {
	capture.Clean(c, i.Secrets...)
	return i.add(export.AboutOf(har.Entry{Capture: c, Foreign: true}), c)
}

// exchanges imports the exchanges of a file.
func (i *Import) exchanges(f source, all intake.Exchanges, err error) error {
	if err != nil {
		i.fault(f, err)
		return nil
	}
	i.Others = append(i.Others, all.Others...)
	i.Silent += all.Silent
	i.total = i.done() + len(all.List)
	defer func() { i.total = 0 }()
	for _, x := range all.List {
		if x.Capture.Lacks.Start {
			x.Capture.Start = f.at // its place in lists
		}
		capture.Clean(x.Capture, i.Secrets...)
		about := export.AboutOf(har.Entry{Capture: x.Capture, Foreign: true})
		about.Kind = x.Kind
		if err := i.add(about, x.Capture); err != nil {
			return err
		}
	}
	return nil
}

// har imports an HTTP Archive.
func (i *Import) har(f source, data []byte) error {
	archive, err := client.ReadHAR(data, files.CountEntries(i.work), state.Reads, i.Secrets...)
	if stopped := i.work.Err(); stopped != nil {
		return stopped
	}
	if err != nil {
		i.fault(f, err)
		return nil
	}
	i.fault(f, parts(archive.Faults)...)
	i.skip(archive.Others)
	i.total = i.done() + len(archive.Entries)
	defer func() { i.total = 0 }()
	for _, e := range archive.Entries {
		if e.Capture.Lacks.Start {
			e.Capture.Start = f.at // its place in lists
		}
		if err := i.add(export.AboutOf(e), e.Capture); err != nil {
			return err
		}
	}
	return nil
}

// skip counts entries that are not imported.
func (i *Import) skip(entries []har.Entry) {
	for _, e := range entries {
		path, _, _ := strings.Cut(e.Capture.Sent.URL, "?")
		isList := e.Capture.Sent.Method == http.MethodGet && strings.HasSuffix(strings.TrimSuffix(path, "/"), "/models")
		switch head := e.Capture.Head; {
		case e.WebSocket:
			i.Sockets++
		case isList && (head == nil && !e.Capture.Lacks.Answer || head != nil && head.Status >= 400):
			i.FailedLists++
		case isList:
			i.Lists++
		default:
			i.Others = append(i.Others, intake.Place(e.Capture.Sent))
		}
	}
}

// curl imports the requests of curl commands.
func (i *Import) curl(f source, data []byte) error {
	requests, err := files.Curl(f.path, data, i.Allowed...)
	i.fault(f, parts(err)...)
	for _, r := range requests {
		if !r.IsNative() {
			i.Others = append(i.Others, intake.Place(r.Sent))
			continue
		}
		if err := i.addForeign(intake.Unanswered(r, f.at)); err != nil {
			return err
		}
	}
	return nil
}

// parts returns the errors that were joined to one.
func parts(err error) []error {
	var joined interface{ Unwrap() []error }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &joined):
		return joined.Unwrap()
	}
	return []error{err}
}
