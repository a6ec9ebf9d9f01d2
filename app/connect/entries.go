package connect

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/views"
)

// entry is one connection of the list.
type entry struct {
	name       string // of the profile or the preset; empty: the connection was given by its address
	preset     profile.Service
	known      bool // there is a preset of that name
	profile    config.Profile
	written    bool // it is in the file
	removed    bool // it was, and the shown conversation still uses it
	settings   config.Settings
	connection screen.Connection
	err        error // why it cannot be used
}

// proxied is the name of the entry of an address of --proxy. It is no word, so no profile has
// it.
const proxied = "address of --proxy"

// ofThisRun reports whether a flag or the environment gave its address.
func (e *entry) ofThisRun() bool { return e.name == "" || e.name == proxied }

func (e *entry) title() string {
	if e.name == profile.Local {
		return "local gateway"
	}
	return cmp.Or(e.name, "this run's address")
}

func (e *entry) local() bool { return e.name == profile.Local && e.connection.Local }

func (s *Screen) placeOf(name string) int {
	return slices.IndexFunc(s.entries, func(e entry) bool { return e.name == name })
}

// current returns the selected entry; an empty one if there are none yet.
func (s *Screen) current() *entry {
	if s.selected >= len(s.entries) {
		return &entry{}
	}
	return &s.entries[s.selected]
}

// listed returns the entries: the connection that was given by its address, the local gateway,
// the proxy's target that was given by its address, the profiles of the file, and the other
// presets.
func (s *Screen) listed(file *config.File) (all []entry) {
	if file == nil {
		file = &config.File{}
	}
	if c := s.Options.Connection; c.Name == "" && !c.Local && c.BaseURL != "" {
		all = append(all, entry{connection: c, settings: config.Settings{BaseURL: c.BaseURL}})
	}
	all = append(all, s.entryOf(file, profile.Local))
	if to := s.Options.Proxy; to != nil && to.Name == "" && !to.Local && !slices.ContainsFunc(all, func(e entry) bool { return e.connection.BaseURL == to.BaseURL }) {
		all = append(all, entry{name: proxied, connection: *to, settings: config.Settings{BaseURL: to.BaseURL}})
	}
	names := []string{profile.Local}
	names = append(append(names, slices.Sorted(maps.Keys(file.Profiles))...), file.Faulty...)
	if !s.unread { // a profile of the same name may have another address
		for _, p := range profile.Services() {
			names = append(names, p.ID)
		}
	}
	for i, name := range names {
		if name != profile.Local && !slices.Contains(names[:i], name) {
			all = append(all, s.entryOf(file, name))
		}
	}
	return all
}

// withRemoved adds the connection of the shown conversation at its former place if it was
// removed from the file: it can still be seen, tested and left on purpose.
func (s *Screen) withRemoved(all []entry) []entry {
	name := s.Link.Name
	at := s.placeOf(name)
	if at < 0 || s.Link.Local || slices.ContainsFunc(all, func(e entry) bool { return e.name == name }) {
		return all
	}
	e := s.entries[at]
	if last, known := s.last[name]; known {
		e.connection = last
	}
	if e.written, e.removed = false, true; !s.Link.SameTarget(e.connection) {
		return all
	}
	return slices.Insert(all, min(at, len(all)), e)
}

// entryOf returns the entry of a profile, or of a preset. The environment counts only when the
// program starts.
func (s *Screen) entryOf(file *config.File, name string) entry {
	e := entry{name: name}
	e.preset, e.known = profile.Preset(name)
	if slices.Contains(file.Faulty, name) { // a preset does not replace it: its address may differ
		e.written, e.err = true, errFaulty
		return e
	}
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

// errFaulty is the error of a profile that is unusable because of a fault.
var errFaulty = errors.New("has a fault in config.toml")

// errNoAddress is the error of a profile without an address.
var errNoAddress = errors.New("no base URL yet")

// unusableReason returns why an entry cannot be used, and what to press.
func (s *Screen) unusableReason(e *entry) string {
	if errors.Is(e.err, errNoAddress) {
		return e.title() + " has no base URL yet; " + s.key(views.ActConnectionEdit) + " edits it"
	}
	if errors.Is(e.err, errFaulty) {
		return e.title() + " " + e.err.Error()
	}
	return e.err.Error()
}
