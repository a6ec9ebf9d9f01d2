package connect

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/connections"
)

// readOnlyReason returns why the settings of an entry cannot be changed, or "".
func (s *Screen) readOnlyReason(e *entry) string {
	switch {
	case e.local():
		return "the local gateway has no settings"
	case e.ofThisRun():
		return "this address is for this run only; " + s.key(views.ActConnectionAdd) + " adds a connection to config.toml"
	case e.removed:
		return e.name + " was removed from config.toml; " + s.Keys.Name(views.ActUndo) + " undoes a removal made here"
	case len(s.faults) > 0:
		return "correct config.toml first: " + s.faults[0]
	case s.Config == "":
		return "there is no config.toml to write to"
	}
	return ""
}

// formDetail returns what the form shows of an entry.
func (s *Screen) formDetail(e *entry) connections.Detail {
	d := connections.Detail{Title: e.title(), Right: s.origin(e), Fixed: s.readOnlyReason(e)}
	if t := s.tests[e.name]; t != nil {
		d.Steps, d.Testing = t.shown(), !t.ended
	}
	if e.local() {
		d.Settings = []connections.Setting{{ID: "base_url", Label: "base URL", Empty: "in this program, started when needed"}, s.recorderSetting(e)}
		return d
	}
	if errors.Is(e.err, errFaulty) {
		d.Settings = []connections.Setting{{ID: "base_url", Label: "base URL", Empty: "unknown until config.toml is corrected"}}
		return d
	}
	for _, one := range settings() {
		f := connections.Setting{ID: one.id, Label: one.label, Empty: one.empty, Choices: one.choices, Value: one.get(&e.profile)}
		f.Folded = one.id != "base_url" && one.id != "model" && (f.Value == "" || f.Choices != nil && f.Value == f.Choices[0])
		switch one.id {
		case "base_url":
			f.Value = s.shownAddress(cmp.Or(e.profile.BaseURL, e.settings.BaseURL))
		case "proxy":
			f.Value = s.shownAddress(f.Value)
		case "service":
			word := e.connection.ServiceWord()
			f.Value, f.Note = word, "header "+http.CanonicalHeaderKey("X-"+word+"-Metadata")
		}
		if d.Settings = append(d.Settings, f); one.id == "base_url" {
			d.Settings = append(d.Settings, s.keySettings(e)...)
		}
	}
	d.Settings = append(d.Settings, s.recorderSetting(e))
	return d
}

// origin describes the source of an entry's settings, and whether it is the default.
func (s *Screen) origin(e *entry) string {
	from := "config.toml"
	switch {
	case e.local():
		from = "simulated, in this program"
	case e.ofThisRun():
		from = "this run only"
	case e.removed:
		from = "removed from config.toml"
	case e.known && !e.written:
		from = "preset: " + e.preset.About
	case e.known:
		from = "preset, changed in config.toml"
	}
	if s.isDefault(e) {
		from += ", default"
	}
	return from
}

// chosenSource returns the source of an entry's key as the form shows it: the one chosen last,
// which may have no value yet.
func (s *Screen) chosenSource(e *entry) string {
	if source := s.source[e.name]; source != "" {
		return source
	}
	if _, ok := s.typedFor(e.name, e.connection.BaseURL); ok {
		return fromTyping
	}
	return sourceOf(&e.profile)
}

// keySettings returns the settings of the key: its source, its place there, and for the keyring
// the key to store.
func (s *Screen) keySettings(e *entry) []connections.Setting {
	source := s.chosenSource(e)
	all := []connections.Setting{{ID: keySource, Label: "key", Value: source, Choices: keySources()}}
	if offer := s.offer(e); offer != "" {
		all[0].Note = offer + " is set: " + s.key(views.ActConnectionOffer) + " uses it"
	}
	place := connections.Setting{ID: keyPlace, Empty: "not set"}
	if source == sourceOf(&e.profile) {
		place.Value = placeOf(&e.profile)
	}
	if source == fromNowhere {
		return all
	}
	all[0].Belongs = keyPlace
	switch source {
	case fromEnv:
		place.Label = "variable"
		if place.Value == "" {
			place.Text = e.settings.Known.KeyEnv
		} else if s.Getenv(place.Value) == "" {
			place.Note = "is not set in this shell"
		}
	case fromCommand:
		place.Label, place.Empty = "command", "for example pass show work"
	case fromKeyring:
		place.Label = "entry"
		if place.Value == "" {
			place.Text = e.name
		}
		return append(all, place, connections.Setting{ID: keyStored, Label: "store key", Empty: "typed once, it is saved in the keyring and nowhere else", Hidden: true})
	case fromTyping:
		place.Label, place.Hidden, place.Empty = "typed key", true, "in memory until you quit"
		if _, ok := s.typedFor(e.name, e.connection.BaseURL); ok {
			place.Value, place.Note = "•••", "until you quit; other sources store a key"
		}
	}
	return append(all, place)
}

func (s *Screen) isUsed(e *entry) bool {
	if e.err != nil {
		was, known := s.last[e.name]
		return known && s.Link.SameTarget(was)
	}
	return s.Link.SameTarget(e.connection)
}

// isDefault reports whether an entry is the default of the file.
func (s *Screen) isDefault(e *entry) bool {
	return s.file != nil && s.file.Profile != "" && s.file.Profile == e.name
}

// refreshPanes passes the entries to the panes.
func (s *Screen) refreshPanes() {
	rows := make([]connections.Row, len(s.entries))
	for i := range s.entries {
		e := &s.entries[i]
		rows[i] = connections.Row{Name: e.title(), Used: s.isUsed(e), First: s.isDefault(e), Fixed: s.readOnlyReason(e) != ""}
		rows[i].State, rows[i].Mood = s.state(e)
		rows[i].Short = s.short(e, rows[i].State)
	}
	faults := make([]string, len(s.faults))
	for i, f := range s.faults {
		faults[i] = strings.ReplaceAll(f, s.Config, filepath.Base(s.Config))
	}
	s.list.SetRows(rows, faults...)
	s.form.SetDetail(s.formDetail(s.current()))
}

// state returns the state of an entry for the list.
func (s *Screen) state(e *entry) (words string, mood connections.Mood) {
	t := s.tests[e.name]
	switch offer := s.offer(e); {
	case e.err == nil && s.Proxy.ForwardsTo(e.connection):
		return "● proxy on " + s.Proxy.URL() + s.proxySummary(), connections.Good
	case t != nil:
		return t.state()
	case e.err != nil:
		return e.err.Error(), connections.Bad
	case e.removed:
		return "removed, still in use", connections.Quiet
	case e.local():
		return e.preset.About, connections.Quiet
	case offer != "":
		return offer + " offered", connections.Offer
	case s.running[e.name] > 0 && e.connection.BaseURL == e.preset.BaseURL:
		return "runs here, " + figures.Counted(s.running[e.name], "model"), connections.Good
	case e.known && !e.written:
		return e.preset.About, connections.Quiet
	}
	return s.shownAddress(e.connection.BaseURL), connections.Quiet
}

// short returns a shorter state for narrow lists: the failed step of a test, the host of an
// address, that the proxy is on; "" if there is none.
func (s *Screen) short(e *entry, state string) string {
	if e.err == nil && s.Proxy.ForwardsTo(e.connection) {
		if passed := s.proxySummary(); passed != "" {
			return "●" + strings.TrimPrefix(passed, ",")
		}
		return "● proxy on"
	}
	if t := s.tests[e.name]; t != nil {
		return t.short()
	}
	if u, err := url.Parse(state); err == nil && state == s.shownAddress(e.connection.BaseURL) {
		return u.Host
	}
	return ""
}

// proxySummary returns how many exchanges the proxy has passed and how many failed, or "".
func (s *Screen) proxySummary() string {
	t := s.Proxy.Through
	if t.Began == 0 {
		return ""
	}
	words := ", " + figures.Counted(t.Began, "exchange")
	if t.Failed > 0 {
		words += ", " + figures.Thousands(t.Failed) + " failed"
	}
	return words
}

// offer returns the variable with the key of the service for an entry that has no key, or "".
func (s *Screen) offer(e *entry) string {
	name := e.settings.Known.KeyEnv
	k := e.connection.Key
	if name == "" || e.err != nil || k.Value != "" || k.Env != "" || k.Command != nil || k.Keyring != "" || s.Getenv(name) == "" {
		return ""
	}
	return name
}
