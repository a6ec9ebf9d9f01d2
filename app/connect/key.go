package connect

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
)

// setSource chooses the source of the key. Nothing is written before its place there is known.
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
		_, cmd := s.rebuildList()
		return cmd
	}
	if source == fromNowhere {
		delete(s.source, e.name)
		next := e.profile
		_ = setPlace(&next, source, "")
		return s.save(e, keySource, next)
	}
	s.refreshPanes()
	return nil
}

// setKey sets the place of the key in its source, or uses the key that was typed for this run.
func (s *Screen) setKey(e *entry, value string) tea.Cmd {
	source := s.chosenSource(e)
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

// typed uses the key that was typed for this run; an empty one removes it.
func (s *Screen) typed(e *entry, key string) tea.Cmd {
	if key != "" && origin(e.connection.BaseURL) == "" {
		return s.Notify("key not set: set the base URL first, a key belongs to its server")
	}
	notice := e.title() + " uses this key until you quit; it is not saved"
	if s.keys[e.name] = (typedKey{origin(e.connection.BaseURL), profile.Key{Value: key}}); key == "" {
		delete(s.keys, e.name)
		notice = e.title() + " has no typed key now"
	}
	delete(s.source, e.name)
	s.tests.stop(e.name)
	s.form.Leave()
	title := e.title()
	moved, cmd := s.rebuildList()
	if len(moved) > 0 && key != "" {
		notice = title + " uses this key from the next request until you quit; it is not saved"
	}
	return tea.Batch(cmd, s.Notify("%s", notice))
}

// storeKey stores a key in the system's keyring, under the entry of the profile.
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
	return func() tea.Msg {
		err := profile.StoreKey(ctx, name, key)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				return s.refuse(keyStored, err)
			}
			for i := range s.entries {
				if s.entries[i].profile.KeyKeyring == name {
					s.tests.stop(s.entries[i].name)
				}
			}
			s.form.Leave()
			notice := "the key is saved in the keyring, as " + name + " of gatehouse"
			if s.KeyStored(name) {
				notice += ", for the next request"
			}
			return s.Notify("%s", notice)
		})
	}
}

// takeOffer sets the key of the selected connection to the one found for it.
func (s *Screen) takeOffer() tea.Cmd {
	e := s.current()
	offer := s.offer(e)
	if offer == "" {
		return s.Notify("no key is offered for %s", e.title())
	}
	if why := s.readOnlyReason(e); why != "" {
		return s.Notify("%s", why)
	}
	next := e.profile
	next.KeyEnv = offer
	return s.save(e, keyPlace, next)
}

// member returns the key of the file for a setting.
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

// The sources of a key.
const (
	fromNowhere = "none"
	fromEnv     = "environment"
	fromCommand = "command"
	fromKeyring = "keyring"
	fromTyping  = "this run only"
)

func keySources() []string {
	return []string{fromNowhere, fromEnv, fromCommand, fromKeyring, fromTyping}
}

// sourceOf returns the source of a profile's key.
func sourceOf(p *config.Profile) string {
	switch {
	case p.KeyEnv != "":
		return fromEnv
	case p.KeyCommand != nil:
		return fromCommand
	case p.KeyKeyring != "":
		return fromKeyring
	}
	return fromNowhere
}

func placeOf(p *config.Profile) string {
	switch sourceOf(p) {
	case fromEnv:
		return p.KeyEnv
	case fromCommand:
		return commandLine(p.KeyCommand)
	}
	return p.KeyKeyring
}

// setPlace sets the source of the key and its place there.
func setPlace(p *config.Profile, source, place string) (err error) {
	p.KeyEnv, p.KeyCommand, p.KeyKeyring = "", nil, ""
	switch source {
	case fromEnv:
		p.KeyEnv, err = place, config.VariableName(place)
	case fromCommand:
		p.KeyCommand, err = commandWords(place)
	case fromKeyring:
		p.KeyKeyring = place
	}
	return err
}

// commandLine returns a command's words on a line, quoted if necessary.
func commandLine(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		if words[i] = w; w == "" || strings.ContainsAny(w, " \t'\"") {
			words[i] = `"` + strings.ReplaceAll(w, `"`, `"'"'"`) + `"`
		}
	}
	return strings.Join(words, " ")
}

// commandWords splits a line into a command's words at spaces that are not quoted. Unlike in a
// shell, no other character is special.
func commandWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, in = r, true
		case r == ' ' || r == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// typedKey is a key that was typed for this run. It is sent only to the server that the profile
// named then, whatever its address becomes.
type typedKey struct {
	origin string
	key    profile.Key
}

// origin returns the scheme, host and port of a base URL (RFC 6454 section 4), so that a
// corrected path retains the key; "" if it names no server.
func origin(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Hostname() + ":" + wire.Port(u))
}

// typedFor returns the key that was typed for an entry and its server; ok is false if none was.
func (s *Screen) typedFor(name, baseURL string) (key profile.Key, ok bool) {
	k, ok := s.keys[name]
	if !ok || k.origin == "" || k.origin != origin(baseURL) {
		return profile.Key{}, false
	}
	return k.key, true
}

// masked replaces a credential in an address or a header.
const masked = "***"

// shownAddress returns an address without its credentials.
func (s *Screen) shownAddress(address string) string {
	if address == "" {
		return ""
	}
	return s.Secrets().Address(address)
}

// addressFrom returns the address for a text of the form. Hidden credentials of the old address
// are preserved only if nothing else changed: a credential belongs to its address.
func (s *Screen) addressFrom(was, line string) (string, error) {
	switch shown := s.shownAddress(was); {
	case line == shown:
		return was, nil
	case shown != was && strings.Contains(line, masked):
		return "", errors.New(masked + " stands for what is hidden; write that part again for another address")
	}
	return line, nil
}
