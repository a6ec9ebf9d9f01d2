package config

import "testing"

const reachConfig = `
profile = "dev"
[profiles.dev]
base_url = "https://dev.example/v1"
key_env = "DEV"
[profiles.prod]
base_url = "https://prod.example/v1"
key_env = "PROD"
[profiles.dear]
base_url = "https://dev.example/v1"
key_env = "DEAR"
[profiles.ollama]
base_url = "http://127.0.0.1:11434/v1"
[profiles.litellm]
base_url = "http://localhost:4000/v1"
key_env = "LITELLM"
`

// TestReachAsksForWhatOnlyAFileNames: an address that the user never gave, and a profile whose
// key pays.
func TestReachAsksForWhatOnlyAFileNames(t *testing.T) {
	file, err := Parse("config.toml", []byte(reachConfig))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		profile, address string // that a check names
		env              Environment
		allowed          []string
		want             bool
	}{
		{want: true}, // the default profile
		{profile: "dev", want: true},
		{address: "https://dev.example/v1", want: true},
		{profile: "ollama", want: true},
		{profile: "local", want: true},
		{address: "http://[::1]:1/v1", want: true},
		{address: "http://127.8.0.1:1/v1", want: true},
		{address: "http://[::ffff:127.0.0.1]:1/v1", want: true},
		{address: "http://LOCALHOST:1/v1", want: true},
		{address: "https://dev.example/v1?target=a", allowed: []string{"https://dev.example/v1?target=a"}, want: true},
		{profile: "prod", env: Environment{Profile: "prod"}, want: true},
		{profile: "prod", allowed: []string{"https://prod.example/v1/"}, want: true},
		{address: "https://ci.example/v1", env: Environment{BaseURL: "https://ci.example/v1"}, want: true},
		{profile: "prod", env: Environment{BaseURL: "https://ci.example/v1"}, want: true}, // the variable wins

		{address: "https://evil.example/v1"},
		{address: "https://evil.example/v1", env: Environment{BaseURL: "https://ci.example/v1"}},
		{address: "http://0.0.0.0:1/v1"},
		{address: "http://127.0.0.1.evil.example/v1"},
		{address: "https://dev.example/other"},
		{address: "https://prod.example/v1"},
		{profile: "prod"},
		{profile: "dear"}, // another key for the same address
		{profile: "litellm"},
		{profile: "dear", env: Environment{BaseURL: "https://dev.example/v1"}}, // the address is the user's, the key is not chosen
		{address: "https://dev.example/v1?target=evil"},                        // a gateway may read it
		{address: "http://[::ffff:192.0.2.2%25lo]:1/v1"},
		{address: "http://[fd00::2%25lo]:1/v1"},
		{address: "http://[fe80::1%25eth0]:1/v1"},
		{address: "http://127.0.0.1%25.evil.example/v1"},
		{address: "http://x.localhost/v1"},
		{address: "http://localhost./v1"},
		{profile: "prod", allowed: []string{"https://prod.example/v2"}},
	} {
		s, err := Merge(file, c.env, Flags{Profile: c.profile, BaseURL: c.address})
		if err != nil {
			t.Fatal(err)
		}
		r, err := ReachOf(file, c.env, Flags{}, c.allowed)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Has(s); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
	if _, err := ReachOf(nil, Environment{}, Flags{}, []string{"prod"}); err == nil {
		t.Error("--allow-address takes what is no address")
	}
}
