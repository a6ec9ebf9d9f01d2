package sdktest

import (
	"encoding/json"
	"errors"
	"testing"

	"gatehouse/gateway"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// routing is what these tests read of the routing metadata.
type routing struct {
	Metadata struct {
		Requested string
		Strategy  string
		Attempt   int
		Attempts  []struct {
			Provider, Model string
			Status          int
		}
		Pipeline []struct{ Type, Name, Summary string }
	} `json:"acme_metadata"`
}

func parseRouting(t *testing.T, raw string) routing {
	t.Helper()
	var r routing
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// A router, a fallback and the metadata, which the SDK does not know.
func TestRouting(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client(gateway.WithService("acme"))
		asked := option.WithHeader("X-Acme-Metadata", "enabled")
		r, err := c.Responses.New(t.Context(), says("acme/pareto", "hello"), asked)
		if err != nil {
			t.Fatal(err)
		}
		m := parseRouting(t, r.RawJSON()).Metadata
		if m.Requested != "acme/pareto" || m.Strategy != "pareto" || len(m.Pipeline) != 1 || m.Pipeline[0].Name != "pareto-router" || string(r.Model) == "acme/pareto" {
			t.Errorf("%+v", m)
		}
		r, err = c.Responses.New(t.Context(), says("fjord/abyss", "hello"), asked, option.WithJSONSet("models", []string{"sim/coder"}))
		if err != nil {
			t.Fatal(err)
		}
		m = parseRouting(t, r.RawJSON()).Metadata
		if m.Strategy != "fallback" || m.Attempt != 3 || len(m.Attempts) != 3 || m.Attempts[2].Model != "sim/coder" || string(r.Model) != "sim/coder" {
			t.Errorf("%+v", m)
		}
		_, err = c.Responses.New(t.Context(), says("fjord/abyss", "hello"), asked)
		var failed *openai.Error
		if !errors.As(err, &failed) || failed.StatusCode != 529 {
			t.Errorf("%v", err)
		}
	})
}

// The debug events come first, and the SDK reads on over them, though it has no type for them.
func TestDebugEvents(t *testing.T) {
	eachSetup(t, func(t *testing.T, client dial) {
		c := client()
		stream := c.Responses.NewStreaming(t.Context(), says("aurora/dawn", "hello"),
			option.WithJSONSet("debug.echo_upstream_body", true))
		defer stream.Close()
		var types []string
		var final responses.Response
		for stream.Next() {
			e := stream.Current()
			types = append(types, e.Type)
			if done, ok := e.AsAny().(responses.ResponseCompletedEvent); ok {
				final = done.Response
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		if len(types) < 3 || types[0] != "response.debug" || types[1] != "response.debug" || types[2] != "response.created" || final.OutputText() == "" {
			t.Errorf("%q, %s", types, final.RawJSON())
		}
	})
}
