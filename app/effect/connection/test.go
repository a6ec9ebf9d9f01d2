// Package connection tests connections to gateways, and finds those to offer.
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
	Key     profile.Key         // source of the key; the zero Key: none is sent
	Getenv  func(string) string // reads a variable, for the key
	Profile string              // whose address it is, for the advice; empty: of none
	Basic   bool                // the key is user:password, not a bearer key
	Model   string              // of later requests; empty: not checked
	Options []client.Option     // the rest of its client: headers, service, proxy, certificates
	Limit   time.Duration       // of each request; 0: 15 s

	client *client.Client // to use; nil: one is made
}

// TargetOf returns a target for the connection of a client, which makes the requests.
func TargetOf(c *client.Client, model string) Target {
	sent, _ := c.Preview(client.Call{Path: client.ResponsesPath})
	return Target{BaseURL: strings.TrimSuffix(sent.URL, client.ResponsesPath), Model: model, client: c}
}

const defaultLimit = 15 * time.Second // of a request of the test

// test is one run of Test.
type test struct {
	Target
	report func(report.Finding)
	failed bool
}

// Test tests a connection, calls report with each finished step, and returns whether none
// failed. It asks for the list of models, and posts a request to /responses that ends in the
// middle of its JSON: a server of this API rejects it, and it contains nothing that could be
// charged. A test that ctx ends has not succeeded, and its running step is not reported.
func Test(ctx context.Context, target Target, report func(report.Finding)) bool {
	t := &test{Target: target, report: report}
	if t.Limit <= 0 {
		t.Limit = defaultLimit
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
		t.step(report.Finding{Name: "settings", Level: report.Failed, Message: err.Error(), Remedy: "correct it in the profile"})
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

// brokenRequest ends in the middle. It names a model that does not exist, in case a server
// repairs what it receives.
const brokenRequest = `{"model":"gatehouse/connection-test","input":`

func (t *test) do(ctx context.Context, call client.Call) answer {
	call.Timeout = t.Limit
	a := answer{Capture: t.client.Do(ctx, call, discard{}), operation: cmp.Or(call.Method, http.MethodPost) + " " + call.Path}
	if a.Head != nil {
		text := a.Text()
		a.failure = read.Failure(a.Head.Status, a.Head.Header, text.All(), text.Len(), a.Head.At)
	}
	return a
}

// discard is a sink: the capture has all that is needed.
type discard struct{}

func (discard) Start(*wire.Capture) {}
func (discard) Arrive(wire.Arrival) {}

func (t *test) step(s report.Finding) {
	t.failed = t.failed || s.Level == report.Failed
	t.report(s)
}

// readKey reads the key, which may take as long as the user types a passphrase.
func (t *test) readKey(ctx context.Context) (key string, ok bool) {
	key, err := t.Key.Read(ctx, t.Getenv)
	switch {
	case err != nil:
		t.step(report.Finding{Name: "key", Level: report.Failed, Message: err.Error(), Remedy: "correct where the profile gets its key"})
		return "", false
	case t.Basic && key != "" && !strings.Contains(key, ":"):
		t.step(report.Finding{
			Name: "key", Level: report.Failed, Message: "the key has no colon",
			Detail: `With auth = "basic" a key has the form user:password.`, Remedy: "correct the key, or auth in the profile",
		})
		return "", false
	}
	return key, true
}
