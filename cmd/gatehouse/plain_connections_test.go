package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPlainChangesItsConnection: the conversation continues there, each address gets the key set
// for it, and the environment applies to the start only.
func TestPlainChangesItsConnection(t *testing.T) {
	var seen []string
	named := func(name string) string {
		return answering(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			seen = append(seen, fmt.Sprintf("%s %s %t", name, r.Header.Get("Authorization"), strings.Contains(string(body), "hello")))
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, message(`"`+name+`"`)+completed)
		})
	}
	config := configured(t, fmt.Sprintf("[profiles.one]\nbase_url = %q\n[profiles.two]\nbase_url = %q\nkey_env = \"TWO\"\nmodel = \"b/two\"\n[profiles.three]\nbase_url = %[2]q\nkey_command = [\"false\"]\n",
		named("one"), named("two")))
	env := map[string]string{"GATEHOUSE_API_KEY": "key-of-one", "TWO": "key-of-two"}
	r := programIn(t, env, "hello\n/connection\n/connection two\nand then?\n/connection three\n/connection onne\n/connection one\nagain\n",
		"--plain", "--no-persist", "--config", config, "--profile", "one")
	r.wants(t, exitOK, "The connection was not changed: ", "Did you mean one?")
	if want := []string{"one Bearer key-of-one true", "two Bearer key-of-two true", "one Bearer key-of-one true"}; !slices.Equal(seen, want) {
		t.Errorf("the servers saw %q, want %q", seen, want)
	}
	for _, want := range []string{"two, http://", "ollama, models on this machine.", "The model is b/two.", "The server chooses the model."} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("%q is not in %q", want, r.stdout)
		}
	}
	if strings.Contains(r.stdout+r.stderr, "key-of-") {
		t.Errorf("a key was printed: %q %q", r.stdout, r.stderr)
	}
}

// TestPlainDoesNotQuoteAGatewayThatDidNotAnswer.
func TestPlainDoesNotQuoteAGatewayThatDidNotAnswer(t *testing.T) {
	r := program(t, "hello\n", "--plain", "--no-persist", "--base-url", nowhere(t))
	r.wants(t, exitFailed, "The error: ")
	if strings.Contains(r.stderr, "The gateway says") {
		t.Errorf("%q", r.stderr)
	}
}

// TestPlainGoesToTheLocalGateway and says that it is simulated.
func TestPlainGoesToTheLocalGateway(t *testing.T) {
	base, asked := says(t, "one")
	r := program(t, "/connection local\nhello\n", "--plain", "--no-persist", "--base-url", base)
	r.wants(t, exitOK, "Completed: ")
	if len(asked()) > 0 || !strings.Contains(r.stdout, "Its models are simulated.") || !strings.Contains(r.stdout, "sim/writer") {
		t.Errorf("%d requests went to the first server: %q", len(asked()), r.stdout)
	}
}

// TestPlainSavesOnceAConnectionPersists: one that does not was taken first.
func TestPlainSavesOnceAConnectionPersists(t *testing.T) {
	base, _ := says(t, "one")
	config := configured(t, fmt.Sprintf("profile = \"a\"\n[profiles.a]\nbase_url = %q\npersist = false\n[profiles.b]\nbase_url = %[1]q\n", base))
	r := program(t, "forgotten\n/connection b\nremembered\n/history\n/connection a\nforgotten too\n/history\n", "--plain", "--config", config, "--data-dir", t.TempDir())
	r.wants(t, exitOK, "exchanges are saved in ")
	first, second, _ := strings.Cut(r.stdout, "What is sent there is not saved in the history.")
	for _, part := range []string{first, second} {
		if strings.Count(part, "“") != 1 || !strings.Contains(part, "“remembered”") {
			t.Errorf("%q", r.stdout)
		}
	}
	if !strings.Contains(first, "What is sent there is saved in the history.") {
		t.Errorf("%q", r.stdout)
	}
}

// TestPlainReturnsToAConnection: the key is read once, an address that was given at the
// start has a name, and the current connection is marked.
func TestPlainReturnsToAConnection(t *testing.T) {
	base, asked := says(t, "one")
	log := filepath.Join(t.TempDir(), "log")
	config := configured(t, fmt.Sprintf("[profiles.a]\nbase_url = \"http://127.0.0.1:9\"\nkey_command = [\"sh\", \"-c\", \"echo ran >> '%s'; echo key\"]\n", log))
	r := program(t, "/connection a\n/connection\n/connection start\nhello\n/connection\n/connection a\n", "--plain", "--no-persist", "--config", config, "--base-url", base)
	r.wants(t, exitOK)
	for _, want := range []string{"start, " + base + ", given at the start.", "a, current, http://127.0.0.1:9.", "start, current, "} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("%q is not in %q", want, r.stdout)
		}
	}
	if ran, err := os.ReadFile(log); err != nil || string(ran) != "ran\n" {
		t.Errorf("the command of the key: %q, %v", ran, err)
	}
	if len(asked()) != 1 {
		t.Errorf("%d requests", len(asked()))
	}
}

// TestPlainStaysWhereItIs: the chosen model stays.
func TestPlainStaysWhereItIs(t *testing.T) {
	r := program(t, "/model sim/reasoner\n/connection local\n", "--plain", "--no-persist")
	r.wants(t, exitOK)
	if strings.Count(r.stdout, "The model is sim/reasoner.") != 2 {
		t.Errorf("%q", r.stdout)
	}
}

// TestPlainListsAddressesWithoutTheirKeys.
func TestPlainListsAddressesWithoutTheirKeys(t *testing.T) {
	config := configured(t, "[profiles.one]\nbase_url = \"http://127.0.0.1:9/v1?key=SECRETQ\"\n")
	r := program(t, "/connection\n", "--plain", "--no-persist", "--config", config)
	r.wants(t, exitOK)
	if !strings.Contains(r.stdout, "one, http://127.0.0.1:9/v1?key=") || strings.Contains(r.stdout, "SECRETQ") {
		t.Errorf("%q", r.stdout)
	}
}
