package connect

import (
	"fmt"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/views"
)

// change goes to the form.
func (s *Screen) change() tea.Cmd {
	if why := s.fixed(s.now()); why != "" {
		return s.Notify("%s", why)
	}
	s.form.Begin()
	if t := s.tests[s.now().name]; t != nil {
		s.form.Select(t.leads())
	}
	return s.SetFocus(FormPane)
}

// refuse says at a setting why its value is not taken.
func (s *Screen) refuse(id string, err error) tea.Cmd {
	s.form.Select(id)
	s.form.SetFault(err.Error())
	return nil
}

// set gives a setting of the selected connection a value, and writes it to the file.
func (s *Screen) set(id, value string) tea.Cmd {
	e := s.now()
	if why := s.fixed(e); why != "" {
		return s.Notify("%s", why)
	}
	switch id {
	case keySource:
		return s.setSource(e, value)
	case keyPlace:
		return s.setKey(e, value)
	case keyStored:
		return s.storeKey(e, value)
	}
	for _, one := range settings() {
		if one.id != id {
			continue
		}
		next := e.profile
		if err := one.set(&next, value); err != nil {
			return s.refuse(id, err)
		}
		return s.save(e, id, next)
	}
	return nil
}

// setSource chooses where the key is. Nothing is written before it is known where there.
func (s *Screen) setSource(e *entry, source string) tea.Cmd {
	if source == "" {
		source = fromNowhere
	}
	if source != fromTyping {
		delete(s.keys, e.name)
	}
	s.source[e.name] = source
	if source == sourceOf(&e.profile) {
		delete(s.source, e.name)
		_, cmd := s.relist()
		return cmd
	}
	if source == fromNowhere {
		delete(s.source, e.name)
		next := e.profile
		_ = setPlace(&next, source, "")
		return s.save(e, keySource, next)
	}
	s.fill()
	return nil
}

// setKey says where in its source the key is, or takes the key that was typed for this
// run.
func (s *Screen) setKey(e *entry, value string) tea.Cmd {
	source := s.sourceNow(e)
	if source == fromTyping {
		return s.typed(e, value)
	}
	next := e.profile
	if value == "" {
		source = fromNowhere
	}
	if err := setPlace(&next, source, value); err != nil {
		return s.refuse(keyPlace, err)
	}
	delete(s.source, e.name)
	return s.save(e, keyPlace, next)
}

// typed takes the key that was typed for this run; an empty one takes it back.
func (s *Screen) typed(e *entry, key string) tea.Cmd {
	if key != "" && origin(e.connection.BaseURL) == "" {
		return s.Notify("the key was not taken: set the base URL first, a key belongs to its server")
	}
	said := e.title() + " uses this key until the program ends; it is written nowhere"
	if s.keys[e.name] = newTypedKey(e.connection.BaseURL, key); key == "" {
		delete(s.keys, e.name)
		said = e.title() + " has no typed key any more"
	}
	delete(s.source, e.name)
	s.tests.stop(e.name)
	s.form.Leave()
	title := e.title()
	inUse, cmd := s.relist()
	if inUse && key != "" {
		said = title + " uses this key from the next request until the program ends"
	}
	return tea.Batch(cmd, s.Notify("%s", said))
}

// storeKey puts a key into the system's keyring, under the entry of the profile.
func (s *Screen) storeKey(e *entry, key string) tea.Cmd {
	name := e.profile.KeyKeyring
	switch {
	case key == "":
		s.form.Leave()
		return nil
	case name == "":
		return s.refuse(keyStored, fmt.Errorf("name the entry of the keyring first"))
	}
	ctx := s.Life.Ctx
	return func() tea.Msg { return keyPut{s, name, profile.StoreKey(ctx, name, key)} }
}

// keyPut says whether a key is in the keyring.
type keyPut struct {
	screen *Screen
	name   string
	err    error
}

// Land implements screen.Effect.
func (k keyPut) Land() tea.Cmd {
	if k.err != nil {
		return k.screen.refuse(keyStored, k.err)
	}
	k.screen.form.Leave()
	return k.screen.Notify("the key is in the keyring, as %s of gatehouse", k.name)
}

// takeOffer lets the selected connection use the key that was found for it.
func (s *Screen) takeOffer() tea.Cmd {
	e := s.now()
	offer := s.offer(e)
	if offer == "" {
		return s.Notify("no key is offered for %s", e.title())
	}
	if why := s.fixed(e); why != "" {
		return s.Notify("%s", why)
	}
	next := e.profile
	next.KeyEnv = offer
	return s.save(e, keyPlace, next)
}

// makeFirst makes the selected connection the one that the program begins with.
func (s *Screen) makeFirst() tea.Cmd {
	e := s.now()
	if s.file == nil || e.name == "" || s.Config == "" {
		return s.Notify("not set: %s", s.fixed(e))
	}
	name := e.name
	if name == profile.Local || name == s.file.Profile {
		name = ""
	}
	said := "the local gateway is now the default"
	if name != "" {
		said = name + " is now the default"
	}
	return s.write(said, func() (*config.Change, error) { return config.SaveDefault(s.Config, name) })
}

// remove takes the selected connection out of the file.
func (s *Screen) remove() tea.Cmd {
	e := *s.now()
	switch why := s.fixed(&e); {
	case why != "":
		return s.Notify("%s", why)
	case !e.written:
		return s.Notify("%s is a preset: there is nothing of it in config.toml", e.title())
	}
	delete(s.tests, e.name)
	return s.write("profiles."+e.name+" removed", func() (*config.Change, error) { return config.DeleteProfile(s.Config, e.name) })
}

// save writes a changed profile of an entry to the file. What is wrong with it is said at
// the setting.
func (s *Screen) save(e *entry, id string, next config.Profile) tea.Cmd {
	name := e.name
	s.tests.stop(name)
	s.form.Select(id)
	return s.write("profiles."+name+"."+member(id, &next)+" changed", func() (*config.Change, error) {
		if id == "ca_file" && next.CAFile != "" {
			// Any address will do: the certificates alone are looked at.
			if err := client.New(client.WithBaseURL("http://127.0.0.1"), client.WithCAFile(next.CAFile)).Err(); err != nil {
				return nil, err
			}
		}
		return config.SaveProfile(s.Config, name, next)
	})
}

// member is the key in the file that a setting is written to.
func member(id string, p *config.Profile) string {
	if id != keyPlace && id != keySource {
		return id
	}
	switch sourceOf(p) {
	case fromEnv:
		return "key_env"
	case fromCommand:
		return "key_command"
	case fromKeyring:
		return "key_keyring"
	}
	return "key"
}

// write changes the file in the background.
func (s *Screen) write(said string, change func() (*config.Change, error)) tea.Cmd {
	return func() tea.Msg {
		c, err := change()
		return written{s.load(), said, c, err}
	}
}

// written says whether the file was changed.
type written struct {
	fileRead
	said   string
	change *config.Change
	err    error
}

// Land implements screen.Effect.
func (w written) Land() tea.Cmd {
	s := w.screen
	if w.err != nil {
		s.wanted, s.edit = "", ""
		cmd := w.fileRead.Land()
		s.form.SetFault("not saved: " + w.err.Error())
		if s.Focus() == FormPane {
			return cmd
		}
		return tea.Batch(cmd, s.Notify("not saved: %v", w.err))
	}
	s.form.Leave()
	s.undo = append(s.undo, w.change)
	inUse, cmd := w.take()
	if inUse {
		w.said += ", for the next request"
	}
	return tea.Batch(cmd, s.Notify("%s: %s; %s undoes it", filepath.Base(w.change.Path), w.said, s.Keys.Name(views.ActUndo)))
}

// takeBack takes back what was written here last.
func (s *Screen) takeBack() tea.Cmd {
	n := len(s.undo)
	if n == 0 {
		return s.Notify("nothing to undo here")
	}
	last := s.undo[n-1]
	s.undo = s.undo[:n-1]
	return func() tea.Msg {
		err := last.Undo()
		return takenBack{s.load(), last, err}
	}
}

// takenBack says whether a change was taken back.
type takenBack struct {
	fileRead
	change *config.Change
	err    error
}

// Land implements screen.Effect.
func (b takenBack) Land() tea.Cmd {
	s := b.screen
	if b.err != nil {
		return s.Notify("not undone: %v", b.err)
	}
	clear(s.tests)
	inUse, cmd := b.take()
	said := filepath.Base(b.change.Path) + " is as it was before"
	if inUse {
		said += ", for the next request"
	}
	return tea.Batch(cmd, s.Notify("%s", said))
}
