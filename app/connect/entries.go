package connect

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/views"
	"gatehouse/views/connections"
)

// entry is one connection of the list.
type entry struct {
	name       string // of the profile or the preset; empty: the connection was given by its address
	preset     profile.Service
	known      bool // there is a preset of that name
	profile    config.Profile
	written    bool // it is in the file
	settings   config.Settings
	connection screen.Connection
	err        error // why it cannot be used
}

// title is what the screen calls it.
func (e *entry) title() string {
	if e.name == profile.Local {
		return "local gateway"
	}
	return cmp.Or(e.name, "this run's address")
}

// local reports whether it is the local gateway.
func (e *entry) local() bool { return e.name == profile.Local && e.connection.Local }

// read reads the file in the background.
func (s *Screen) read() tea.Cmd { return func() tea.Msg { return s.load() } }

// load reads the file. It is called from Cmds only.
func (s *Screen) load() fileRead {
	if s.Config == "" {
		return fileRead{s, &config.File{}, nil}
	}
	file, err := config.Load(s.Config, false)
	return fileRead{s, file, err}
}

// fileRead brings the file, or why it cannot be read.
type fileRead struct {
	screen *Screen
	file   *config.File
	err    error
}

// Land implements screen.Effect.
func (r fileRead) Land() tea.Cmd {
	_, cmd := r.take()
	return cmd
}

// take shows the file; it reports whether a connection in use has changed.
func (r fileRead) take() (inUse bool, cmd tea.Cmd) {
	s := r.screen
	s.fault = ""
	if s.file = r.file; r.err != nil {
		s.file, s.fault = nil, r.err.Error()
	}
	return s.relist()
}

// relist makes the list anew, with the same entry selected or the one that is waited for.
// Conversations follow the connection that they use; it reports whether one does.
func (s *Screen) relist() (inUse bool, cmd tea.Cmd) {
	was, before := s.now().name, s.entries
	s.entries = s.listed()
	inUse, cmd = s.follow(before)
	for _, name := range []string{s.wanted, was} {
		if at := s.placeOf(name); at >= 0 {
			s.selected = at
			break
		}
	}
	s.fill()
	s.list.Select(s.selected)
	if s.wanted != "" && s.edit != "" && s.now().name == s.wanted {
		s.form.Edit(s.edit)
	}
	s.wanted, s.edit = "", ""
	return inUse, cmd
}

// follow has the conversations go on with what has changed of their connections. A file
// that cannot be read changes none.
func (s *Screen) follow(before []entry) (inUse bool, cmd tea.Cmd) {
	if s.file == nil {
		return false, nil
	}
	for _, was := range before {
		at := s.placeOf(was.name)
		if at < 0 || was.err != nil || s.entries[at].err != nil || was.connection.Local || s.entries[at].connection.Local {
			continue
		}
		if now := s.entries[at].connection; !reflect.DeepEqual(was.connection, now) {
			moved, one := s.desk.Reconnect(was.connection, now)
			inUse, cmd = inUse || moved, tea.Batch(cmd, one)
		}
	}
	return inUse, cmd
}

func (s *Screen) placeOf(name string) int {
	return slices.IndexFunc(s.entries, func(e entry) bool { return e.name == name })
}

// now is the selected entry; an empty one before there are any.
func (s *Screen) now() *entry {
	if s.selected >= len(s.entries) {
		return &entry{}
	}
	return &s.entries[s.selected]
}

// listed are the local gateway, the connection that was given by its address alone, the
// profiles of the file and the presets that are not in it.
func (s *Screen) listed() (all []entry) {
	file := s.file
	if file == nil {
		file = &config.File{}
	}
	if c := s.Options.Connection; c.Name == "" && !c.Local && c.BaseURL != "" {
		all = append(all, entry{connection: c, settings: config.Settings{BaseURL: c.BaseURL}})
	}
	names := []string{profile.Local}
	names = append(names, slices.Sorted(maps.Keys(file.Profiles))...)
	for _, p := range profile.Services() {
		names = append(names, p.ID)
	}
	for i, name := range names {
		if !slices.Contains(names[:i], name) {
			all = append(all, s.entryOf(file, name))
		}
	}
	return all
}

// entryOf is the profile of a name, or its preset. What the environment says is of the
// start alone.
func (s *Screen) entryOf(file *config.File, name string) entry {
	e := entry{name: name}
	e.preset, e.known = profile.Preset(name)
	e.profile, e.written = file.Profiles[name]
	e.settings, e.err = config.Merge(file, config.Environment{}, config.Flags{Profile: name})
	if e.err != nil && e.written && !e.known && e.profile.BaseURL == "" {
		e.err = errNoAddress
	}
	e.connection = screen.ConnectionOf(e.settings)
	if key, ok := s.typedFor(name, e.connection.BaseURL); ok {
		e.connection.Key = key
	}
	if name == profile.Local && e.settings.BaseURL == "" {
		e.connection.Local, e.connection.Connect = true, s.Options.Local.Connect
	}
	return e
}

// errNoAddress is the error of a profile that says not where it leads.
var errNoAddress = errors.New("it has no base URL yet")

// used reports whether the shown conversation goes over an entry.
func (s *Screen) used(e *entry) bool {
	return s.Link.Leads(e.connection)
}

// fill gives the panes what there is to show.
func (s *Screen) fill() {
	rows := make([]connections.Row, len(s.entries))
	for i := range s.entries {
		e := &s.entries[i]
		rows[i] = connections.Row{Name: e.title(), Used: s.used(e), First: s.file != nil && s.file.Profile != "" && s.file.Profile == e.name}
		rows[i].State, rows[i].Mood = s.state(e)
	}
	s.list.SetRows(rows, s.fault)
	s.form.SetDetail(s.detail(s.now()))
}

// state is what the list says of an entry.
func (s *Screen) state(e *entry) (words string, mood connections.Mood) {
	t := s.tests[e.name]
	switch offer := s.offer(e); {
	case t != nil:
		return t.state()
	case e.err != nil:
		return e.err.Error(), connections.Bad
	case e.local():
		return e.preset.About, connections.Quiet
	case offer != "":
		return offer + " offered", connections.Offer
	case s.running[e.name] > 0 && e.connection.BaseURL == e.preset.BaseURL:
		return "runs here, " + views.Counted(s.running[e.name], "model"), connections.Good
	case e.known && !e.written:
		return e.preset.About, connections.Quiet
	}
	return e.connection.BaseURL, connections.Quiet
}

// offer is the variable with a key of another program for an entry that has none.
func (s *Screen) offer(e *entry) string {
	name := e.settings.Known.KeyEnv
	k := e.connection.Key
	if name == "" || e.err != nil || k.Value != "" || k.Env != "" || k.Command != nil || k.Keyring != "" || s.Getenv(name) == "" {
		return ""
	}
	return name
}
