package main

import (
	"sync"

	"gatehouse/app/files"
	"gatehouse/client/har"
	"gatehouse/state/figures"
)

// recordFile is the file that a command records exchanges to.
type recordFile struct {
	h    host
	path string
	file *files.Cassette
	said sync.Once
}

// recordTo opens a cassette to append to. One that cannot be is wrong usage.
func recordTo(h host, path string) (*recordFile, error) {
	file, err := files.OpenCassette(path)
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	if cut := file.Cut(); cut.Bytes > 0 {
		h.say("warning: %s: %v", path, cut)
	}
	if file.Narrowed() {
		h.say("warning: other users could open %s; now only you can", path)
	}
	if n := file.Entries(); n > 0 {
		h.say("%s holds %s; new ones are appended", path, figures.Counted(n, "exchange"))
	}
	return &recordFile{h: h, path: path, file: file}, nil
}

// Record appends an exchange. That it could not be is said once; the exchange itself is
// not concerned.
func (r *recordFile) Record(e har.Entry) (recorded bool) {
	err := r.file.Append(e)
	if err != nil {
		r.said.Do(func() {
			r.h.say("warning: %s: an exchange could not be recorded: %v; it was forwarded", r.path, err)
		})
	}
	return err == nil
}

// close ends the recording, and prints what is missing.
func (r *recordFile) close() {
	if n := r.file.Missing(); n > 0 {
		r.h.say("warning: %s: %s could not be recorded", r.path, figures.Counted(n, "exchange"))
	}
	if err := r.file.Close(); err != nil {
		r.h.say("warning: %s: %v", r.path, err)
	}
}
