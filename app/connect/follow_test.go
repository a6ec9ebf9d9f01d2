package connect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// edited is the config as another program leaves it.
func (h hand) edited(text string) {
	h.T.Helper()
	if err := os.MkdirAll(filepath.Dir(h.config), 0o700); err != nil {
		h.T.Fatal(err)
	}
	if err := os.WriteFile(h.config, []byte(text), 0o600); err != nil {
		h.T.Fatal(err)
	}
}

// TestAConnectionChangedOutsideIsReported: the conversation follows it, and nobody has to find out.
func TestAConnectionChangedOutsideIsReported(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.mine]\nbase_url = \"http://one.test/v1\"\n")
	h.press("f7")
	h.await("http://one.test/v1")
	h.press("j", "enter")
	h.await("this conversation now uses mine (one.test)")
	h.press("f2")
	h.edited("[profiles.mine]\nbase_url = \"http://two.test/v1\"\n")
	h.press("f7")
	h.await("config.toml was changed outside: conversations on mine now go to http://two.test/v1")
	if got := h.Link.BaseURL; got != "http://two.test/v1" {
		t.Errorf("the conversation goes to %s", got)
	}
}

// TestConversationsWaitForAnAddress that was cleared and is set again.
func TestConversationsWaitForAnAddress(t *testing.T) {
	h := newHand(t)
	h.add("mine", "http://one.test/v1")
	h.press("ctrl+g")
	h.await("this conversation now uses mine (one.test)")
	h.setting("base URL")
	h.press("delete")
	h.await("base_url changed; this conversation still uses the old one", "● mine")
	h.press("ctrl+r")
	h.await("not tested: mine has no base URL yet; e edits it")
	h.setting("base URL")
	h.press("enter")
	h.write("http://two.test/v1")
	h.await("base_url changed, for the next request")
	if got := h.Link.BaseURL; got != "http://two.test/v1" {
		t.Errorf("the conversation goes to %s", got)
	}
}

// TestAWrongConfigHidesNoOtherConnection, and its fault is shown in one place.
func TestAWrongConfigHidesNoOtherConnection(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.good]\nbase_url = \"http://good.test/v1\"\n[profiles.bad]\nbase_ulr = \"http://bad.test/v1\"\n")
	h.Warn("Not connected: " + h.config + ":4: unknown key profiles.bad.base_ulr; did you mean base_url?")
	h.press("f7")
	h.await("good", "http://good.test/v1", "✗ config.toml:4: unknown key")
	if n := strings.Count(h.Screen(), "base_ulr"); n != 1 {
		t.Errorf("the fault is said %d times:\n%s", n, h.Screen())
	}
	h.press("j", "enter")
	h.await("this conversation now uses good (good.test)")
	h.press("e")
	h.await("correct config.toml first")
	h.edited("[profiles.good]\nbase_url = \"http://good.test/v1\"\n[profiles.bad]\nbase_url = \"http://bad.test/v1\"\n")
	h.press("f7")
	h.await("http://bad.test/v1")
	h.Hides("unknown key")
}

// TestANarrowScreenShowsOnePane: the list says all of a state, a test shows its steps.
func TestANarrowScreenShowsOnePane(t *testing.T) {
	h := newHand(t)
	h.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	h.add("mine", "http://"+closed(t)+"/api/v1")
	h.press("esc", "t")
	h.await("✗ connection", "▸base URL", "esc list")
	h.Hides("CONNECTIONS")
	h.press("esc")
	h.await("CONNECTIONS", "mine           ✗ connection refused")
	h.Hides("…")
}

// TestAddressesAreShownWithoutTheirCredentials, which stay in the file unless they are
// changed.
func TestAddressesAreShownWithoutTheirCredentials(t *testing.T) {
	h := newHand(t)
	const mine = "[profiles.mine]\nbase_url = \"http://one.test/v1?key=SECRETVALUE\"\nproxy = \"http://u:hunter2@127.0.0.1:9\"\n"
	h.edited(mine)
	h.press("f7")
	h.await("http://one.test/v1?key=***")
	h.press("j", "enter")
	h.await("this conversation now uses mine (one.test)", "http://***@127.0.0.1:9")
	h.Hides("SECRETVALUE")
	h.Hides("hunter2")
	h.press("e")
	for _, label := range []string{"base URL", "proxy"} {
		h.setting(label)
		h.press("enter", "enter")
		h.await("changed;")
		h.press("esc", "e")
	}
	h.setting("proxy")
	h.press("enter")
	h.write("http://***@other.test:9")
	h.await("*** stands for what is hidden")
	h.press("esc")
	if saved, err := os.ReadFile(h.config); err != nil || string(saved) != mine {
		t.Errorf("the file has\n%s\n%v", saved, err)
	}
	h.press("f2")
	h.edited("[profiles.mine]\nbase_url = \"http://two.test/v1?key=SECRETVALUE\"\n")
	h.press("f7")
	h.await("conversations on mine now go to http://two.test/v1?key=***")
	h.Hides("SECRETVALUE")
}

// TestALongAddressIsShownByItsHost in a narrow list, and the default with it.
func TestALongAddressIsShownByItsHost(t *testing.T) {
	h := newHand(t)
	h.edited("profile = \"work\"\n[profiles.work]\nbase_url = \"https://gateway.acme.test/one/long/path/api/v1\"\n")
	h.press("f7")
	h.await("gateway.acme.test, default")
	h.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	h.await("https://gateway.acme.test/one/long/path/api/v1, default")
}

// TestEveryFaultOfTheFileIsInTheList, and in no notice.
func TestEveryFaultOfTheFileIsInTheList(t *testing.T) {
	h := newHand(t)
	h.edited("mousse = true\n[profiles.bad]\nbase_ulr = \"http://bad.test/v1\"\nmodle = \"m\"\n")
	h.Warn("Not connected: "+h.config+":1: unknown key mousse; did you mean mouse?", h.config+":3: unknown key profiles.bad.base_ulr; did you mean base_url?")
	h.press("f7")
	h.await("✗ config.toml:1: unknown key mousse", "✗ config.toml:3: unknown key", "✗ config.toml:4: unknown key")
	if n := strings.Count(h.Screen(), "base_ulr"); n != 1 {
		t.Errorf("a fault is said %d times:\n%s", n, h.Screen())
	}
	h.press("f2")
	h.await("Not connected:", "base_ulr")
	h.edited("[profiles.bad]\nbase_url = \"http://bad.test/v1\"\n")
	h.press("f7")
	h.await("http://bad.test/v1")
	h.press("f2")
	h.Hides("base_ulr")
}
