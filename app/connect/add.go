package connect

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/client/profile"
	"gatehouse/views"
	"gatehouse/views/ask"
	"gatehouse/views/picker"
)

// askPreset asks what a new connection is like.
func (s *Screen) askPreset() tea.Cmd {
	if s.fault != "" || s.Config == "" {
		return s.Notify("no connection can be added: %s", s.fixed(&entry{name: "new"}))
	}
	items := []picker.Item{{Label: "another server", Words: "you enter its address", Choose: func() views.Intent { return views.AddConnection{} }}}
	for _, p := range profile.Services() {
		if p.ID == profile.Local {
			continue
		}
		items = append(items, picker.Item{
			Label: "like " + p.ID, Words: p.BaseURL, Right: p.About,
			Choose: func() views.Intent { return views.AddConnection{Preset: p.ID} },
		})
	}
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(items)
	return s.OpenOverlay("Add a connection", p)
}

// add adds a connection; its name is asked for first.
func (s *Screen) add(i views.AddConnection) tea.Cmd {
	if i.Name == "" {
		s.Overlays.Close()
		a := ask.New(s.Styles, s.Keys, func(name string) views.Intent {
			return views.AddConnection{Preset: i.Preset, Name: strings.TrimSpace(name)}
		}, nil)
		a.SetNote("a short name, such as work, also for --profile")
		return s.OpenOverlay("Name of the connection", a)
	}
	if err := s.unusable(i.Name); err != nil {
		return s.Fault(s.Overlays.Top(), err)
	}
	s.Overlays.Close()
	p := config.Profile{}
	if preset, ok := profile.Preset(i.Preset); ok {
		p.BaseURL, p.Service = preset.BaseURL, preset.Word
		if preset.RefuseModel {
			no := false
			p.Messages = &no
		}
	}
	s.wanted = i.Name
	if p.BaseURL == "" {
		s.edit = "base_url"
	}
	name := i.Name
	return tea.Batch(s.SetFocus(FormPane), s.write(name, "profiles."+name+" added", func() (*config.Change, error) { return config.SaveProfile(s.Config, name, p) }))
}

// unusable says why a name cannot be that of a new connection.
func (s *Screen) unusable(name string) error {
	switch {
	case !config.Word(name):
		return fmt.Errorf("a name is a word of letters, digits, - and _")
	case s.taken(name):
		return fmt.Errorf("there is a connection %s already", name)
	}
	return nil
}

// taken reports whether there is a connection of a name, or a preset.
func (s *Screen) taken(name string) bool {
	at := s.placeOf(name)
	return at >= 0 && !s.entries[at].removed
}
