package imports

import (
	"errors"
	"net/http"
	"strings"

	"gatehouse/app/files"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/foreign"
)

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
			i.Others++
		}
	}
}

// curl imports the requests of curl commands.
func (i *Import) curl(f source, data []byte) error {
	requests, err := files.Curl(f.path, data, i.Allowed...)
	i.fault(f, parts(err)...)
	for _, r := range requests {
		if !r.IsNative() {
			i.Others++
			continue
		}
		if err := i.addForeign(foreign.Unanswered(r, f.at)); err != nil {
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
