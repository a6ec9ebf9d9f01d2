package checks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/cost/prices"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
)

// Gateway is a gateway that requests are sent to.
type Gateway struct {
	*client.Client
	About   history.About
	Local   bool                                                // it is the embedded one
	Headers map[string]string                                   // that the client adds to each request
	Archive *archive.Archive                                    // nil: exchanges are not saved
	Prices  func() prices.Book                                  // if there is no archive
	Ended   func(history.About, *state.Exchange, *wire.Capture) // called after each exchange; may be nil
	Pace    *Pace                                               // nil: requests do not wait for one another

	known preview.Catalogue // of its models, once MaxCost has read them
}

// Request is the request of a check.
type Request struct {
	*expect.Check
	To    *Gateway
	Model string // that replaces the one in the file; empty: none

	body []byte
	err  error // why there is no body
}

// IsBuiltIn reports whether a check ships in the program.
func IsBuiltIn(c *expect.Check) bool { return c.File == expect.DocumentName }

// IsRerank reports whether it goes to /rerank.
func (r *Request) IsRerank() bool { return validate.Kind(r.Request) == validate.ForRerank }

// LacksModel reports whether the request names a model that only the local gateway has, and goes to
// another.
func (r *Request) LacksModel() bool { return IsBuiltIn(r.Check) && !r.To.Local && r.Model == "" }

// Prepare makes the body: it applies the filter of the check, and sets the gateway's word and the model.
func (r *Request) Prepare(ctx context.Context, filter Filter) {
	r.body, r.err = r.filtered(ctx, filter)
	if r.err != nil {
		return
	}
	if word := r.To.Service(); IsBuiltIn(r.Check) && word != validate.DefaultWord {
		r.body = bytes.ReplaceAll(r.body, []byte(`"`+validate.DefaultWord+`:`), []byte(`"`+word+`:`))
	}
	if r.Model != "" && !r.Send.FixedModel && scan.Valid(r.body) {
		r.body, r.err = sjson.SetRawBytes(r.body, "model", scan.Quote(r.Model))
	}
}

func (r *Request) filtered(ctx context.Context, filter Filter) ([]byte, error) {
	if r.Send.Filter == "" {
		return r.Request, nil
	}
	got, err := filter(ctx, r.Request, r.Send.Filter)
	switch {
	case err != nil && r.FromFile && ctx.Err() == nil:
		return nil, errors.New("the filter does not run on the request in the file; with the request as a table in the check the reason is shown")
	case err != nil:
		return nil, err
	case got.Count == 0:
		return nil, errors.New("the filter gives no result")
	case got.Count > 1: // the number could be a byte of the file
		return nil, errors.New("the filter gives more than one result")
	}
	return got.Doc, nil
}

// MaxCost returns the maximal cost of the answers to the requests that go to the gateway, in USD by its
// list of models. unknown is why it is not known, or ""; err is that of reading the list.
func (g *Gateway) MaxCost(ctx context.Context, all []Request) (usd float64, unknown string, err error) {
	list, err := g.Models(ctx)
	if err != nil {
		return 0, "its list of models cannot be read (" + err.Error() + ")", err
	}
	g.known = preview.ReadCatalogue(list)
	for _, r := range all {
		if r.To != g || r.err != nil {
			continue
		}
		body := r.body
		if without, err := sjson.DeleteBytes(body, "previous_response_id"); err == nil && IsBuiltIn(r.Check) && scan.Valid(body) {
			body = without // no gateway has the response that it names
		}
		one, why := g.known.MaxCost(body, validate.Kind(body) == validate.ForRerank, r.Send.FixedModel)
		unknown = cmp.Or(unknown, why)
		usd += one * float64(r.Repeat)
	}
	return usd, unknown, nil
}

// Send sends prepared requests, jobs of them in parallel, and checks the answers. The error is a
// *progress.StoppedError.
func Send(w *progress.Work, jobs int, all []Request, filter Filter) ([]expect.Result, error) {
	var list []*expect.Check
	var tasks []Task
	for _, r := range all {
		list = append(list, r.Check)
		for range r.Repeat {
			tasks = append(tasks, Task{[]*expect.Check{r.Check}, func(ctx context.Context) []expect.Run {
				return []expect.Run{r.run(ctx, filter)}
			}})
		}
	}
	return RunParallel(w, jobs, list, tasks)
}

// run sends the request once, and checks the answer.
func (r *Request) run(ctx context.Context, filter Filter) expect.Run {
	if r.err != nil {
		return r.Nothing("request_jq", "a request", r.err.Error())
	}
	if err := r.To.Pace.wait(ctx); err != nil {
		return r.Nothing("request", "an answer", err.Error())
	}
	run, _ := r.ask(ctx, r.To.About, filter)
	return run
}

// ask makes the exchange, and checks the answer.
func (r *Request) ask(ctx context.Context, about history.About, filter Filter) (expect.Run, export.Exchange) {
	began := time.Now()
	x := r.To.exchange(ctx, about, r.call())
	run := expect.Run{Exchange: x.Capture.ID, Took: time.Since(began)}
	run.Outcomes = r.Evaluate(Subject(ctx, x, filter))
	return run, x
}

// call returns the call for the request, with the metadata and the key that the check names.
func (r *Request) call() client.Call {
	call := Call(r.body)
	call.Header = http.Header{}
	switch r.Send.Metadata {
	case expect.MetadataExperimental:
		call.Metadata = client.MetadataLegacy
	case expect.MetadataDisabled:
		call.Metadata = client.MetadataOff
		call.Header.Set("X-"+r.To.Service()+"-Metadata", "disabled")
	case expect.MetadataNone:
		call.Metadata = client.MetadataOff
	}
	if r.Send.Key == "" {
		return call
	}
	for name := range r.To.Headers {
		if wire.Credential(name) {
			call.Header[http.CanonicalHeaderKey(name)] = nil
		}
	}
	call.Header["Authorization"] = nil
	if r.Send.Key == expect.KeyWrong {
		call.Header.Set("Authorization", "Bearer "+rand.Text())
	}
	return call
}

// Call returns the call that sends a body to the path of its kind, with routing metadata.
func Call(body []byte) client.Call {
	if validate.Kind(body) == validate.ForRerank {
		return client.Call{Path: client.RerankPath, Body: body, Metadata: client.MetadataOn}
	}
	return client.Call{Path: client.ResponsesPath, Body: body, Stream: gjson.GetBytes(body, "stream").Bool(), Metadata: client.MetadataOn}
}

// Exchange makes an exchange, and saves it if there is an archive.
func (g *Gateway) Exchange(ctx context.Context, call client.Call) export.Exchange {
	return g.exchange(ctx, g.About, call)
}

func (g *Gateway) exchange(ctx context.Context, about history.About, call client.Call) export.Exchange {
	x := state.NewExchange("", call.Body)
	if call.Path == client.RerankPath {
		about.Kind, x = state.Rerank, state.NewRerank("", call.Body)
	}
	var spool *archive.Spool
	if g.Archive != nil {
		spool = g.Archive.Spool(about)
		call.Store = spool
	}
	captured := g.Do(ctx, call, client.SinkFunc(func(a wire.Arrival) { x.Apply(a) }))
	known := g.Prices
	if g.Archive != nil {
		g.Archive.Save(about, x, captured, spool)
		known = func() prices.Book { return g.Archive.Prices(ctx) }
	}
	if g.Ended != nil {
		g.Ended(about, nil, captured)
	}
	return export.Exchange{State: x, Shown: x, Capture: captured, About: about, Local: g.Local, Prices: known()}
}

// Pace spaces the requests to one gateway.
type Pace struct {
	Every time.Duration // between two requests

	mu  sync.Mutex
	due time.Time
}

// wait returns when the next request may be sent; the error is that of ctx.
func (p *Pace) wait(ctx context.Context) error {
	if p == nil || p.Every == 0 {
		return ctx.Err()
	}
	p.mu.Lock()
	now := time.Now()
	at := p.due
	if at.Before(now) {
		at = now
	}
	p.due = at.Add(p.Every)
	p.mu.Unlock()
	_ = client.Sleep(ctx, at.Sub(now)) // its error is known
	return ctx.Err()
}
