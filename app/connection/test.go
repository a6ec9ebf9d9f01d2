// Package connection looks at connections to gateways: whether one works and
// where it fails, which ones could be offered, and where a key is kept.
package connection

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/report"
)

// Target is a connection to test.
type Target struct {
	BaseURL string              // with its path prefix
	Key     profile.Key         // where the key is; the zero Key: none is sent
	Getenv  func(string) string // of the environment, for the key
	Profile string              // whose address it is, for what is advised; empty: of none
	Basic   bool                // the key is user:password, not a bearer key
	Model   string              // that requests will ask for; empty: none is looked for
	Options []client.Option     // all else of its client: headers, service, proxy, certificates
	Limit   time.Duration       // of each request; 0: 15 s

	client *client.Client // that is there already; nil: one is made
}

// TargetOf is the connection of a client, which is used for the test.
func TargetOf(c *client.Client, model string) Target {
	sent, _ := c.Preview(client.Call{Path: client.ResponsesPath})
	return Target{BaseURL: strings.TrimSuffix(sent.URL, client.ResponsesPath), Model: model, client: c}
}

// limit is how long a request of the test may take.
const limit = 15 * time.Second

// test is one run of Test.
type test struct {
	Target
	report func(report.Finding)
	failed bool
}

// Test looks whether a connection works, and calls report with each step as it is done.
// It asks for the list of models, and posts a request to /responses that is broken off in
// the middle of its JSON: a server of this API refuses it, and there is nothing in it that
// could be charged. It returns whether no step failed; a test that ctx ends has not succeeded,
// and the step that was under way is not reported.
func Test(ctx context.Context, target Target, report func(report.Finding)) bool {
	t := &test{Target: target, report: report}
	if t.Limit <= 0 {
		t.Limit = limit
	}
	t.run(ctx)
	return !t.failed && ctx.Err() == nil
}

func (t *test) run(ctx context.Context) {
	if t.client == nil {
		key, ok := t.readKey(ctx)
		if !ok {
			return
		}
		options := append(slices.Clip(t.Options), client.WithBaseURL(t.BaseURL), client.WithKey(key))
		if t.Basic {
			options = append(options, client.WithBasic())
		}
		t.client = client.New(options...)
		defer t.client.Close()
	}
	sent, err := t.client.Preview(client.Call{Path: client.ResponsesPath})
	if err != nil {
		t.step(report.Finding{Name: "settings", Level: report.Failed, Said: err.Error(), Remedy: "correct it in the profile"})
		return
	}
	listed := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath})
	if ctx.Err() != nil || !t.reached(listed) {
		return
	}
	refused := t.do(ctx, client.Call{Path: client.ResponsesPath, Body: []byte(brokenRequest)})
	if ctx.Err() != nil {
		return
	}
	t.key(ctx, wire.KeyHeaders(sent.Header), listed, refused)
	if ctx.Err() != nil {
		return
	}
	models := t.models(listed, refused)
	t.responses(refused, len(models) > 0)
	t.model(models)
}

// brokenRequest stops in the middle. Should a server mend what it is sent, it names a model
// that there is not.
const brokenRequest = `{"model":"gatehouse/connection-test","input":`

// do makes one request of the test.
func (t *test) do(ctx context.Context, call client.Call) answer {
	call.Timeout = t.Limit
	a := answer{Capture: t.client.Do(ctx, call, discard{}), operation: cmp.Or(call.Method, http.MethodPost) + " " + call.Path}
	if a.Head != nil {
		text := a.Text()
		a.failure = read.Failure(a.Head.Status, a.Head.Header, text.All(), text.Len(), a.Head.At)
	}
	return a
}

// discard is a sink: the capture tells all that is wanted.
type discard struct{}

func (discard) Start(*wire.Capture) {}
func (discard) Arrive(wire.Arrival) {}

func (t *test) step(s report.Finding) {
	t.failed = t.failed || s.Level == report.Failed
	t.report(s)
}

// readKey fetches the key, which may take as long as a person types a passphrase.
func (t *test) readKey(ctx context.Context) (key string, ok bool) {
	key, err := t.Key.Read(ctx, t.Getenv)
	switch {
	case err != nil:
		t.step(report.Finding{Name: "key", Level: report.Failed, Said: err.Error(), Remedy: "correct where the profile gets its key"})
		return "", false
	case t.Basic && key != "" && !strings.Contains(key, ":"):
		t.step(report.Finding{
			Name: "key", Level: report.Failed, Said: "the key has no colon",
			Detail: `With auth = "basic" a key has the form user:password.`, Remedy: "correct the key, or auth in the profile",
		})
		return "", false
	}
	return key, true
}
