// Package statetest makes exchanges for tests: with the local gateway over
// loopback, or with an answer of the test's own. Only tests import it.
package statetest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// Talk sends a request to a local gateway, which answers as fast as it is read
// unless told otherwise, and returns what came of it.
func Talk(t testing.TB, request string, metadata client.MetadataMode, opts ...gateway.Option) (*state.Exchange, *wire.Capture) {
	t.Helper()
	server := httptest.NewServer(gateway.New(append([]gateway.Option{gateway.WithPace(0)}, opts...)...))
	defer server.Close()
	c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))
	defer c.Close()
	x := state.NewExchange("x", []byte(request))
	stream := string(scan.Get([]byte(request), "stream")) == "true"
	capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: []byte(request), Stream: stream, Metadata: metadata}, client.SinkFunc(func(a wire.Arrival) { x.Apply(a) }))
	return x, capture
}

// Fold returns an exchange with an event stream that ended cleanly; see wiretest.Stream.
func Fold(data ...string) *state.Exchange {
	x := state.NewExchange("x1", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(data...)...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	return x
}

// Answered returns an exchange that was answered completely with a status, a body and
// header fields, a name and a value each.
func Answered(status int, request, body string, fields ...string) *state.Exchange {
	x := state.NewExchange("x", []byte(request))
	head := &wire.Head{Status: status, Header: http.Header{}}
	for i := 0; i+1 < len(fields); i += 2 {
		head.Header.Set(fields[i], fields[i+1])
	}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head})
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
	return x
}
