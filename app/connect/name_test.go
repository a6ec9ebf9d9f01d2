package connect

import (
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/effect/config"
)

func TestAConnectionIsNamedByItsHost(t *testing.T) {
	for address, want := range map[string]string{
		"https://api.openai.com/v1":        "openai",
		"https://gateway.acme.example/api": "acme",
		"https://staging.acme.example":     "staging",
		"http://127.0.0.1:8080/api/v1":     "local-8080",
		"http://localhost/v1":              "server",
		"http://[::1]:9/v1":                "local-9",
		"http://192.168.1.20:11434/v1":     "192-168-1-20",
		"https://api.test/v1":              "api",
		"https://müller.example/v1":        "m-ller",
		"no address":                       "server",
	} {
		if got := nameOf(address); got != want {
			t.Errorf("%s is named %s, want %s", address, got, want)
		}
	}
}

// TestAProposedNameCanBeTaken, whatever the address is.
func TestAProposedNameCanBeTaken(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		address := rapid.OneOf(rapid.String(), rapid.StringMatching(`https?://[a-z0-9.:_%\[\]-]{0,20}/.*`)).Draw(r, "address")
		if name := nameOf(address); !config.Word(name) {
			r.Errorf("%q is named %q", address, name)
		}
	})
}
