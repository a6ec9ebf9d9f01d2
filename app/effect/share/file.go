// Package share reads exchanges from the history or a file and writes them as documents, for the
// playground and gatehouse export.
package share

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/sjson"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
)

// ErrUnsent is the error of a request without a destination.
var ErrUnsent = errors.New("a request, and no exchange")

// A Destination is where the requests of files would be sent.
type Destination struct {
	Client *client.Client // sends nothing; nil: requests are refused with ErrUnsent
	About  history.About
	Model  string // replaces that of a request; empty: unchanged

	Allowed []string // folders of --allow-files
}

// File reads the exchanges of a file. note describes what is left out, or is "". A saved request or
// session is an unsent exchange, with the request that gatehouse send would send. The error names the
// path and the remedy; it is a *progress.StoppedError if w was stopped.
func File(w *progress.Work, path string, to Destination) (list []export.Exchange, note string, err error) {
	data, err := files.Load(path)
	if err != nil {
		return nil, "", err
	}
	return Data(w, path, data, to)
}

// Data is File for the data of a file.
func Data(w *progress.Work, path string, data []byte, to Destination) (list []export.Exchange, note string, err error) {
	if a, ok, err := files.ReadArchive(w, path, data); ok || err != nil {
		return ofArchive(a), a.Note, cmp.Or(w.Err(), err)
	}
	list, err = one(w, path, data, to)
	return list, "", err
}

// ofArchive returns the exchanges of an HTTP Archive.
func ofArchive(a files.Archived) []export.Exchange {
	list := make([]export.Exchange, 0, len(a.Entries))
	for i, e := range a.Entries {
		x := exchangeOf(export.AboutOf(e), e.Capture, a.Folded[i])
		if e.Title != "" {
			x.Title = e.Title
		}
		list = append(list, x)
	}
	return list
}

// one returns the exchange of a file that has only one.
func one(w *progress.Work, path string, data []byte, to Destination) ([]export.Exchange, error) {
	f, err := files.OpenData(w, path, data, to.Allowed...)
	if err != nil {
		return nil, err
	}
	switch {
	case f.Body != nil:
		return to.request(path, f.Body, f.Set != nil)
	case f.Set != nil && f.Set.Saved:
		return nil, fmt.Errorf("%s: a rerank set, not one request; gatehouse FILE opens it, and W on its screen saves the request of one model", path)
	case f.Set != nil || f.Request:
		return to.request(path, data, f.Set != nil)
	}
	for turn := f.Conversation.Current; turn != nil; turn = turn.Parent {
		if turn.Exchange != nil {
			return []export.Exchange{{State: turn.Exchange, Shown: turn.Exchange, Capture: turn.Capture}}, nil
		}
	}
	return nil, fmt.Errorf("%s: a list of items, no request; gatehouse %s opens it, and ctrl+s there saves a request", path, path)
}

// request returns the request in a file as an unsent exchange.
func (d Destination) request(path string, body []byte, rerank bool) ([]export.Exchange, error) {
	if d.Client == nil {
		return nil, fmt.Errorf("%s: %w", path, ErrUnsent)
	}
	body, err := d.withModel(bytes.Trim(body, " \t\r\n"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	call := client.Call{Path: client.ResponsesPath, Body: body, Stream: string(scan.Get(body, "stream")) == "true"}
	if rerank {
		call.Path, call.Stream = client.RerankPath, false
	}
	x, err := d.Unsent(call)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []export.Exchange{x}, nil
}

func (d Destination) withModel(body []byte) ([]byte, error) {
	if d.Model == "" {
		return body, nil
	}
	return sjson.SetRawBytes(body, "model", scan.Quote(d.Model))
}

// Unsent returns a request as an unsent exchange, with the header that it would have. The error is
// that of a request that cannot be sent.
func (d Destination) Unsent(call client.Call) (export.Exchange, error) {
	about, x := d.About, state.NewExchange("", call.Body)
	if call.Path == client.RerankPath {
		about.Kind, x = state.Rerank, state.NewRerank("", call.Body)
	}
	sent, err := d.Client.Preview(call)
	if err != nil {
		return export.Exchange{}, err
	}
	c := export.Unsent(sent)
	return export.Exchange{State: x, Shown: x, Capture: c, Local: about.Connection == history.Local, About: about, Title: history.Asked(x, c)}, nil
}

// ErrNothing is the error of a document without an exchange.
var ErrNothing = errors.New("there is no exchange to write")

// Write returns exchanges as a document; a document of one exchange gets Last. The error names the
// document; it is a *progress.StoppedError if w was stopped.
func Write(w *progress.Work, d export.Document, list []export.Exchange) ([]byte, error) {
	if len(list) == 0 {
		return nil, ErrNothing
	}
	if !d.Several {
		list = []export.Exchange{Last(list)}
	}
	out, err := d.WriteEach(list, func(done int) error { return w.Counted("writing", done, len(list), "exchanges") })
	if stopped := w.Err(); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	return out, nil
}

// Last returns the exchange for a document of one: the last whose kind of answer is known, or else the
// last of all. list is not empty.
func Last(list []export.Exchange) export.Exchange {
	for _, x := range slices.Backward(list) {
		if x.State.Kind() != state.Other {
			return x
		}
	}
	return list[len(list)-1]
}
