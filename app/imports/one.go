package imports

import (
	"context"
	"errors"

	"gatehouse/app/files"
	"gatehouse/client"
	"gatehouse/state/export"
	"gatehouse/state/foreign"
)

// har imports an HTTP Archive.
func (i *Import) har(ctx context.Context, f source, data []byte) error {
	archive, err := client.ReadHAR(data, i.Secrets...)
	if err != nil {
		i.fault(f, err)
		return nil
	}
	i.fault(f, parts(archive.Faults)...)
	i.Others += archive.Others
	for _, e := range archive.Entries {
		if err := i.add(ctx, export.AboutOf(e), e.Capture); err != nil {
			return err
		}
	}
	return nil
}

// curl imports the requests of curl commands.
func (i *Import) curl(ctx context.Context, f source, data []byte) error {
	requests, err := foreign.Curl(data, files.Beside(f.path))
	i.fault(f, parts(err)...)
	for _, r := range requests {
		if r.Endpoint() == "" {
			i.Others++
			continue
		}
		if err := i.addForeign(ctx, foreign.Unanswered(r, f.at)); err != nil {
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
