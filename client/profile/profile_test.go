package profile

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

const canary = "sk-canary-0123456789"

// TestMain lets this very binary be the key command.
func TestMain(m *testing.M) {
	switch os.Getenv("PROFILE_TEST_COMMAND") {
	case "print":
		os.Stdout.WriteString("  " + canary + "\t\nlogin: somebody\n")
		os.Exit(0)
	case "fail":
		os.Stdout.WriteString(canary)
		os.Stderr.WriteString("gpg: decryption failed\nmore\n")
		os.Exit(2)
	case "flood":
		os.Stdout.WriteString(strings.Repeat("x", commandOutput+1))
		os.Exit(0)
	case "arguments":
		os.Stdout.WriteString(strings.Join(os.Args[1:], "|"))
		os.Exit(0)
	case "hang":
		select {}
	}
	os.Exit(m.Run())
}

func self(t *testing.T, does string, args ...string) Key {
	t.Helper()
	t.Setenv("PROFILE_TEST_COMMAND", does)
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Key{Command: append([]string{name}, args...)}
}

func none(string) string { return "" }

func TestKeyPlaces(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set(keyringName, "work", canary+"\n"); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"WORK_KEY": " " + canary + "\r\n"}[name] }
	for name, key := range map[string]Key{
		"value":   {Value: canary + "\n"},
		"env":     {Env: "WORK_KEY"},
		"command": self(t, "print"),
		"keyring": {Keyring: "work"},
	} {
		if got, err := key.Read(t.Context(), env); err != nil || got != canary {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := (Key{}).Read(t.Context(), env); got != "" || err != nil {
		t.Errorf("no key: %q, %v", got, err)
	}
}

// TestStoreKey: what is stored is what Read finds, and no error has a key.
func TestStoreKey(t *testing.T) {
	keyring.MockInit()
	for range 2 { // the second replaces the first
		if err := StoreKey(t.Context(), "work", canary+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := (Key{Keyring: "work"}).Read(t.Context(), none); err != nil || got != canary {
		t.Errorf("%q, %v", got, err)
	}
	for _, c := range [][2]string{{"", canary}, {"work", " "}, {"work", canary + "\n" + canary}} {
		if err := StoreKey(t.Context(), c[0], c[1]); err == nil || strings.Contains(err.Error(), canary) {
			t.Errorf("%q: %v", c, err)
		}
	}
	keyring.MockInitWithError(errors.New("no keyring runs"))
	if err := StoreKey(t.Context(), "work", canary); err == nil || err.Error() != "the keyring entry work: no keyring runs" {
		t.Error(err)
	}
}

func TestKeyErrorsNameThePlaceAndNoKey(t *testing.T) {
	keyring.MockInit()
	missing := Key{Command: []string{"/no/such/program", canary}}
	for want, key := range map[string]Key{
		"environment variable WORK_KEY: it holds no key": {Env: "WORK_KEY"},
		"keyring entry work":                             {Keyring: "work"},
		"/no/such/program":                               missing,
	} {
		_, err := key.Read(t.Context(), none)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), canary) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	_, err := self(t, "fail").Read(t.Context(), none)
	if err == nil || !strings.Contains(err.Error(), "gpg: decryption failed") || strings.Contains(err.Error(), canary) {
		t.Errorf("a command that fails: %v", err)
	}
	if _, err := self(t, "flood").Read(t.Context(), none); err == nil || strings.Contains(err.Error(), "xxx") {
		t.Errorf("a command that floods: %v", err)
	}
}

func TestKeyCommandRunsWithoutShell(t *testing.T) {
	key := self(t, "arguments", "$HOME", "a b", ";", "`id`")
	if got, err := key.Read(t.Context(), none); err != nil || got != "$HOME|a b|;|`id`" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestKeyCommandEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	key := self(t, "hang")
	done := make(chan error, 1)
	go func() {
		_, err := key.Read(ctx, none)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestLookupKnowsAServiceByItsHost(t *testing.T) {
	for address, want := range map[string]Service{
		"https://openrouter.ai/api/v1":      {Word: "openrouter", Metadata: true},
		"https://OpenRouter.ai/api/v1/":     {Word: "openrouter", Metadata: true},
		"https://api.openai.com/v1":         {Word: "service"},
		"http://127.0.0.1:8080/api/v1":      {Word: "service", Metadata: true},
		"https://openrouter.ai.evil.test/":  {Word: "service", Metadata: true},
		"https://evil.test/openrouter.ai":   {Word: "service", Metadata: true},
		"https://openrouter.ai@evil.test/x": {Word: "service", Metadata: true},
		"::":                                {Word: "service", Metadata: true},
	} {
		got, _ := Lookup(address)
		if got.Word != want.Word || got.Metadata != want.Metadata {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

func TestOffersNameTheVariableOnly(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"OPENAI_API_KEY": canary, "OPENROUTER_API_KEY": " "}[name]
	}
	offers := Offers(env)
	if len(offers) != 1 || offers[0].Env != "OPENAI_API_KEY" || offers[0].Service.Name != "OpenAI" {
		t.Errorf("%+v", offers)
	}
}
