package config

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history/stats"
	"gatehouse/state/request/talk"
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
// It trims white space: a key may have been read from a file with its newline.
func ReadEnvironment(lookup func(string) string) Environment {
	get := func(name string) string { return strings.TrimSpace(lookup(name)) }
	return Environment{
		APIKey:  get("GATEHOUSE_API_KEY"),
		BaseURL: get("GATEHOUSE_BASE_URL"),
		Profile: get("GATEHOUSE_PROFILE"),
		OTLP:    readOTLP(get),
	}
}

// Settings are in force: flag over environment over profile over default, each by itself.
type Settings struct {
	Profile string // the profile's name; empty: none
	BaseURL string // without a slash at its end; empty: the local gateway
	Service string // the service's word
	Model   string // empty: nobody named one
	Theme   string // "auto" or a theme's name
	Mouse   bool
	Session bool // new conversations get a session_id
	Persist bool
	Key     profile.Key       // sent to BaseURL; never to the local gateway
	Basic   bool              // the key is user:password, when BaseURL is the profile's
	Headers map[string]string // of the profile, when BaseURL is the profile's
	CAFile  string            // of the profile, when BaseURL is the profile's
	Proxy   string            // of the profile, when BaseURL is the profile's; empty: that of the environment
	MaxBody int64             // bytes of an answer; 0: the client's default

	FromProfile bool             // BaseURL is the profile's, or its preset's
	Transport   client.Transport // of the profile, when BaseURL is the profile's

	Keys    map[string][]string
	Tools   map[string]Tool
	History History
	Redact  Redact
	Alerts  []stats.Alert // by name
	Rules   []relay.Rule  // of the proxy
	Prices  []prices.Override
	Team    Team
	Spans   Spans
	Known   profile.Service // the service at BaseURL
	KeyVars []string        // environment variables that hold keys, in force or not
	Notes   []string        // remarks for the user, a line each

	MessageModel talk.MessageModel // of the profile, when BaseURL is the profile's
}

// AddressProfile returns the name of the profile whose address is in force, or "".
func (s *Settings) AddressProfile() string {
	if s.BaseURL != "" && !s.FromProfile {
		return ""
	}
	return s.Profile
}

// Merge returns the settings in force: flags over environment over profile over default. It
// reads nothing but its arguments; the file may be nil. An error names the setting and what
// to write instead.
func Merge(file *File, env Environment, flags Flags) (Settings, error) {
	if file == nil {
		file = &File{}
	}
	s := Settings{
		Session: file.Session,
		Profile: cmp.Or(flags.Profile, env.Profile, file.Profile),
		Keys:    file.Keys,
		Tools:   file.Tools,
		History: file.History,
		Redact:  file.Redact,
		Alerts:  file.alerts(),
		Rules:   file.rules(),
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
		if _, written := file.Profiles[s.Profile]; err != nil && written && cmp.Or(flags.Profile, env.Profile) == "" {
			return Settings{}, file.Fault("profiles."+s.Profile, `no base_url; write one, for example base_url = "https://host/api/v1"`)
		}
		if err != nil && cmp.Or(flags.Profile, env.Profile) == "" {
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
	s.Service = cmp.Or(flags.Service, chosen.Service, s.Known.Word)
	if !Word(s.Service) {
		return Settings{}, fmt.Errorf(`--service: %q must be one word of letters, digits, "-" and "_"`, s.Service)
	}
	s.Model = cmp.Or(flags.Model, chosen.Model)
	s.MaxBody, _ = ParseSize(chosen.MaxBody) // Parse has checked it; none is 0
	s.Theme = cmp.Or(flags.Theme, file.Theme, "auto")
	s.Mouse = !flags.NoMouse && (file.Mouse == nil || *file.Mouse)
	s.Persist = chosen.Persist == nil || *chosen.Persist
	return s, nil
}

// MergeOfFile is Merge for a check or lab file, whose profile and base URL the flags have. The key of the environment
// is sent only where the environment says too (CONTRACT "The key belongs to an address"); if it is not, a note reports it.
func MergeOfFile(file *File, env Environment, flags Flags) (Settings, error) {
	key := env.APIKey
	if flags.BaseURL != "" && !sameAddress(flags.BaseURL, env.BaseURL) || flags.BaseURL == "" && env.BaseURL == "" && flags.Profile != env.Profile {
		env.APIKey = ""
	}
	s, err := Merge(file, env, flags)
	if key != env.APIKey {
		s.Notes = append(s.Notes, "GATEHOUSE_API_KEY is not sent: only the file names where it goes; give --profile or --base-url to send it there")
	}
	return s, err
}

// known returns the service at an address: the preset that was chosen, else the one detected
// from the address.
func known(name, base string) profile.Service {
	if preset, ok := profile.Preset(name); ok && (base == preset.BaseURL || sameAddress(base, preset.BaseURL)) {
		return preset
	}
	s, _ := profile.Lookup(base)
	return s
}

// messageModel returns the rule that message_model sets.
func (p *Profile) messageModel() talk.MessageModel {
	switch {
	case p.Messages == nil:
		return talk.ModelWherePinned
	case *p.Messages:
		return talk.ModelAlways
	}
	return talk.ModelNever
}

// connect sets the address and all that belongs to it: the key, the headers, the authority
// (CONTRACT "The key belongs to an address").
func (s *Settings) connect(env Environment, flags Flags, p Profile) error {
	s.BaseURL = cmp.Or(flags.BaseURL, env.BaseURL, p.BaseURL)
	if s.BaseURL == "" {
		s.MessageModel = p.messageModel()
		return nil
	}
	base, err := Address(s.BaseURL)
	if err != nil {
		return fmt.Errorf("%s: %w", spot(flags.BaseURL, "--base-url", "GATEHOUSE_BASE_URL"), err)
	}
	s.BaseURL = base
	s.FromProfile = p.BaseURL != "" && sameAddress(base, p.BaseURL)
	if s.FromProfile {
		s.Headers, s.CAFile, s.Proxy, s.MessageModel = p.Headers, p.CAFile, p.Proxy, p.messageModel()
		s.Key, s.Basic = p.key(), p.Auth == authBasic
		s.Transport = client.Transport(p.Transport)
	}
	if env.APIKey == "" {
		if !s.FromProfile && !none(p.key()) {
			s.Notes = append(s.Notes, fmt.Sprintf(
				"the key of profile %q is not sent: it belongs to the profile's base_url alone; set GATEHOUSE_API_KEY for another address", s.Profile))
		}
		return nil
	}
	if cmp.Or(flags.BaseURL, env.BaseURL, flags.Profile, env.Profile) != "" {
		s.Key = profile.Key{Value: env.APIKey}
	} else if none(s.Key) {
		// The file alone chose the address, so the key of this shell was not
		// meant for it.
		s.Notes = append(s.Notes, fmt.Sprintf(
			"GATEHOUSE_API_KEY is not sent: only config.toml names profile %q; pass --profile %s to send it there", s.Profile, s.Profile))
	}
	return nil
}

// keyVars returns the environment variables that hold keys: ours, those of all profiles, of
// the team and of the collector.
func (f *File) keyVars() []string {
	names := []string{"GATEHOUSE_API_KEY"}
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		names = append(names, f.Profiles[name].KeyEnv)
	}
	names = append(names, f.Team.Env, f.OTLP.KeyEnv)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

func (p Profile) key() profile.Key {
	return profile.Key{Env: p.KeyEnv, Command: p.KeyCommand, Keyring: p.KeyKeyring}
}

func none(k profile.Key) bool {
	return k.Value == "" && k.Env == "" && len(k.Command) == 0 && k.Keyring == ""
}

// sameAddress reports whether two addresses checked by Address are equal: scheme and host
// without regard to case (RFC 3986 §6.2.2.1), the rest exactly.
func sameAddress(a, b string) bool {
	ua, errA := url.Parse(strings.TrimSuffix(a, "/"))
	ub, errB := url.Parse(strings.TrimSuffix(b, "/"))
	return errA == nil && errB == nil &&
		strings.EqualFold(ua.Scheme, ub.Scheme) && strings.EqualFold(ua.Host, ub.Host) &&
		ua.EscapedPath() == ub.EscapedPath() && ua.RawQuery == ub.RawQuery
}

// spot returns flagName if the flag was given, else envName.
func spot(flag, flagName, envName string) string {
	if flag != "" {
		return flagName
	}
	return envName
}
