package main

import (
	"strings"
	"testing"

	"gatehouse/app"
)

// severalFaults has one on each of its lines but the third and the headings.
const severalFaults = "profile = \"wrok\"\nthemme = \"dark\"\nmouse = true\n[profiles.work]\nbase_ulr = \"http://h\"\n[keys]\npalete = [\"f9\"]\n[history]\nkeep_days = -1\n"

// severalMessages returns the message for each of these faults.
func severalMessages(path string) []string {
	return []string{
		path + `:2: unknown key themme; did you mean theme?`,
		path + `:5: unknown key profiles.work.base_ulr; did you mean base_url?`,
		path + `:7: keys.palete: no such action; did you mean "palette"?`,
		path + `:9: history.keep_days: less than 0; write a number of days, 0 for no limit`,
	}
}

// TestACommandNamesEveryFaultOfTheConfig, one line each, and does nothing else.
func TestACommandNamesEveryFaultOfTheConfig(t *testing.T) {
	path := configured(t, severalFaults)
	got := program(t, "", "--config", path, "send", "-p", "hi")
	got.wants(t, exitUsage)
	want := "gatehouse: " + strings.Join(append([]string{path + `:1: profile: no profile "wrok"; did you mean "work"?`}, severalMessages(path)...), "\ngatehouse: ") + "\n"
	if got.stdout != "" || got.stderr != want {
		t.Errorf("stdout %q, stderr\n%s\nwant\n%s", got.stdout, got.stderr, want)
	}
}

// TestNamesAreCheckedWithTheChosenProfile: all faults are reported at once.
func TestNamesAreCheckedWithTheChosenProfile(t *testing.T) {
	path := configured(t, "profile = \"wrok\"\ntheme = \"drak\"\n[keys]\npalete = [\"f9\"]\n")
	program(t, "", "--config", path, "send", "-p", "hi").wants(t, exitUsage,
		path+`:1: profile: no profile "wrok"`, path+`:2: theme: no theme "drak"; did you mean "dark"?`, path+`:4: keys.palete: no such action`)
}

// TestTheDoctorNamesEveryFaultOfTheConfig, and the remedy once.
func TestTheDoctorNamesEveryFaultOfTheConfig(t *testing.T) {
	path := configured(t, severalFaults)
	got := program(t, "", "--config", path, "doctor", "--json")
	got.wants(t, exitFailed)
	for _, want := range severalMessages(path) {
		if want = strings.ReplaceAll(want, `"`, `\"`); !strings.Contains(got.stdout, want) {
			t.Errorf("the doctor does not say %s:\n%s", want, got.stdout)
		}
	}
	if n := strings.Count(got.stdout, "until then no other command runs"); n != 1 {
		t.Errorf("the remedy is said %d times", n)
	}
}

// TestThePlaygroundNamesEveryFaultOfTheConfig, one on each line.
func TestThePlaygroundNamesEveryFaultOfTheConfig(t *testing.T) {
	path := configured(t, severalFaults)
	c := &common{config: path}
	_, _, err := c.load(host{getenv: func(string) string { return "" }})
	var o app.Options
	unconnected(&o, err)
	warnings := strings.Join(o.Warnings, "\n")
	if !strings.HasPrefix(warnings, "Not connected (F7 chooses a connection): "+path+":1: profile: no profile") || !strings.HasSuffix(warnings, strings.Join(severalMessages(path), "\n")) {
		t.Errorf("the warnings are\n%s", warnings)
	}
}
