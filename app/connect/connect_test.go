package connect_test

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/connect"
	"gatehouse/gateway"
)

// TestAServerIsConnectedByTheScreenAlone, which reports every fault and can correct it.
func TestAServerIsConnectedByTheScreenAlone(t *testing.T) {
	h := newHand(t)
	handler := gateway.New(gateway.WithKeys("the-right-key"))
	server := httptest.NewServer(handler)
	defer server.Close()
	base := server.URL + gateway.Prefix

	h.add("mine", base)
	h.press("ctrl+r")
	h.await("✗ key", "401", "set the key above", "▸key")
	h.press("right") // the test has led to the key
	h.await("variable")
	h.press("down", "enter")
	h.write("OTHER_KEY")
	h.await("profiles.mine.key_env changed")
	h.press("ctrl+r")
	h.await("✗ key", "401", "▸variable")
	h.press("enter")
	h.write("MINE_KEY")
	h.await("key_env changed")
	h.press("ctrl+r")
	h.await("✓ key", "✓ models", "✓ /responses")

	h.setting("base URL")
	h.press("enter")
	h.write(server.URL + "/wrong/path")
	h.await("base_url changed")
	h.press("ctrl+r")
	h.await("✗ /responses")
	h.press("enter")
	h.write("http://" + closed(t) + "/api/v1")
	h.await("base_url changed")
	h.press("ctrl+r")
	h.await("✗ connection", "refused")
	h.press("enter")
	h.write(base)
	h.await("base_url changed")
	h.setting("proxy")
	h.press("enter")
	h.write("http://" + closed(t))
	h.await("profiles.mine.proxy changed")
	h.press("ctrl+r")
	h.await("✗ proxy", "above is right")
	h.setting("proxy")
	h.press("delete")
	h.await("proxy changed")
	h.press("ctrl+r")
	h.await("✓ /responses")

	h.press("ctrl+g")
	h.await("this conversation now uses mine (")
	h.press("f2")
	h.press(strings.Split("Hello", "")...)
	h.press("enter")
	h.await("completed")
	saved, err := os.ReadFile(h.config)
	if err != nil || !strings.Contains(string(saved), `key_env = "MINE_KEY"`) || strings.Contains(string(saved), "the-right-key") {
		t.Errorf("the file has\n%s\n%v", saved, err)
	}
}

// TestAPrivateCertificate is asked for, and works once its file is named.
func TestAPrivateCertificate(t *testing.T) {
	h := newHand(t)
	server := httptest.NewTLSServer(gateway.New(gateway.WithKeys("the-right-key")))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer server.Close()
	h.add("tls", server.URL+gateway.Prefix)
	h.press("ctrl+r")
	h.await("✗ TLS", "its path under", "certificate")
	h.press("esc")
	h.press("e") // which begins where the test has failed
	h.await("▸certificate")
	h.press("enter")
	h.write("/no/such/ca.pem")
	h.await("not saved: the certificate file cannot be read")
	h.press("esc")
	path := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(path, block, 0o600); err != nil {
		t.Fatal(err)
	}
	h.setting("certificate") // the test has led there already
	h.press("enter")
	h.write(path)
	h.await("profiles.tls.ca_file changed")
	h.press("ctrl+r")
	h.await("✓ TLS", "✗ key")
}

// TestATransportIsChosen, and stays when another setting is changed.
func TestATransportIsChosen(t *testing.T) {
	h := newHand(t)
	h.add("mine", "http://127.0.0.1:1/v1")
	h.setting("transport")
	h.await("as the gateway asks")
	h.press("left")
	h.await("profiles.mine.transport changed")
	h.setting("answer limit")
	h.press("enter")
	h.write("1MiB")
	h.await("profiles.mine.max_body changed")
	saved, err := os.ReadFile(h.config)
	if err != nil || !strings.Contains(string(saved), `transport = "websocket"`) || !strings.Contains(string(saved), `max_body = "1MiB"`) {
		t.Errorf("the file has\n%s\n%v", saved, err)
	}
}

// TestATypedKeyIsWrittenNowhere: it works for this run, and is neither shown nor saved.
func TestATypedKeyIsWrittenNowhere(t *testing.T) {
	h := newHand(t)
	server := httptest.NewServer(gateway.New(gateway.WithKeys("the-typed-key")))
	defer server.Close()
	h.add("mine", server.URL+gateway.Prefix)
	h.setting("key")
	h.press("left")
	h.await("typed key")
	h.press("down", "enter")
	h.Send(tea.PasteMsg{Content: "the-typed-key"})
	h.await("•••")
	h.Hides("the-typed-key")
	h.press("enter")
	h.await("until you quit")
	h.press("ctrl+r")
	h.await("✓ key", "✓ /responses")
	h.press("ctrl+g")
	h.await("this conversation now uses mine (", "until you quit; other sources store a key")
	h.Hides("the-typed-key")
	h.await("esc list") // before, it stops the test
	h.press("esc", "*")
	h.await("mine is now the default; its key is not saved: set a variable, command or keyring")
	if saved, err := os.ReadFile(h.config); err != nil || strings.Contains(string(saved), "typed") {
		t.Errorf("the file has\n%s\n%v", saved, err)
	}
}

// TestANewConnectionIsAskedForItsAddressFirst: its host proposes the name, which can be
// another one.
func TestANewConnectionIsAskedForItsAddressFirst(t *testing.T) {
	h := newHand(t)
	ask := func(row string) {
		h.press("f7")
		h.await("CONNECTIONS", "portkey")
		h.press("a")
		h.await("another server")
		h.press(strings.Split(row, "")...)
		h.press("enter")
	}
	ask("another")
	h.await("Base URL of the server")
	h.write("gateway.acme.test/v1")
	h.await("has no scheme; write", "https://gateway.acme.test/v1, or")
	h.write("https://gateway.acme.test/v1/")
	h.await("Name of the connection", "❯ acme", "for https://gateway.acme.test/v1")
	h.press("enter")
	h.await("profiles.acme added", "base URL       https://gateway.acme.test/v1", "▸key")
	ask("another")
	h.await("Base URL of the server")
	h.write("https://api.acme.test/v1")
	h.await("❯ acme-2")
	h.press("w", "o", "r", "k", "enter")
	h.await("profiles.work added", "https://api.acme.test/v1")
	ask("https://typed.test/v1") // at once, where a server is chosen
	h.await("Name of the connection", "❯ typed", "for https://typed.test/v1")
	h.press("esc")
	ask("openrouter")
	h.await("Name of the connection", "❯ my-openrouter")
	h.write("openrouter")
	h.await("there is a connection openrouter already")
	h.write("mine")
	h.await("profiles.mine added", "https://openrouter.ai/api/v1", "▸key")
}

// TestLettersInTheFormAreTyped: what is typed there is never a command.
func TestLettersInTheFormAreTyped(t *testing.T) {
	h := newHand(t)
	h.add("mine", "http://one.test/v1")
	h.press("d", "u", "t", "?")
	h.await("key is chosen with left and right", "mine")
	h.press("right")
	h.await("environment", "variable")
	h.press(strings.Split("MINE_KEY", "")...)
	h.press("enter")
	h.await("profiles.mine.key_env changed", "▸variable       MINE_KEY")
	h.setting("model")
	h.press(strings.Split("dust:/? y", "")...)
	h.await("model          dust:/? y", "enter save")
	h.press("enter")
	h.await("profiles.mine.model changed")
	h.press("x", "esc")
	h.await("model          dust:/? y", "▸model")
	h.Hides("dust:/? yx")
}

// TestATypedKeyStaysWithItsServer: another address in the same profile does not get it,
// another path on the same server does.
func TestATypedKeyStaysWithItsServer(t *testing.T) {
	h := newHand(t)
	right := httptest.NewServer(gateway.New(gateway.WithKeys("the-typed-key")))
	defer right.Close()
	asked := make(chan string, 100)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Header.Get("Authorization")
		w.WriteHeader(http.StatusTeapot)
	}))
	defer other.Close()
	h.add("mine", right.URL+"/wrong")
	h.setting("key")
	h.press("left")
	h.await("typed key")
	h.press("down", "enter")
	h.write("the-typed-key")
	h.await("until you quit")
	h.press("ctrl+g")
	h.await("this conversation now uses mine (")
	h.setting("base URL")
	h.press("enter")
	h.write(right.URL + gateway.Prefix)
	h.await("base_url changed, for the next request")
	h.press("ctrl+r")
	h.await("✓ key", "✓ /responses")
	h.setting("base URL")
	h.press("enter")
	h.write(other.URL + "/v1")
	h.await("base_url changed, for the next request")
	h.press("f2")
	h.press(strings.Split("Hello", "")...)
	h.press("enter")
	h.await("418")
	for len(asked) > 0 {
		if key := <-asked; key != "" {
			t.Fatalf("the other server was given %q", key)
		}
	}
}

// TestWhatIsWrittenCanBeUndone, also a connection that was removed.
func TestWhatIsWrittenCanBeUndone(t *testing.T) {
	h := newHand(t)
	h.add("mine", "https://mine.test/v1")
	before, err := os.ReadFile(h.config)
	if err != nil {
		t.Fatal(err)
	}
	h.press("esc", "d")
	h.await("profiles.mine removed")
	h.press("alt+z")
	h.await("as it was before", "mine.test")
	if after, err := os.ReadFile(h.config); err != nil || string(after) != string(before) {
		t.Errorf("undone, the file has\n%s\nand had\n%s", after, before)
	}
	if h.Focus() != connect.ListPane {
		t.Errorf("the focus is at %s", h.Focus())
	}
}

// TestAKeyOfAnotherProgramIsOfferedOnly: it is not used before the user accepts it.
func TestAKeyOfAnotherProgramIsOfferedOnly(t *testing.T) {
	h := newHand(t)
	h.Options.Environ = append(h.Options.Environ, "OPENROUTER_API_KEY=canary-of-openrouter")
	h.press("f7")
	h.await("OPENROUTER_API_KEY offered")
	if _, err := os.Stat(h.config); err == nil {
		t.Error("something was written unasked")
	}
	h.press("j", "K")
	h.await("profiles.openrouter.key_env changed")
	saved, err := os.ReadFile(h.config)
	if err != nil || string(saved) != "[profiles.openrouter]\nkey_env = \"OPENROUTER_API_KEY\"\n" {
		t.Errorf("the file has\n%s\n%v", saved, err)
	}
}

// TestTheConnectionInUseIsSelectedFirst, in the list as in the form.
func TestTheConnectionInUseIsSelectedFirst(t *testing.T) {
	h := newHand(t)
	if err := os.MkdirAll(filepath.Dir(h.config), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.config, []byte("[profiles.mine]\nbase_url = \"https://mine.test/v1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Use(h.NewLink(app.Connection{Name: "mine", BaseURL: "https://mine.test/v1"}))
	h.press("f7")
	h.await("▸● mine", "base URL       https://mine.test/v1")
}

// TestAConversationFollowsItsConnection: what is changed of the one in use holds for the
// next request, and the list says still which one that is.
func TestAConversationFollowsItsConnection(t *testing.T) {
	h := newHand(t)
	server := httptest.NewServer(gateway.New(gateway.WithKeys("the-right-key")))
	defer server.Close()
	h.add("mine", "http://"+closed(t)+"/v1")
	h.press("ctrl+g")
	h.await("this conversation now uses mine (127.0.0.1:")
	h.setting("base URL")
	h.press("enter")
	h.write(server.URL + gateway.Prefix)
	h.await("base_url changed, for the next request", "● mine")
	h.setting("key")
	h.press("left")
	h.await("typed key")
	h.press("down", "enter")
	h.write("the-right-key")
	h.await("mine uses this key from the next request until you quit; it is not saved")
	h.press("f2")
	h.press(strings.Split("Hello", "")...)
	h.press("enter")
	h.await("completed")
}
