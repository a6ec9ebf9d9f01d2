package config

import (
	"strings"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"256MiB": 256 << 20, "1 GiB": 1 << 30, "64kib": 64 << 10, "10MB": 10e6, "5 kB": 5000, "2GB": 2e9, "1000": 1000, "7B": 7, "0": 0,
		"": -1, "MiB": -1, "-1MiB": -1, "1.5GiB": -1, "1TiB": -1, "9223372036854775807GiB": -1, "1 M": -1, "1MiBs": -1,
	} {
		got, err := ParseSize(text)
		if err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestTheCapOfAProfile(t *testing.T) {
	f, err := Parse("c.toml", []byte("profile = \"work\"\n[profiles.work]\nbase_url = \"https://h/v1\"\nmax_body = \"1GiB\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Merge(f, Environment{}, Flags{})
	if err != nil || s.MaxBody != 1<<30 {
		t.Errorf("%d, %v", s.MaxBody, err)
	}
	for _, wrong := range []string{`"much"`, `"0"`, `""`} {
		_, err := Parse("c.toml", []byte("[profiles.work]\nmax_body = "+wrong+"\n"))
		if wrong != `""` && (err == nil || !strings.Contains(err.Error(), "c.toml:2: profiles.work.max_body")) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
