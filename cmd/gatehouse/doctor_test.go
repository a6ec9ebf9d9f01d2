package main

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/gateway"
)

func TestDoctorOfTheLocalGateway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	r := program(t, "", "doctor", "--data-dir", dir)
	r.wants(t, exitOK)
	for _, want := range []string{"✓ address      the local gateway at http://127.0.0.1:", "✓ /responses   found", "Everything works."} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the doctor made the history: %v", err)
	}
}

// TestDoctorNamesWhatFails: a key that the server refuses, and a config that cannot be used,
// which ends no other look.
func TestDoctorNamesWhatFails(t *testing.T) {
	const canary = "sk-canary-0123456789"
	server := httptest.NewServer(gateway.New(gateway.WithKeys("another")))
	defer server.Close()
	r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": canary}, "", "doctor", "--base-url", server.URL+gateway.Prefix)
	r.wants(t, exitFailed)
	if !strings.Contains(r.stdout, "✗ key          not authenticated (401)") || !strings.Contains(r.stdout, "1 thing does not work: key") || strings.Contains(r.stdout, canary) {
		t.Error(r.stdout)
	}
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("mouse = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r = program(t, "", "doctor", "--config", config)
	r.wants(t, exitFailed)
	for _, want := range []string{"✗ settings     " + config + ":1", "– address      not checked: the settings cannot be used", "✓ disk"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
}

func TestDoctorJSON(t *testing.T) {
	r := program(t, "", "doctor", "--json", "--base-url", "http://127.0.0.1:1/api/v1")
	r.wants(t, exitFailed)
	var got struct {
		Works    *bool
		Findings []map[string]any
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || got.Works == nil || *got.Works || len(got.Findings) == 0 || strings.Count(r.stdout, "\n") != 1 {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	failed := 0
	for _, f := range got.Findings {
		for _, key := range []string{"area", "name", "state", "said", "detail", "remedy", "took_ms"} {
			if _, ok := f[key]; !ok {
				t.Errorf("no %s in %v", key, f)
			}
		}
		if f["state"] == "failed" {
			failed++
			if f["area"] != "connection" || f["name"] != "connection" || f["remedy"] == nil {
				t.Errorf("%v", f)
			}
		}
	}
	if failed != 1 {
		t.Errorf("%d findings failed", failed)
	}
}
