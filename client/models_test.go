package client_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"gatehouse/client"
)

// dial returns a client of a raw server.
func dial(serve reply) *client.Client {
	return client.New(client.WithBaseURL("http://gateway.test/api/v1"), client.WithTransport(pipes(serve)))
}

// TestModelsReturnsAStatusError for each status of the API document, with its meaning.
func TestModelsReturnsAStatusError(t *testing.T) {
	for status, meaning := range map[int]string{
		400: "invalid request", 401: "not authenticated", 402: "out of credits", 403: "not permitted", 404: "not found",
		408: "time limit exceeded", 413: "request too large", 418: "I'm a teapot", 422: "contradictory request", 429: "rate limited",
		500: "server error", 502: "upstream failure", 503: "unavailable", 524: "provider timed out at the edge", 529: "provider overloaded",
		599: "unexpected status",
	} {
		body := fmt.Sprintf(`{"error":{"code":%d,"message":"m"},"user_id":"u"}`, status)
		_, err := dial(head(status, "Content-Type: application/json\r\nRetry-After: 2\r\n", body)).Models(t.Context())
		failed, ok := errors.AsType[*client.StatusError](err)
		if !ok || failed.Status != status || failed.Failure.Message != "m" || failed.Failure.Retry.AfterMS != 2000 || failed.Capture == nil {
			t.Errorf("%d: %+v", status, failed)
		}
		if want := fmt.Sprintf("%s (%d): m", meaning, status); err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestModelsReturnsAList(t *testing.T) {
	var asked *http.Request
	serve := func(conn net.Conn, req *http.Request) {
		asked = req
		raw(jsonHead, `{"data":[{"id":"a/b"}]}`)(conn, req)
	}
	models, err := dial(serve).Models(t.Context())
	if err != nil || len(models) != 1 || models[0].ID != "a/b" || asked.Method != "GET" || asked.URL.Path != "/api/v1/models" {
		t.Errorf("%+v, %v", models, err)
	}
}

func TestModelsReturnsWhyThereIsNoList(t *testing.T) {
	for want, serve := range map[string]reply{
		"not found (404): nope":          head(404, "Content-Type: text/html\r\n", "<title>nope</title>"),
		"upstream failure (502): a page": head(502, "Content-Type: text/html\r\n", "<title>a page</title>"),
		"not a list of models":           head(200, "Content-Type: text/html\r\n", "<html>"),
		"connect: ":                      raw(),
		"lost: ":                         raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", `{"id":`),
	} {
		if _, err := dial(serve).Models(t.Context()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
