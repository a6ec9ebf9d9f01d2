package app

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/app/config"
	"gatehouse/client/profile"
)

// TestAFaultyProfileIsNoPreset of the same name: it leads elsewhere.
func TestAFaultyProfileIsNoPreset(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.openrouter]\nbase_url = \"http://proxy.test/v1\"\nmodle = \"m\"\n")
	h.press("f7")
	h.await("has a fault in config.toml", "unknown key")
	h.hides("routes to many providers")
	h.press("j")
	h.await("preset, changed in config.toml", "not known before the fault is corrected")
	h.press("enter")
	h.await("not connected: openrouter has a fault in config.toml")
	h.press("t")
	h.await("not tested: openrouter has a fault in config.toml")
	h.press("e")
	h.await("correct config.toml first")
	if h.m.Link.BaseURL != "" {
		t.Errorf("connected to %s", h.m.Link.BaseURL)
	}
}

// TestAConnectionChangedSinceTheStartIsSaid at the first look at the file.
func TestAConnectionChangedSinceTheStartIsSaid(t *testing.T) {
	file, err := config.Parse("config.toml", []byte("[profiles.mine]\nbase_url = \"http://one.test/v1\"\nkey_env = \"MINE_KEY\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	h := newHand(t, func(o *Options) {
		o.File = file
		o.Connection = Connection{Name: "mine", BaseURL: "http://one.test/v1", Key: profile.Key{Value: "the-right-key"}, Header: http.Header{}}
	})
	h.edited("[profiles.mine]\nbase_url = \"http://one.test/v1\"\nkey_env = \"MINE_KEY\"\n# a note\n")
	h.press("f7")
	h.await("● mine")
	h.hides("changed outside")
	h.press("f2")
	h.edited("[profiles.mine]\nbase_url = \"http://two.test/v1\"\n")
	h.press("f7")
	h.await("changed outside: conversations on mine now go to http://two.test/v1", "● mine")
}

// TestAChangeBesideAFaultIsSaid: the fault is of another profile, or is corrected with it.
func TestAChangeBesideAFaultIsSaid(t *testing.T) {
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

// TestAFaultOfTheFileIsSaidOnce on each screen, until it is corrected.
func TestAFaultOfTheFileIsSaidOnce(t *testing.T) {
	h := newHand(t)
	h.edited("[profiles.bad]\nbase_ulr = \"http://bad.test/v1\"\n")
	h.m.Warn("Not connected: " + h.config + ":2: unknown key profiles.bad.base_ulr; did you mean base_url?")
	h.press("f7")
	h.await("✗ config.toml:2: unknown key")
	h.press("f2")
	h.await("Not connected:", "base_ulr")
	h.press("f7")
	h.await("✗ config.toml:2: unknown key")
	if n := strings.Count(h.screen(), "base_ulr"); n != 1 {
		t.Errorf("the fault is said %d times:\n%s", n, h.screen())
	}
	h.press("f2")
	h.edited("")
	h.press("f7")
	h.await("CONNECTIONS")
	for strings.Contains(h.screen(), "unknown key") {
		h.send(<-h.msgs)
	}
	h.press("f2")
	h.hides("base_ulr")
}
