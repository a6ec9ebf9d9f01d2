package client_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"gatehouse/client"
	"gatehouse/client/read"
)

// dial returns a client of a raw server.
func dial(serve reply) *client.Client {
	return client.New(client.WithBaseURL("http://gateway.test/api/v1"), client.WithTransport(pipes(serve)))
}

// TestEveryStatusHasItsType: errors.As finds the type of the status's meaning,
// and a *StatusError in each.
func TestEveryStatusHasItsType(t *testing.T) {
	const guardrail = `{"error":{"code":403,"message":"m","metadata":{"patterns":["p"]}}}`
	for status, c := range map[string]struct {
		body string
		want any
	}{
		"400": {want: new(*client.RequestError)}, "401": {want: new(*client.AuthenticationError)}, "402": {want: new(*client.CreditsError)},
		"403": {want: new(*client.PermissionError)}, "403 ": {guardrail, new(*client.GuardrailError)}, "404": {want: new(*client.NotFoundError)},
		"408": {want: new(*client.TimeLimitError)}, "413": {want: new(*client.TooLargeError)}, "422": {want: new(*client.SemanticError)},
		"429": {want: new(*client.RateLimitError)}, "500": {want: new(*client.ServerError)}, "502": {want: new(*client.UpstreamError)},
		"503": {want: new(*client.UnavailableError)}, "524": {want: new(*client.EdgeTimeoutError)}, "529": {want: new(*client.OverloadedError)},
		"418": {want: new(*client.StatusError)},
	} {
		var code int
		fmt.Sscan(status, &code)
		if c.body == "" {
			c.body = fmt.Sprintf(`{"error":{"code":%d,"message":"m"},"user_id":"u"}`, code)
		}
		_, err := dial(head(code, "Content-Type: application/json\r\nRetry-After: 2\r\n", c.body)).Create(t.Context(), []byte(`{}`))
		if !errors.As(err, c.want) {
			t.Errorf("%s: %T is no %T", status, err, c.want)
		}
		var base *client.StatusError
		if !errors.As(err, &base) || base.Status != code || base.Failure.Message != "m" || base.Failure.Retry.AfterMS != 2000 || base.Capture == nil {
			t.Errorf("%s: %+v", status, base)
		}
		if !strings.Contains(err.Error(), "m") || !strings.Contains(err.Error(), fmt.Sprint(code)) || !strings.Contains(err.Error(), client.Meaning(code)) {
			t.Errorf("%s: %v", status, err)
		}
		if others := 0; code == 403 {
			for _, other := range []any{new(*client.PermissionError), new(*client.GuardrailError)} {
				if errors.As(err, other) {
					others++
				}
			}
			if others != 1 {
				t.Error("one 403 is both")
			}
		}
	}
}

func TestCreateFromADocumentAndFromAStream(t *testing.T) {
	for name, serve := range map[string]reply{
		"a document": raw(jsonHead, plainBody),
		"a stream":   stream(created, hel, data(`{"type":"response.completed","response":`+plainBody+`}`), done),
	} {
		r, err := dial(serve).Create(t.Context(), []byte(`{"input":"hi"}`))
		if err != nil || r.ID != "r" || outputText(r) != "Hello" || r.Status != "completed" {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// TestNoEmptySuccess: whatever goes wrong is an error, with what there is.
func TestNoEmptySuccess(t *testing.T) {
	failed := `{"id":"r","status":"failed","error":{"code":"server_error","message":"boom"}}`
	for name, c := range map[string]struct {
		serve reply
		want  any
		words string
	}{
		"an error in a 200":      {raw(jsonHead, `{"error":{"code":500,"message":"boom"}}`), new(*client.ResponseError), "boom"},
		"a failed document":      {raw(jsonHead, failed), new(*client.ResponseError), "boom"},
		"a failed stream":        {stream(data(`{"type":"response.failed","response":` + failed + `}`)), new(*client.ResponseError), "boom"},
		"an error event":         {stream(hel, data(`{"type":"error","message":"boom"}`), completed), new(*client.ResponseError), "boom"},
		"no terminal event":      {stream(hel, done), nil, client.ErrTruncated.Error()},
		"no head":                {raw(), new(*client.TransportError), "connect"},
		"a document cut short":   {raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", `{"id":`), new(*client.TransportError), "lost"},
		"a stream cut short":     {raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\n", hel), new(*client.TransportError), "lost"},
		"a web page with a 200":  {head(200, "Content-Type: text/html\r\n", "<html>"), nil, read.ErrNotResponse.Error()},
		"an error as a web page": {head(502, "Content-Type: text/html\r\n", "<title>Bad Gateway</title>"), new(*client.UpstreamError), "Bad Gateway"},
	} {
		_, err := dial(c.serve).Create(t.Context(), []byte(`{}`))
		if err == nil || !strings.Contains(err.Error(), c.words) || c.want != nil && !errors.As(err, c.want) {
			t.Errorf("%s: %T %v", name, err, err)
		}
	}
}

// TestTerminalEventCountsBeforeALostConnection: what is lost behind it changes
// nothing.
func TestTerminalEventCountsBeforeALostConnection(t *testing.T) {
	serve := raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\n", hel, completed)
	if r, err := dial(serve).Create(t.Context(), []byte(`{}`)); err != nil || r.Status != "completed" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestStreamYieldsEventsThenTheError(t *testing.T) {
	collect := func(serve reply) (types []string, last error) {
		for e, err := range dial(serve).Stream(t.Context(), []byte(`{"stream":true}`)) {
			if err != nil {
				last = err
				continue
			}
			if last != nil {
				t.Error("an event behind an error")
			}
			types = append(types, strings.TrimPrefix(e.Type, "response."))
		}
		return types, last
	}
	types, err := collect(stream(": c\n\n", created, hel, "data: junk\n\n", completed, done))
	if want := []string{"created", "output_text.delta", "completed"}; err != nil || !reflect.DeepEqual(types, want) {
		t.Errorf("%v, %v", types, err)
	}
	types, err = collect(stream(created, hel))
	if !errors.Is(err, client.ErrTruncated) || len(types) != 2 {
		t.Errorf("%v, %v", types, err)
	}
	var limited *client.RateLimitError
	if types, err = collect(head(429, "", `{"error":{"code":429,"message":"m"}}`)); !errors.As(err, &limited) || len(types) != 0 {
		t.Errorf("%v, %v", types, err)
	}
}

// TestBreakingAStreamEndsTheExchange: the server sees its connection close.
func TestBreakingAStreamEndsTheExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := false
		serve := func(conn net.Conn, req *http.Request) {
			stall(sseHead, created, hel)(conn, req)
			closed = true
		}
		for range dial(serve).Stream(t.Context(), []byte(`{}`)) {
			break
		}
		synctest.Wait()
		if !closed {
			t.Error("the connection is still open")
		}
	})
}

func TestRerankAndModels(t *testing.T) {
	r, err := dial(raw(jsonHead, `{"model":"m","results":[{"index":1,"relevance_score":2}]}`)).Rerank(t.Context(), []byte(`{}`))
	if err != nil || r.Model != "m" || r.Results[0].Index != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	var failed *client.ResponseError
	if _, err := dial(raw(jsonHead, `{"error":{"message":"boom"}}`)).Rerank(t.Context(), []byte(`{}`)); !errors.As(err, &failed) {
		t.Errorf("an error in a 200: %v", err)
	}
	var large *client.TooLargeError
	if _, err := dial(head(413, "", `{"error":{"code":413,"message":"m"}}`)).Rerank(t.Context(), []byte(`{}`)); !errors.As(err, &large) {
		t.Errorf("413: %v", err)
	}
	var asked *http.Request
	serve := func(conn net.Conn, req *http.Request) {
		asked = req
		raw(jsonHead, `{"data":[{"id":"a/b"}]}`)(conn, req)
	}
	models, err := dial(serve).Models(t.Context())
	if err != nil || len(models) != 1 || models[0].ID != "a/b" || asked.Method != "GET" || asked.URL.Path != "/api/v1/models" {
		t.Errorf("%+v, %v", models, err)
	}
	if _, err := dial(head(404, "Content-Type: text/html\r\n", "<title>nope</title>")).Models(t.Context()); err == nil {
		t.Error("no list and no error")
	}
}
