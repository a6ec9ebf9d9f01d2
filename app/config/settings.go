package config

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/state/prices"
	"gatehouse/state/stats"
	"gatehouse/state/talk"
)

// Flags are the settings of the command line; an empty one was not given.
type Flags struct {
	Profile, BaseURL, Model, Service, Theme string
	NoMouse                                 bool
	OTLP                                    OTLPFlags
}

// Environment are the settings of the environment; an empty one is not set.
type Environment struct {
	APIKey  string // GATEHOUSE_API_KEY
	BaseURL string // GATEHOUSE_BASE_URL
	Profile string // GATEHOUSE_PROFILE
	OTLP    OTLPEnvironment
}

// ReadEnvironment reads our variables with lookup, for example os.Getenv.
// White space around a value is dropped: a key read from a file with its
// newline is still that key.
func ReadEnvironment(lookup func(string) string) Environment {
	get := func(name string) string { return strings.TrimSpace(lookup(name)) }
	return Environment{
		APIKey:  get("GATEHOUSE_API_KEY"),
		BaseURL: get("GATEHOUSE_BASE_URL"),
		Profile: get("GATEHOUSE_PROFILE"),
		OTLP:    readOTLP(get),
	}
}

// Settings are what is in force: flag over environment over profile over
// default, each by itself.
type Settings struct {
	Profile string // the profile's name; empty: none
	BaseURL string // without a slash at its end; empty: the local gateway
	Service string // the service's word
	Model   string // empty: nobody named one
	Theme   string // "auto" or a theme's name
	Mouse   bool
	Session bool // new conversations get a session_id
	Persist bool
	Own     bool              // BaseURL is the profile's, or its preset's
	Key     profile.Key       // what goes to BaseURL; never to the local gateway
	Basic   bool              // the key is user:password, when BaseURL is the profile's
	Headers map[string]string // of the profile, when BaseURL is the profile's
	CAFile  string            // of the profile, when BaseURL is the profile's
	Proxy   string            // of the profile, when BaseURL is the profile's; empty: that of the environment
	MaxBody int64             // bytes of an answer that are read at most; 0: the client's default

	Transport client.Transport // of the profile, when BaseURL is the profile's

	Keys    map[string][]string
	Tools   map[string]Tool
	History History
	Redact  Redact
	Alerts  []stats.Alert // by name
	Prices  []prices.Own
	Team    Team
	Spans   Spans
	Known   profile.Service // the ways of the service at BaseURL
	KeyVars []string        // environment variables that hold keys, in force or not
	Notes   []string        // what a person should know about the choice, a line each

	MessageModel talk.MessageModel // of the profile, when BaseURL is the profile's
}

// OwnProfile names the profile whose address is in force; empty for none.
func (s *Settings) OwnProfile() string {
	if s.BaseURL != "" && !s.Own {
		return ""
	}
	return s.Profile
}

// Merge lays flags over environment over profile over default. It looks at
// nothing but its arguments; the file may be nil. An error names the setting
// and what to write instead.
func Merge(file *File, env Environment, flags Flags) (Settings, error) {
	if file == nil {
		file = &File{}
	}
	s := Settings{
		Session: file.Session,
		Profile: first(flags.Profile, env.Profile, file.Profile),
		Keys:    file.Keys,
		Tools:   file.Tools,
		History: file.History,
		Redact:  file.Redact,
		Alerts:  file.alerts(),
		Prices:  file.prices(),
		Team:    file.Team,
	}
	s.KeyVars = file.keyVars()
	var err error
	if s.Spans, err = file.spans(env.OTLP, flags.OTLP); err != nil {
		return Settings{}, err
	}
	var chosen Profile
	if s.Profile != "" {
		p, err := file.named(s.Profile)
		if _, written := file.Profiles[s.Profile]; err != nil && written && first(flags.Profile, env.Profile) == "" {
			return Settings{}, file.Fault("profiles."+s.Profile, `no base_url; write one, for example base_url = "https://host/api/v1"`)
		}
		if err != nil && first(flags.Profile, env.Profile) == "" {
			return Settings{}, file.Fault("profile", err.Error())
		}
		if err != nil {
			return Settings{}, &Wrong{Faults: []Fault{{Text: fmt.Sprintf("%s: %v", spot(flags.Profile, "--profile", "GATEHOUSE_PROFILE"), err)}}}
		}
		chosen = p
	}
	if err := s.connect(env, flags, chosen); err != nil {
		return Settings{}, err
	}
	s.Known = known(s.Profile, s.BaseURL)
	s.Service = first(flags.Service, chosen.Service, s.Known.Word)
	if !Word(s.Service) {
		return Settings{}, fmt.Errorf(`--service: %q must be one word of letters, digits, "-" and "_"`, s.Service)
	}
	s.Model = first(flags.Model, chosen.Model)
	s.MaxBody, _ = ParseSize(chosen.MaxBody) // Parse let only good ones in; none is 0
	s.Theme = first(flags.Theme, file.Theme, "auto")
	s.Mouse = !flags.NoMouse && (file.Mouse == nil || *file.Mouse)
	s.Persist = chosen.Persist == nil || *chosen.Persist
	return s, nil
}

// known returns the ways of the service at an address: of the preset that was chosen, else
// detected from the address.
func known(name, base string) profile.Service {
	if preset, ok := profile.Preset(name); ok && (base == preset.BaseURL || sameAddress(base, preset.BaseURL)) {
		return preset
	}
	s, _ := profile.Lookup(base)
	return s
}

// messageModel is the rule that message_model sets.
func (p *Profile) messageModel() talk.MessageModel {
	switch {
	case p.Messages == nil:
		return talk.ModelWherePinned
	case *p.Messages:
		return talk.ModelAlways
	}
	return talk.ModelNever
}

// connect settles the address and all that belongs to one: the key, the
// headers, the authority (CONTRACT "The key belongs to an address").
func (s *Settings) connect(env Environment, flags Flags, p Profile) error {
	s.BaseURL = first(flags.BaseURL, env.BaseURL, p.BaseURL)
	if s.BaseURL == "" {
		s.MessageModel = p.messageModel()
		return nil
	}
	base, err := Address(s.BaseURL)
	if err != nil {
		return fmt.Errorf("%s: %w", spot(flags.BaseURL, "--base-url", "GATEHOUSE_BASE_URL"), err)
	}
	s.BaseURL = base
	own := p.BaseURL != "" && sameAddress(base, p.BaseURL)
	s.Own = own
	if own {
		s.Headers, s.CAFile, s.Proxy, s.MessageModel = p.Headers, p.CAFile, p.Proxy, p.messageModel()
		s.Key, s.Basic = p.key(), p.Auth == authBasic
		s.Transport = client.Transport(p.Transport)
	}
	if env.APIKey == "" {
		if !own && !none(p.key()) {
			s.Notes = append(s.Notes, fmt.Sprintf(
				"the key of profile %q is not sent: it belongs to the profile's base_url alone; set GATEHOUSE_API_KEY for another address", s.Profile))
		}
		return nil
	}
	if first(flags.BaseURL, env.BaseURL, flags.Profile, env.Profile) != "" {
		s.Key = profile.Key{Value: env.APIKey}
	} else if none(s.Key) {
		// The file alone chose the address, so the key of this shell was not
		// meant for it.
		s.Notes = append(s.Notes, fmt.Sprintf(
			"GATEHOUSE_API_KEY is not sent: only config.toml names profile %q; pass --profile %s to send it there", s.Profile, s.Profile))
	}
	return nil
}

// keyVars names the environment variables that hold keys: our own, and those
// of all profiles.
func (f *File) keyVars() []string {
	names := []string{"GATEHOUSE_API_KEY"}
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		if env := f.Profiles[name].KeyEnv; env != "" {
			names = append(names, env)
		}
	}
	if f.Team.Env != "" {
		names = append(names, f.Team.Env)
	}
	if env := f.OTLP.KeyEnv; env != "" {
		names = append(names, env)
	}
	return names
}

func (p Profile) key() profile.Key {
	return profile.Key{Env: p.KeyEnv, Command: p.KeyCommand, Keyring: p.KeyKeyring}
}

func none(k profile.Key) bool {
	return k.Value == "" && k.Env == "" && len(k.Command) == 0 && k.Keyring == ""
}

// sameAddress compares two addresses that Address has passed: scheme and host
// without regard to case (RFC 3986 §6.2.2.1), the rest to the letter.
func sameAddress(a, b string) bool {
	ua, errA := url.Parse(strings.TrimSuffix(a, "/"))
	ub, errB := url.Parse(strings.TrimSuffix(b, "/"))
	return errA == nil && errB == nil &&
		strings.EqualFold(ua.Scheme, ub.Scheme) && strings.EqualFold(ua.Host, ub.Host) &&
		ua.EscapedPath() == ub.EscapedPath() && ua.RawQuery == ub.RawQuery
}

// spot names where a setting came from: the flag when it was given.
func spot(flag, flagName, envName string) string {
	if flag != "" {
		return flagName
	}
	return envName
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
