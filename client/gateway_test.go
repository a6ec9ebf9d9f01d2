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

// outputText returns the texts of all messages of a response, joined.
func outputText(r wire.Response) (text string) {
	for _, item := range r.Output {
		for _, part := range gjson.GetBytes(item, `content.#(type=="output_text")#.text`).Array() {
			text += part.Str
		}
	}
	return text
}

func TestGatewayAnswers(t *testing.T) {
	c := local(t)
	models, err := c.Models(t.Context())
	if err != nil || !slices.ContainsFunc(models, func(m wire.Model) bool { return m.ID == "sim/writer" }) {
		t.Fatalf("%+v, %v", models, err)
	}
	plain, err := c.Create(t.Context(), request("sim/writer", false))
	if err != nil || plain.Status != "completed" || plain.Model != "sim/writer" || outputText(plain) == "" || scan.IsNull(scan.At(plain.Raw, "usage", "output_tokens")) {
		t.Errorf("plain: %+v, %v", plain, err)
	}
	var text strings.Builder
	var last wire.Event
	sequence := int64(-1)
	for e, err := range c.Stream(t.Context(), request("sim/writer", true)) {
		if err != nil {
			t.Fatal(err)
		}
		if !e.HasSequence || e.Sequence != sequence+1 {
			t.Fatalf("sequence %d behind %d", e.Sequence, sequence)
		}
		sequence = e.Sequence
		if e.Type == "response.output_text.delta" {
			text.WriteString(e.Delta)
		}
		last = e
	}
	r, err := read.Response([]byte(gjson.GetBytes(last.Data, "response").Raw))
	if err != nil || last.Type != "response.completed" || outputText(r) != text.String() || text.Len() == 0 {
		t.Errorf("the stream ended with %s: %q, streamed %q", last.Type, outputText(r), text.String())
	}
	reasoned, err := c.Create(t.Context(), request("sim/reasoner", false))
	if err != nil || len(reasoned.Output) < 2 || gjson.GetBytes(reasoned.Output[0], "type").Str != "reasoning" {
		t.Errorf("reasoner: %+v, %v", reasoned, err)
	}
}

// TestGatewayFaults: every status fault has the type of its meaning, streamed
// or not, and says when to try again where the document's table does.
func TestGatewayFaults(t *testing.T) {
	c := local(t)
	for slug, want := range map[string]any{
		"400": new(*client.RequestError), "401": new(*client.AuthenticationError), "402": new(*client.CreditsError), "403": new(*client.PermissionError),
		"404": new(*client.NotFoundError), "408": new(*client.TimeLimitError), "413": new(*client.TooLargeError), "422": new(*client.SemanticError),
		"429": new(*client.RateLimitError), "500": new(*client.ServerError), "502": new(*client.UpstreamError), "503": new(*client.UnavailableError),
		"524": new(*client.EdgeTimeoutError), "529": new(*client.OverloadedError), "guardrail": new(*client.GuardrailError), "html-502": new(*client.UpstreamError),
	} {
		for _, stream := range []bool{false, true} {
			_, err := c.Create(t.Context(), request("fault/"+slug, stream))
			if !errors.As(err, want) {
				t.Errorf("%s, stream %v: %T %v", slug, stream, err, err)
				continue
			}
			var status *client.StatusError
			errors.As(err, &status)
			f := status.Failure
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
	for slug, want := range map[string]string{
		"cut": client.ErrTruncated.Error(), "reset": "lost", "failed-event": "the response failed", "error-event": "the response failed",
		"no-done": "", "bad-json": "", "comments": "", "keepalive": "", "crlf": "", "gap": "", "unknown-event": "", "incomplete": "",
	} {
		var s sink
		capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: request("fault/"+slug, true), Stream: true, Timeout: time.Minute}, &s)
		_, err := c.Create(t.Context(), request("fault/"+slug, true))
		if got := fmt.Sprint(err); (err == nil) != (want == "") || err != nil && !strings.Contains(got, want) {
			t.Errorf("%s: %v", slug, err)
		}
		checkReplay(t, capture, &s)
	}
}

func TestGatewayRefusesAWrongKey(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("key-of-the-test")))
	defer server.Close()
	for _, key := range []string{"", "another-key"} {
		c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey(key))
		_, err := c.Models(t.Context())
		var refused *client.AuthenticationError
		if !errors.As(err, &refused) || strings.Contains(err.Error(), "another-key") {
			t.Errorf("%q: %v", key, err)
		}
		c.Close()
	}
}

func TestGatewayMetadataByEitherHeader(t *testing.T) {
	c := local(t)
	for mode, want := range map[client.MetadataMode]bool{client.MetadataOff: false, client.MetadataOn: true, client.MetadataLegacy: true} {
		capture := c.Do(t.Context(), client.Call{Path: "/responses", Body: request("sim/writer", false), Metadata: mode}, &sink{})
		r, err := read.Response(capture.Text().All())
		if err != nil || (r.Routing != nil) != want {
			t.Errorf("mode %d: %s, %v", mode, r.Routing, err)
		}
		if want && read.Routing(r.Routing).Requested != "sim/writer" {
			t.Errorf("mode %d: %s", mode, r.Routing)
		}
	}
}
