package client_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
)

// local returns a client of the local gateway, which was written from the
// document without sight of the client.
func local(t *testing.T) *client.Client {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithKeys("key-of-the-test"), gateway.WithPace(0)))
	t.Cleanup(server.Close)
	c := client.New(client.WithBaseURL(server.URL+"/api/v1/"), client.WithKey("key-of-the-test"))
	t.Cleanup(c.Close)
	return c
}

func request(model string, stream bool) []byte {
	return fmt.Appendf(nil, `{"model":%q,"input":"hello","stream":%v}`, model, stream)
}

// send makes one call of the local gateway and returns the state of the exchange.
func send(t *testing.T, c *client.Client, model string, stream bool) (*wire.Capture, *sink, *state.Exchange) {
	t.Helper()
	var s sink
	body := request(model, stream)
	capture := c.Do(t.Context(), client.Call{Path: client.ResponsesPath, Body: body, Stream: stream, Timeout: time.Minute}, &s)
	x := state.NewExchange("x", body)
	x.Apply(s.arrivals...)
	return capture, &s, x
}

func TestGatewayAnswers(t *testing.T) {
	c := local(t)
	models, err := c.Models(t.Context())
	if err != nil || !slices.ContainsFunc(models, func(m wire.Model) bool { return m.ID == "sim/writer" }) {
		t.Fatalf("%+v, %v", models, err)
	}
	plain, _, x := send(t, c, "sim/writer", false)
	if doc := plain.Text().All(); x.Verdict != state.Completed || x.Text() == "" || scan.Text(scan.Get(doc, "model")) != "sim/writer" || scan.IsNull(scan.At(doc, "usage", "output_tokens")) {
		t.Errorf("plain: %s, %s", x.Verdict, doc)
	}
	_, s, x := send(t, c, "sim/writer", true)
	var text strings.Builder
	sequence := int64(-1)
	for _, a := range s.arrivals {
		if !a.Decoded {
			continue
		}
		if e := a.Event; !e.HasSequence || e.Sequence != sequence+1 {
			t.Fatalf("sequence %d after %d", e.Sequence, sequence)
		}
		sequence++
		if a.Event.Type == "response.output_text.delta" {
			text.WriteString(a.Event.Delta)
		}
	}
	if x.Verdict != state.Completed || x.Text() != text.String() || text.Len() == 0 {
		t.Errorf("the stream ended %s: %q, streamed %q", x.Verdict, x.Text(), text.String())
	}
	reasoned, _, _ := send(t, c, "sim/reasoner", false)
	if output := gjson.GetBytes(reasoned.Text().All(), "output").Array(); len(output) < 2 || output[0].Get("type").Str != "reasoning" {
		t.Errorf("reasoner: %s", output)
	}
}

// TestGatewayFaults checks the failure of every status fault, streamed or not, and when to try
// again if the table of the API document has a delay.
func TestGatewayFaults(t *testing.T) {
	c := local(t)
	for slug, status := range map[string]int{
		"400": 400, "401": 401, "402": 402, "403": 403, "404": 404, "408": 408, "413": 413, "422": 422,
		"429": 429, "500": 500, "502": 502, "503": 503, "524": 524, "529": 529, "guardrail": 403, "html-502": 502,
	} {
		for _, stream := range []bool{false, true} {
			capture, _, x := send(t, c, "fault/"+slug, stream)
			if capture.Head.Status != status || x.Verdict != state.Failed || x.Failure == nil {
				t.Errorf("%s, stream %v: %d, %s", slug, stream, capture.Head.Status, x.Verdict)
				continue
			}
			f := x.Failure
			if retry := f.Retry != nil && f.Retry.AfterMS == 2000; retry != (slug == "429" || slug == "503") {
				t.Errorf("%s: retry %+v", slug, f.Retry)
			}
			if f.Message == "" || f.Guardrail != (slug == "guardrail") || f.Document != (slug == "html-502") || f.Guardrail && len(f.Patterns) == 0 {
				t.Errorf("%s: %+v", slug, f)
			}
		}
	}
}

func TestGatewayStreamFaults(t *testing.T) {
	c := local(t)
	for slug, want := range map[string]state.Verdict{
		"cut": state.Truncated, "reset": state.Truncated, "failed-event": state.Failed, "error-event": state.Failed,
		"no-done": state.Completed, "bad-json": state.Completed, "comments": state.Completed, "keepalive": state.Completed,
		"crlf": state.Completed, "gap": state.Completed, "unknown-event": state.Completed, "incomplete": state.Incomplete,
	} {
		capture, s, x := send(t, c, "fault/"+slug, true)
		if x.Verdict != want {
			t.Errorf("%s: %s (%s), want %s", slug, x.Verdict, x.Reason, want)
		}
		checkReplay(t, capture, s)
	}
}

func TestGatewayRefusesAWrongKey(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("key-of-the-test")))
	defer server.Close()
	for _, key := range []string{"", "another-key"} {
		c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey(key))
		_, err := c.Models(t.Context())
		if refused, ok := errors.AsType[*client.StatusError](err); !ok || refused.Status != 401 || strings.Contains(err.Error(), "another-key") {
			t.Errorf("%q: %v", key, err)
		}
		c.Close()
	}
}

func TestGatewayMetadataByEitherHeader(t *testing.T) {
	c := local(t)
	for mode, want := range map[client.MetadataMode]bool{client.MetadataOff: false, client.MetadataOn: true, client.MetadataLegacy: true} {
		capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: request("sim/writer", false), Metadata: mode}, &sink{})
		routing := read.FindRouting(capture.Text().All())
		if (routing != nil) != want {
			t.Errorf("mode %d: %s", mode, routing)
		}
		if want && read.Routing(routing).Requested != "sim/writer" {
			t.Errorf("mode %d: %s", mode, routing)
		}
	}
}
