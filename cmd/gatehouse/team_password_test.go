package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/config"
)

// TestThePasswordOfATeamIsMasked, wherever PostgreSQL takes it from.
func TestThePasswordOfATeamIsMasked(t *testing.T) {
	passes := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(passes, []byte("h:5432:d:ann:canary-in-a-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		team     config.Team
		env      map[string]string
		password string
	}{
		"url":         {config.Team{URL: "postgres://ann:canary-1@h/d"}, nil, "canary-1"},
		"query":       {config.Team{URL: "postgres://ann@h/d?password=canary-2"}, nil, "canary-2"},
		"keywords":    {config.Team{Env: "TEAM_URL"}, map[string]string{"TEAM_URL": "host=h dbname=d user=ann password='canary 3'"}, "canary 3"},
		"variable":    {config.Team{URL: "postgres://ann@h/d"}, map[string]string{"PGPASSWORD": "canary-4"}, "canary-4"},
		"file":        {config.Team{URL: "postgres://ann@h/d"}, map[string]string{"PGPASSFILE": passes}, "canary-in-a-file"},
		"certificate": {config.Team{URL: "postgres://ann:canary-5@h/d?sslmode=verify-full&sslrootcert=/none/ca.pem"}, nil, "canary-5"},
	} {
		t.Run(name, func(t *testing.T) {
			for variable, value := range c.env {
				t.Setenv(variable, value)
			}
			rules, err := rulesOf(host{getenv: os.Getenv}, config.Settings{Team: c.team})
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := rules.Text("it is "+c.password+" here", "a note"); got != "it is "+strings.Repeat("*", len(c.password))+" here" {
				t.Error(got)
			}
		})
	}
}
