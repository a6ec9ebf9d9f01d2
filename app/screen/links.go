package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/tool"
	"gatehouse/client/profile"
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
	all := []tea.Cmd{h.OpenHistory(), h.modelsChanged()}
	if !l.Models.Loaded {
		all = append(all, h.LoadModels())
	}
	return tea.Batch(all...)
}

// CloseLinks closes the connections of all links.
func (h *Host) CloseLinks() {
	for _, l := range h.links {
		l.Close()
	}
}
