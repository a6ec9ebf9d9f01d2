package main

import (
	"encoding/pem"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// TestStandardVariables: those of OpenTelemetry lead commands to a collector, with a message; a
// flag is above them, and an unknown protocol is reported too.
func TestStandardVariables(t *testing.T) {
	to := collect(t)
	for name, c := range map[string]struct {
		env  map[string]string
		args []string
		sent string // of the request's head, in part; empty: nothing is sent
		says string
	}{
		"endpoint":        {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL}, nil, "POST /v1/traces", "spans go to " + to.URL + "/v1/traces, as OTEL_EXPORTER_OTLP_ENDPOINT says"},
		"traces endpoint": {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": nowhere(t), "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": to.URL + "/own"}, nil, "POST /own ", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"},
		"headers":         {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b, authorization=Basic eA=="}, nil, "Authorization:[Basic eA==]", "spans go to"},
		"json":            {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, nil, "Content-Type:[application/json]", "spans go to"},
		"service":         {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_SERVICE_NAME": "my-agent", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, nil, `"my-agent"`, "spans go to"},
		"grpc":            {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, nil, "", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not supported"},
		"grpc and flag":   {map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, []string{"--otlp", to.URL}, "POST /v1/traces", ""},
		"no address":      {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "collector"}, nil, "", "no spans are sent: OTEL_EXPORTER_OTLP_ENDPOINT is no address"},
		"disabled":        {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_SDK_DISABLED": "true"}, nil, "", ""},
		"other exporter":  {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL, "OTEL_TRACES_EXPORTER": "none"}, nil, "", ""},
		"off":             {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL}, []string{"--otlp", "off"}, "", ""},
		"env":             {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL}, []string{"--otlp", "env"}, "POST /v1/traces", ""},
		"flag":            {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": nowhere(t)}, []string{"--otlp", to.URL}, "POST /v1/traces", ""},
		"headers stay": {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "https://vendor.invalid", "OTEL_EXPORTER_OTLP_HEADERS": "x-key=canary"}, []string{"--otlp", to.URL},
			"POST /v1/traces", "OTEL_EXPORTER_OTLP_HEADERS is not sent: it belongs to the address in OTEL_EXPORTER_OTLP_ENDPOINT"},
	} {
		t.Run(name, func(t *testing.T) {
			to.mu.Lock()
			to.requests, to.bodies = nil, nil
			to.mu.Unlock()
			r := programIn(t, c.env, "", append([]string{"send", "--no-persist", "-m", "sim/writer", "-p", "hi"}, c.args...)...)
			got := to.all()
			if r.code != exitOK || !strings.Contains(got, c.sent) || c.sent == "" && got != "" || strings.Contains(got, "canary") {
				t.Errorf("exit %d, sent %s", r.code, got)
			}
			if !strings.Contains(r.stderr, c.says) || c.says == "" && r.stderr != "" || strings.Contains(r.stderr, "canary") {
				t.Errorf("it says %s", r.stderr)
			}
		})
	}
}

// TestVariablesAloneLeaveTheChatAlone: what the user types is sent as spans only if a flag or the
// file asks for it.
func TestVariablesAloneLeaveTheChatAlone(t *testing.T) {
	to := collect(t)
	env := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": to.URL}
	programIn(t, env, "hi\n", "--plain", "--no-persist").wants(t, exitOK)
	if got := to.all(); got != "" {
		t.Errorf("sent %s", got)
	}
	programIn(t, env, "hi\n", "--plain", "--no-persist", "--otlp", "env").wants(t, exitOK)
	if got := to.names(t); len(got) == 0 {
		t.Error("sent nothing")
	}
}

// TestWrongSpanFlags are reported with the remedy.
func TestWrongSpanFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--otlp", "localhost:4318"}, "--otlp: \"localhost:4318\" has no scheme; write https://localhost:4318, or http://localhost:4318"},
		{[]string{"--otlp", "http://key@host"}, "OTEL_EXPORTER_OTLP_HEADERS"},
		{[]string{"--otlp", "http://127.0.0.1:1", "--otlp-format", "grpc"}, "--otlp-format grpc: must be protobuf or json"},
		{[]string{"--otlp-content"}, "give --otlp URL too"},
	} {
		program(t, "", append([]string{"send", "--no-persist", "-p", "hi"}, c.args...)...).wants(t, exitUsage, c.want)
	}
}

// spanSetting checks a setting of [otlp] by what a collector gets.
func spanSetting(members string, env map[string]string, ok func(c *collecting) bool) func(t *testing.T) {
	return func(t *testing.T) {
		to := collect(t)
		path := configured(t, "[otlp]\nurl = \""+to.URL+"\"\n"+members)
		programIn(t, env, "", "--config", path, "send", "--no-persist", "-m", "sim/writer", "-p", "quixotic").wants(t, exitOK)
		if len(to.requests) == 0 || !ok(to) {
			t.Errorf("the collector got %s", to.all())
		}
	}
}

// spanHead is spanSetting for a field of the request's head.
func spanHead(members string, env map[string]string, name, value string) func(t *testing.T) {
	return spanSetting(members, env, func(c *collecting) bool { return c.requests[0].Header.Get(name) == value })
}

// spanSettings are the effects of the keys of [otlp].
func spanSettings(t *testing.T) map[string]func(t *testing.T) {
	if err := keyring.Set("gatehouse", "collector", "collector-ring"); err != nil {
		t.Fatal(err)
	}
	return map[string]func(t *testing.T){
		"otlp.url":         spanSetting("", nil, func(c *collecting) bool { return c.requests[0].URL.Path == "/v1/traces" }),
		"otlp.format":      spanHead("format = \"json\"\n", nil, "Content-Type", "application/json"),
		"otlp.content":     spanSetting("content = true\n", nil, func(c *collecting) bool { return strings.Contains(c.all(), "quixotic") }),
		"otlp.headers.*":   spanHead("headers = { X-Scope-OrgID = \"team\" }\n", nil, "X-Scope-OrgID", "team"),
		"otlp.key_env":     spanHead("key_env = \"K\"\n", map[string]string{"K": "collector-key"}, "Authorization", "Bearer collector-key"),
		"otlp.key_command": spanHead("key_command = [\"printf\", \"Basic abc\"]\n", nil, "Authorization", "Basic abc"),
		"otlp.key_keyring": spanHead("key_keyring = \"collector\"\n", nil, "Authorization", "Bearer collector-ring"),
		"otlp.key_header":  spanHead("key_env = \"K\"\nkey_header = \"x-honeycomb-team\"\n", map[string]string{"K": "collector-key"}, "X-Honeycomb-Team", "collector-key"),
		"otlp.ca_file": func(t *testing.T) {
			to := &collecting{}
			s := httptest.NewUnstartedServer(to)
			s.Config.ErrorLog = log.New(io.Discard, "", 0)
			s.StartTLS()
			t.Cleanup(s.Close)
			ca := filepath.Join(t.TempDir(), "ca.pem")
			if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
				t.Fatal(err)
			}
			path := configured(t, "[otlp]\nurl = \""+s.URL+"\"\nca_file = \""+ca+"\"\n")
			program(t, "", "--config", path, "send", "--no-persist", "-m", "sim/writer", "-p", "hi").wants(t, exitOK)
			if len(to.names(t)) != 1 {
				t.Errorf("the collector got %s", to.all())
			}
		},
	}
}
