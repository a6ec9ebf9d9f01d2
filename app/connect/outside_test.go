package connect_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/client/profile"
	"gatehouse/gateway"
)

// TestAStoredKeyIsSentFromTheNextRequest, also where the program has begun with another one.
func TestAStoredKeyIsSentFromTheNextRequest(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("the-right-key")))
	defer server.Close()
	base := server.URL + gateway.Prefix
	begun := func(o *app.Options) {
		o.Connection = app.Connection{Name: "mine", BaseURL: base, Key: profile.Key{Value: "the-wrong-key", Keyring: "work"}}
	}
	failed := func(o *app.Options) {
		begun(o)
		o.Connection.Key.Value = ""
		o.Connection.Connect = func(context.Context) (string, string, error) { return "", "", errors.New("401: it holds no key") }
	}
	for name, options := range map[string]func(*app.Options){"chosen": func(*app.Options) {}, "begun with": begun, "begun without a key": failed} {
		t.Run(name, func(t *testing.T) {
			keyring.MockInit()
			if err := keyring.Set("gatehouse", "work", "the-wrong-key"); err != nil {
				t.Fatal(err)
			}
			h := newHand(t, options)
			h.edited("[profiles.mine]\nbase_url = \"" + base + "\"\nkey_keyring = \"work\"\n")
			if name == "chosen" {
				h.press("f7")
				h.await("mine  ")
				h.press("j", "enter")
				h.await("this conversation now uses mine")
				h.press("f2")
			}
			h.press("H", "enter")
			h.await("401")
			h.press("f7")
			h.await("● mine")
			h.press("e")
			h.setting("store key")
			h.press("enter")
			h.write("the-right-key")
			h.await("the key is saved in the keyring, as work of gatehouse, for the next request")
			h.press("f2", "H", "enter")
			h.await("completed")
		})
	}
}

// TestAFaultyProfileIsNoPreset of the same name: it leads elsewhere.
func TestAFaultyProfileIsNoPreset(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.openrouter]\nbase_url = \"http://proxy.test/v1\"\nmodle = \"m\"\n")
	h.press("f7")
	h.await("has a fault in config.toml", "unknown key")
	h.Hides("routes to many providers")
	h.press("j")
	h.await("preset, changed in config.toml", "unknown until config.toml is corrected")
	h.press("enter")
	h.await("not connected: openrouter has a fault in config.toml")
	h.press("t")
	h.await("not tested: openrouter has a fault in config.toml")
	h.press("e")
	h.await("correct config.toml first")
	if h.Link.BaseURL != "" {
		t.Errorf("connected to %s", h.Link.BaseURL)
	}
}

// TestAConnectionChangedSinceTheStartIsReported at the first look at the file.
func TestAConnectionChangedSinceTheStartIsReported(t *testing.T) {
	file, err := config.Parse("config.toml", []byte("[profiles.mine]\nbase_url = \"http://one.test/v1\"\nkey_env = \"MINE_KEY\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	begun := func(o *app.Options) {
		o.File = file
		o.Connection = app.Connection{Name: "mine", BaseURL: "http://one.test/v1", Key: profile.Key{Value: "the-right-key"}, Header: http.Header{}}
	}
	same := newHand(t, begun)
	same.edited("[profiles.mine]\nbase_url = \"http://one.test/v1\"\nkey_env = \"MINE_KEY\"\n# a note\n")
	same.press("f7")
	same.await("● mine")
	same.Hides("changed outside")
	changed := newHand(t, begun)
	changed.edited("[profiles.mine]\nbase_url = \"http://two.test/v1\"\n")
	changed.press("f7")
	changed.await("changed outside: conversations on mine now go to http://two.test/v1", "● mine")
}

// TestAChangeIsReportedDespiteAFault has a fault in another profile, or one that is corrected
// with the change.
func TestAChangeIsReportedDespiteAFault(t *testing.T) {
	for name, fault := range map[string]string{"corrected": "", "still there": "[profiles.bad]\nmodle = \"m\"\n"} {
		t.Run(name, func(t *testing.T) {
			h := newHand(t)
			h.edited("[profiles.mine]\nbase_url = \"http://one.test/v1\"\n[profiles.bad]\nmodle = \"m\"\n")
			h.press("f7")
			h.await("http://one.test/v1")
			h.press("j", "enter")
			h.await("this conversation now uses mine (one.test)")
			h.press("f2")
			h.edited("[profiles.mine]\nbase_url = \"http://two.test/v1\"\n" + fault)
			h.press("f7")
			h.await("conversations on mine now go to http://two.test/v1", "● mine")
		})
	}
}

// TestAFaultOfTheFileIsShownOnce on each screen, until it is corrected.
func TestAFaultOfTheFileIsShownOnce(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.bad]\nbase_ulr = \"http://bad.test/v1\"\n")
	h.Warn("Not connected: " + h.config + ":2: unknown key profiles.bad.base_ulr; did you mean base_url?")
	h.press("f7")
	h.await("✗ config.toml:2: unknown key")
	h.press("f2")
	h.await("Not connected:", "base_ulr")
	h.press("f7")
	h.await("✗ config.toml:2: unknown key")
	if n := strings.Count(h.Screen(), "base_ulr"); n != 1 {
		t.Errorf("the fault is said %d times:\n%s", n, h.Screen())
	}
	h.press("f2")
	h.edited("")
	h.press("f7")
	h.await("CONNECTIONS")
	for strings.Contains(h.Screen(), "unknown key") {
		h.Send(<-h.Messages)
	}
	h.press("f2")
	h.Hides("base_ulr")
}

// awaitOn lands messages until a server has something to say.
func (h hand) awaitOn(happened <-chan bool) {
	h.T.Helper()
	late := time.After(8 * time.Second)
	for {
		select {
		case <-happened:
			return
		case msg := <-h.Messages:
			if msg != nil {
				h.Send(msg)
			}
		case <-late:
			h.T.Fatalf("the server never has its turn:\n%s", h.Screen())
		}
	}
}

// TestARemovedConnectionIsTestedNoMore, nor is one whose change is undone.
func TestARemovedConnectionIsTestedNoMore(t *testing.T) {
	for name, c := range map[string]struct{ key, said string }{
		"removed": {"d", "profiles.mine removed"}, "undone": {"alt+z", "as it was before"},
	} {
		t.Run(name, func(t *testing.T) {
			asked, ended := make(chan bool, 9), make(chan bool, 9)
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				asked <- true
				<-r.Context().Done()
				ended <- true
			}))
			defer server.Close()
			h := newHand(t)
			h.add("mine", server.URL+"/v1")
			h.press("esc", "t")
			h.await("● testing")
			h.awaitOn(asked)
			h.press(c.key)
			h.awaitOn(ended)
			h.await(c.said) // the file is written
		})
	}
}
