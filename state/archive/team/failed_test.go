package team_test

import (
	"net"
	"strings"
	"testing"

	"gatehouse/state/archive/team"
	"gatehouse/state/archive/team/teamtest"
)

// TestWhyADatabaseCannotBeReachedIsOneLine: whatever the driver tried, with TLS and without, and at
// which of its stages it failed.
func TestWhyADatabaseCannotBeReachedIsOneLine(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().String()
	l.Close()
	url, dir := teamtest.Database(t), t.TempDir()
	for address, want := range map[string]string{
		"postgres://ann:secret-word@" + free + "/history":           "the team's database at " + free + " cannot be reached: connection refused",
		"postgres://ann@/history?host=" + dir:                       "the team's database at " + dir + " cannot be reached: no such file or directory",
		"postgres://ann@/history?host=127.0.0.1," + dir + "&port=1": "the team's database at 127.0.0.1:1 or " + dir + " cannot be reached: connection refused; no such file or directory",
		strings.Replace(url, "owner@", "nobody@", 1):                `: role "nobody" does not exist`,
	} {
		_, err := team.Open(t.Context(), address, nil)
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "SQLSTATE") {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}
