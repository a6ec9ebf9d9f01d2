package imports

import (
	"errors"

	"gatehouse/app/files"
	"gatehouse/client"
	"gatehouse/state/export"
	"gatehouse/state/foreign"
)

// har imports an HTTP Archive.
func (i *Import) har(f source, data []byte) error {
	archive, err := client.ReadHAR(data, files.CountEntries(i.work), i.Secrets...)
	if stopped := i.work.Err(); stopped != nil {
		return stopped
	}
	if err != nil {
		i.fault(f, err)
		return nil
	}
	i.fault(f, parts(archive.Faults)...)
	i.Others += len(archive.Others)
	i.total = i.done() + len(archive.Entries)
	defer func() { i.total = 0 }()
	for _, e := range archive.Entries {
		if err := i.add(export.AboutOf(e), e.Capture); err != nil {
			return err
		}
	}
	return nil
}

// curl imports the requests of curl commands.
func (i *Import) curl(f source, data []byte) error {
	requests, err := foreign.Curl(data, files.Beside(f.path))
	i.fault(f, parts(err)...)
	for _, r := range requests {
		if !r.IsOwn() {
			i.Others++
			continue
		}
		if err := i.addForeign(foreign.Unanswered(r, f.at)); err != nil {
			return err
		}
	}
	return nil
}

// parts are the errors that were joined to one.
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
