package connect

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/client/profile"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
)

// askPreset asks for the preset of a new connection, or another server.
func (s *Screen) askPreset() tea.Cmd {
	if len(s.faults) > 0 || s.Config == "" {
		return s.Notify("no connection can be added: %s", s.readOnlyReason(&entry{name: "new"}))
	}
	items := []picker.Item{{Label: "another server", Words: "you enter its address", Choose: func() views.Intent { return views.AskConnection{} }}}
	for _, p := range profile.Services() {
		if p.ID == profile.Local {
			continue
		}
		items = append(items, picker.Item{
			Label: "like " + p.ID, Words: p.BaseURL, Right: p.About,
			Choose: func() views.Intent { return views.AskConnection{Preset: p.ID} },
		})
	}
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(items)
	p.SetFree(func(typed string) (picker.Item, bool) {
		address, err := config.Address(strings.TrimSpace(typed))
		return picker.Item{
			Label: s.shownAddress(address), Words: "another server", Choose: func() views.Intent { return views.NameConnection{Address: address} },
		}, err == nil && strings.Contains(typed, "://")
	})
	return s.OpenOverlay("Add a connection", p)
}

// askNew asks for the address of a new connection, or for its name if a preset has the address.
func (s *Screen) askNew(preset string) tea.Cmd {
	if p, ok := profile.Preset(preset); ok {
		return s.askName(views.NameConnection{Preset: preset, Address: p.BaseURL})
	}
	s.Overlays.Close()
	a := ask.New(s.Styles, s.Keys, func(address string) views.Intent {
		return views.NameConnection{Address: strings.TrimSpace(address)}
	}, nil)
	a.SetNote("with its path, for example https://host/api/v1; esc cancels")
	return s.OpenOverlay("Base URL of the server", a)
}

// askName asks for the name of a new connection, and proposes one.
func (s *Screen) askName(i views.NameConnection) tea.Cmd {
	address, err := config.Address(i.Address)
	if err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	a := ask.New(s.Styles, s.Keys, func(name string) views.Intent {
		return views.AddConnection{Preset: i.Preset, Address: address, Name: strings.TrimSpace(name)}
	}, nil)
	a.Propose(s.proposed(i.Preset, address))
	a.SetNote("for " + s.shownAddress(address) + "; --profile takes this name too")
	return s.OpenOverlay("Name of the connection", a)
}

// add adds a connection, and edits its key next.
func (s *Screen) add(i views.AddConnection) tea.Cmd {
	if err := s.nameFault(i.Name); err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	p := config.Profile{BaseURL: i.Address}
	if preset, ok := profile.Preset(i.Preset); ok {
		p.Service = preset.Word
	}
	s.pendingSelection, s.pendingEdit = i.Name, keySource
	return tea.Batch(s.SetFocus(FormPane), s.write(i.Name, "profiles."+i.Name+" added", func() (*config.Change, error) { return config.SaveProfile(s.Config, i.Name, p) }, nil))
}

// nameFault returns why a new connection cannot have a name, or nil.
func (s *Screen) nameFault(name string) error {
	switch {
	case !config.Word(name):
		return fmt.Errorf("a name is a word of letters, digits, - and _")
	case s.isTaken(name):
		return fmt.Errorf("there is a connection %s already; write another name", name)
	}
	return nil
}

func (s *Screen) isTaken(name string) bool {
	at := s.placeOf(name)
	return at >= 0 && !s.entries[at].removed
}

// proposed returns an unused name for a new connection.
func (s *Screen) proposed(preset, address string) string {
	name := nameOf(address)
	if preset != "" {
		name = "my-" + preset // the preset itself is listed, too
	}
	free := name
	for n := 2; s.isTaken(free); n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// nameOf returns a name for the server at an address, from the distinctive part of its host.
func nameOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "server"
	}
	host := strings.ToLower(u.Hostname())
	switch ip := net.ParseIP(host); {
	case host == "localhost", ip != nil && ip.IsLoopback():
		return word(strings.TrimSuffix("local-"+u.Port(), "-"))
	case ip != nil:
		return word(host)
	}
	labels := strings.Split(host, ".")
	for len(labels) > 2 && slices.Contains([]string{"api", "gateway", "www"}, labels[0]) {
		labels = labels[1:] // the kind of the server, not its owner
	}
	return word(labels[0])
}

// word replaces the characters of a text that a name cannot have.
func word(text string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if config.Word(string(r)) {
			return r
		}
		return '-'
	}, text), "-")
	if name == "" || name == "local" {
		return "server"
	}
	return name
}
