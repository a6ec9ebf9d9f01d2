package screen

import (
	"cmp"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/tool"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/state/history"
	"gatehouse/views/text"
)

// NewLink makes a link of this run.
func (h *Host) NewLink(c Connection) *Link {
	l := newLink(c, h.Transport, h.secrets, h.Getenv)
	h.links = append(h.links, l)
	return l
}

// LinkTo returns the link of this run that is just this connection, or makes it.
func (h *Host) LinkTo(c Connection) *Link {
	for _, l := range h.links {
		if l.same(c) {
			return l
		}
	}
	return h.NewLink(c)
}

// KeyStored has the links whose key is an entry of the keyring read it again for their next
// requests, while what runs stays as it is. It reports whether there are any.
func (h *Host) KeyStored(entry string) (any bool) {
	for _, l := range h.links {
		if l.Key.Keyring == entry {
			l.outdated.Store(true)
			any = true
		}
	}
	return any
}

// ForgetKey takes a key out of what bound commands see of the environment.
func (h *Host) ForgetKey(k profile.Key) {
	if k.Env == "" {
		return
	}
	for name, command := range h.Tools {
		command.Environ = tool.Without(command.Environ, []string{k.Env}, h.Getenv(k.Env))
		h.Tools[name] = command
	}
}

// Use makes a link that of the shown conversation. Whoever shows models is called, and
// those of a link that is new are asked for; the history is opened where it saves.
func (h *Host) Use(l *Link) tea.Cmd {
	if l == h.Link {
		return nil
	}
	h.Link = l
	h.modelsChanged()
	if l.Models.Loaded {
		return h.OpenHistory()
	}
	return tea.Batch(h.OpenHistory(), h.LoadModels())
}

// CloseLinks closes the connections of all links.
func (h *Host) CloseLinks() {
	for _, l := range h.links {
		l.Close()
	}
}

// LeadsTo reports whether what is sent over a connection reaches the gateway that an
// exchange went to.
func (h *Host) LeadsTo(c Connection, about history.About) bool {
	if about.BaseURL == "" && !isLocal(about) {
		return false // it is not known where that is
	}
	return c.Local == isLocal(about) && h.address(c.BaseURL) == h.address(about.BaseURL)
}

// isLocal reports whether an exchange went to the local gateway. The file may have a profile
// of that name, with an address.
func isLocal(about history.About) bool {
	return about.Connection == history.Local && about.BaseURL == ""
}

// address returns a base URL without credentials, as two of them are compared.
func (h *Host) address(base string) string {
	return strings.TrimSuffix(h.Secrets().Address(base), "/")
}

// GatewayName names the gateway that an exchange went to, by its address.
func (h *Host) GatewayName(about history.About) string {
	if isLocal(about) {
		return "the local gateway"
	}
	return cmp.Or(text.SanitizeLine(h.address(about.BaseURL)), "an unknown gateway")
}

// secrets are those of all connections of this run. Whatever a key was for, it is
// recorded nowhere.
type secrets struct {
	all atomic.Pointer[capture.Secrets]
}

func newSecrets(texts []string) *secrets {
	s := &secrets{}
	s.all.Store(capture.NewSecrets(texts...))
	return s
}

// know adds those of a client.
func (s *secrets) know(c *client.Client) {
	for {
		was := s.all.Load()
		if s.all.CompareAndSwap(was, was.Join(c.Secrets())) {
			return
		}
	}
}

// Secrets are the secrets that the program knows by now: they are in nothing that is
// saved by itself. Any goroutine may ask.
func (h *Host) Secrets() *capture.Secrets { return h.secrets.all.Load() }
