package connect_test

import (
	"context"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/gateway"
)

// hand is a program with an empty config and real servers on loopback: no bubble of time,
// for sockets are never idle in one.
type hand struct {
	*apptest.Driver
	config string
}

func newHand(t *testing.T, changes ...func(*app.Options)) hand {
	server := httptest.NewServer(gateway.New(gateway.WithKeys("test-key")))
	t.Cleanup(server.Close)
	local := app.Connection{Local: true, Metadata: true, Connect: func(context.Context) (string, string, error) {
		return server.URL + gateway.Prefix, "test-key", nil
	}}
	config := filepath.Join(t.TempDir(), "gatehouse", "config.toml")
	opts := app.Options{
		Connection: local, Local: local, Config: config, Theme: "dark",
		Environ: []string{"TERM=xterm-256color", "MINE_KEY=the-right-key", "OTHER_KEY=the-wrong-key"},
	}
	for _, change := range changes {
		change(&opts)
	}
	d := apptest.New(t, opts, 120, 45)
	t.Cleanup(func() {
		d.Quit(nil)
		d.Life.Readers.Wait()
		d.CloseLinks()
	})
	return hand{d, config}
}

// await lands messages until the screen shows all of some texts.
func (h hand) await(texts ...string) {
	h.T.Helper()
	late := time.After(8 * time.Second)
	for {
		missing := ""
		for _, text := range texts {
			if !strings.Contains(h.Screen(), text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		select {
		case msg := <-h.Messages:
			if msg != nil {
				h.Send(msg)
			}
		case <-late:
			h.T.Fatalf("the screen never shows %q:\n%s", missing, h.Screen())
		}
	}
}

func (h hand) press(keys ...string) {
	for _, k := range keys {
		h.Send(apptest.Key(k))
	}
}

func (h hand) write(text string) {
	h.press("ctrl+a", "ctrl+k")
	h.Send(tea.PasteMsg{Content: text})
	h.press("enter")
}

// goTo selects a setting of the form by its label.
func (h hand) setting(label string) {
	h.T.Helper()
	h.press("home")
	for range 20 {
		if strings.Contains(h.Screen(), "▸"+label) {
			return
		}
		if strings.Contains(h.Screen(), "▸more") {
			h.press("enter")
			continue
		}
		h.press("down")
	}
	h.T.Fatalf("there is no setting %q:\n%s", label, h.Screen())
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
