package app

import (
	"context"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/gateway"
)

// hand is a program with an empty config and real servers on loopback: no bubble of time,
// for sockets are never idle in one.
type hand struct {
	*driver
	config string
}

func newHand(t *testing.T, changes ...func(*Options)) hand {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("test-key")))
	t.Cleanup(server.Close)
	local := Connection{Local: true, Metadata: true, Connect: func(context.Context) (string, string, error) {
		return server.URL + gateway.Prefix, "test-key", nil
	}}
	config := filepath.Join(t.TempDir(), "gatehouse", "config.toml")
	opts := Options{
		Connection: local, Local: local, Config: config, Theme: "dark",
		Environ: []string{"TERM=xterm-256color", "MINE_KEY=the-right-key", "OTHER_KEY=the-wrong-key"},
	}
	for _, change := range changes {
		change(&opts)
	}
	d := newDriver(t, opts, 120, 45)
	t.Cleanup(func() {
		d.m.quit(nil)
		d.m.Life.Readers.Wait()
		d.m.CloseLinks()
	})
	return hand{d, config}
}

// await lands messages until the screen shows all of some texts.
func (h hand) await(texts ...string) {
	h.t.Helper()
	late := time.After(8 * time.Second)
	for {
		missing := ""
		for _, text := range texts {
			if !strings.Contains(h.screen(), text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		select {
		case msg := <-h.msgs:
			if msg != nil {
				h.send(msg)
			}
		case <-late:
			h.t.Fatalf("the screen never shows %q:\n%s", missing, h.screen())
		}
	}
}

func (h hand) press(keys ...string) {
	for _, k := range keys {
		h.send(keyPress(k))
	}
}

func (h hand) write(text string) {
	h.press("ctrl+a", "ctrl+k")
	h.send(tea.PasteMsg{Content: text})
	h.press("enter")
}

// goTo selects a setting of the form by its label.
func (h hand) setting(label string) {
	h.t.Helper()
	h.press("home")
	for range 20 {
		if strings.Contains(h.screen(), "▸"+label) {
			return
		}
		h.press("down")
	}
	h.t.Fatalf("there is no setting %q:\n%s", label, h.screen())
}

// add adds a connection by the screen alone.
func (h hand) add(name, address string) {
	h.press("f7")
	h.await("CONNECTIONS", "portkey")
	h.press("a")
	h.await("another server")
	h.press("enter")
	h.await("Base URL of the server")
	h.write(address)
	h.await("Name of the connection")
	h.write(name)
	h.await("profiles."+name+" added", address, "▸key")
}

// closed is an address at which nothing listens.
func closed(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
