package share

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/tidwall/sjson"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// errSet is the error of a rerank set, which asks several models.
var errSet = errors.New("a rerank set, not one request; gatehouse FILE opens it, and W on its screen saves the request of one model")

// ErrUnsent is the error of a request for which there is no way.
var ErrUnsent = errors.New("a request, and no exchange")

// A Way is where the requests of files would go.
type Way struct {
	Client *client.Client // it sends nothing; nil: requests are refused, with ErrUnsent
	About  history.About
	Model  string // takes the place of the one that a request names; empty: that stays

	Allowed []string // folders of --allow-files
}

// File reads a file as the exchanges that it holds. note says what of it is left out; it is
// empty for nothing. A saved request or session is an
// exchange that has not been made: its request is what gatehouse send would send. The
// error names the path and says what to do; it is a *progress.StoppedError where w was
// stopped.
func File(w *progress.Work, path string, way Way) (list []export.Exchange, note string, err error) {
	data, err := files.Load(path)
	if err != nil {
		return nil, "", err
	}
	return Data(w, path, data, way)
}

// Data is File of a file that has been read.
func Data(w *progress.Work, path string, data []byte, way Way) (list []export.Exchange, note string, err error) {
	if a, ok, err := files.ReadArchive(w, path, data); ok || err != nil {
		return ofArchive(a), a.Note, cmp.Or(w.Err(), err)
	}
	list, err = one(w, path, data, way)
	return list, "", err
}

// ofArchive are the exchanges of an HTTP Archive.
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

// one is the exchange of a file that holds one.
func one(w *progress.Work, path string, data []byte, way Way) ([]export.Exchange, error) {
	f, err := files.OpenData(w, path, data, way.Allowed...)
	if err != nil {
		return nil, err
	}
	switch {
	case f.Body != nil:
		return way.request(path, f.Body, f.Set != nil)
	case f.Set != nil && f.Set.Whole:
		return nil, fmt.Errorf("%s: %w", path, errSet)
	case f.Set != nil || f.Request:
		return way.request(path, data, f.Set != nil)
	}
	for turn := f.Conversation.Current; turn != nil; turn = turn.Parent {
		if turn.Exchange != nil {
			return []export.Exchange{{State: turn.Exchange, Shown: turn.Exchange, Capture: turn.Capture}}, nil
		}
	}
	return nil, fmt.Errorf("%s: a list of items, no request; gatehouse %s opens it, and ctrl+s there saves a request", path, path)
}

// request is the request in a file, as an exchange that has not been made.
func (w Way) request(path string, body []byte, rerank bool) ([]export.Exchange, error) {
	if w.Client == nil {
		return nil, fmt.Errorf("%s: %w", path, ErrUnsent)
	}
	body, err := w.withModel(bytes.Trim(body, " \t\r\n"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	call := client.Call{Path: client.ResponsesPath, Body: body, Stream: string(scan.Get(body, "stream")) == "true"}
	if rerank {
		call.Path, call.Stream = client.RerankPath, false
	}
	x, err := w.Unsent(call)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []export.Exchange{x}, nil
}

func (w Way) withModel(body []byte) ([]byte, error) {
	if w.Model == "" {
		return body, nil
	}
	return sjson.SetRawBytes(body, "model", scan.Quote(w.Model))
}

// Unsent is a request as an exchange that has not been made, with the header that it would
// have. The error is that of a request that cannot be sent.
func (w Way) Unsent(call client.Call) (export.Exchange, error) {
	about, x := w.About, state.NewExchange("", call.Body)
	if call.Path == client.RerankPath {
		about.Kind, x = state.Rerank, state.NewRerank("", call.Body)
	}
	sent, err := w.Client.Preview(call)
	if err != nil {
		return export.Exchange{}, err
	}
	c := export.Unsent(sent)
	return export.Exchange{State: x, Shown: x, Capture: c, Local: about.Connection == history.Local, About: about, Title: history.Asked(x, c)}, nil
}
