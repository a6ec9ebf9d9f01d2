package imports

import (
	"context"
	"fmt"

	"gatehouse/app/share"
	"gatehouse/client/capture"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// Import takes files into an archive.
type Import struct {
	Archive  *archive.Archive
	Secrets  []string       // overwritten in what is imported, beside the credentials in it
	Progress func(done int) // called after each exchange; nil: nobody wants to know
	Report

	batches batches
}

// Report says what became of files.
type Report struct {
	Added  int
	Known  int     // exchanges that the history had already
	Others int     // requests that are not to …/responses or …/rerank
	Files  int     // of folders, that are of another kind
	Faults []error // each names its file, and the line or entry
}

// Run imports files and folders. The error is that of the archive, or of ctx; what is
// wrong with a file is in the report.
func (i *Import) Run(ctx context.Context, paths []string) error {
	for _, f := range i.find(paths) {
		if err := i.file(ctx, f); err != nil {
			return err
		}
	}
	return i.importBatches(ctx) // a request may be in a later file than its answer
}

// file imports one file; of the Batch API it is kept for later.
func (i *Import) file(ctx context.Context, f source) error {
	data, err := f.read()
	if err != nil {
		i.Faults = append(i.Faults, err)
		return nil
	}
	switch f.kind(data) {
	case isHAR:
		return i.har(ctx, f, data)
	case isCurl:
		return i.curl(ctx, f, data)
	case isBatch:
		i.fault(f, i.batches.read(f, data)...)
		return nil
	}
	if !f.named {
		i.Files++
		return nil
	}
	i.fault(f, errKind)
	return nil
}

// fault notes what is wrong with a file.
func (i *Import) fault(f source, faults ...error) {
	for _, err := range faults {
		i.Faults = append(i.Faults, fmt.Errorf("%s: %w", f.path, err))
	}
}

// add writes an exchange into the archive.
func (i *Import) add(ctx context.Context, about history.About, c *wire.Capture) error {
	about.Origin = history.Import
	added, err := i.Archive.Import(ctx, about, share.Of(about, c).State, c)
	switch {
	case err != nil:
		return err
	case added:
		i.Added++
	default:
		i.Known++
	}
	if i.Progress != nil {
		i.Progress(i.Added + i.Known)
	}
	return nil
}

// addForeign is add for an exchange of another program, of which only its bytes are known.
func (i *Import) addForeign(ctx context.Context, c *wire.Capture) error {
	capture.Clean(c, i.Secrets...)
	return i.add(ctx, export.AboutOf(har.Entry{Capture: c, Foreign: true}), c)
}

// isOurs reports whether a request is one that the history holds.
func isOurs(sent wire.Sent) bool {
	return har.Entry{Capture: &wire.Capture{Sent: sent}}.Endpoint() != ""
}
