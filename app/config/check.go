package config

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/state/redact"
)

// check looks at what types alone do not tell.
func (f *File) check() error {
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		if name == profile.Local {
			if key := f.Profiles[name].ofAnAddress(); key != "" {
				return f.Fault("profiles.local."+key, "the local gateway is part of the program and does not use it; remove it")
			}
		}
		key, err := f.Profiles[name].check()
		if err != nil {
			return f.Fault(strings.TrimSuffix("profiles."+name+"."+key, "."), err.Error())
		}
	}
	for _, action := range slices.Sorted(maps.Keys(f.Keys)) {
		if slices.Contains(f.Keys[action], "") {
			return f.Fault("keys."+action, `an empty key; write a key, for example "ctrl+p", or leave it out`)
		}
		for _, key := range f.Keys[action] {
			if !isKey(key) {
				return f.Fault("keys."+action, fmt.Sprintf(`%q is no key; write for example "ctrl+p", "alt+m", "f10", "pgdown" or "x"`, key))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		key, err := f.Tools[name].check()
		if err != nil {
			return f.Fault(strings.TrimSuffix("tools."+name+"."+key, "."), err.Error())
		}
	}
	if f.History.KeepDays < 0 {
		return f.Fault("history.keep_days", "less than 0; write a number of days, 0 for no limit")
	}
	if f.History.KeepBytes < 0 {
		return f.Fault("history.keep_bytes", "less than 0; write a number of bytes, 0 for no limit")
	}
	for _, pattern := range f.Redact.Patterns {
		if _, err := redact.Compile(pattern); err != nil {
			return f.Fault("redact.patterns", err.Error())
		}
	}
	return nil
}

// ofAnAddress returns the first member that only counts for an address; empty for none.
func (p Profile) ofAnAddress() string {
	for _, m := range p.members() {
		if m.text != "" && slices.Contains([]string{"base_url", "key_env", "key_command", "key_keyring", "auth", "headers", "ca_file", "proxy"}, m.name) {
			return m.name
		}
	}
	return ""
}

// check returns the member that cannot be, and why.
func (p Profile) check() (key string, err error) {
	if p.BaseURL != "" {
		if _, err := Address(p.BaseURL); err != nil {
			return "base_url", err
		}
	}
	if p.Service != "" && !Word(p.Service) {
		return "service", errors.New(`must be one word of letters, digits, "-" and "_"`)
	}
	if p.Auth != "" && p.Auth != authBearer && p.Auth != authBasic {
		return "auth", fmt.Errorf("%q is no way to send a key; write %q or %q", p.Auth, authBearer, authBasic)
	}
	sources := 0
	for _, set := range []bool{p.KeyEnv != "", p.KeyCommand != nil, p.KeyKeyring != ""} {
		if set {
			sources++
		}
	}
	if sources > 1 {
		return "", errors.New("more than one source of the key; keep one of key_env, key_command, key_keyring")
	}
	if p.KeyCommand != nil && (len(p.KeyCommand) == 0 || p.KeyCommand[0] == "") {
		return "key_command", errors.New(`no program; write for example ["pass", "show", "work"]`)
	}
	if err := client.CheckProxy(p.Proxy); p.Proxy != "" && err != nil {
		return "proxy", err
	}
	if n, err := ParseSize(p.MaxBody); p.MaxBody != "" && (err != nil || n == 0) {
		return "max_body", fmt.Errorf("%q is no size; write %s", p.MaxBody, wanted([]string{"profiles", "*", "max_body"}))
	}
	for _, name := range slices.Sorted(maps.Keys(p.Headers)) {
		if err := Header(name, p.Headers[name]); err != nil {
			return "headers", err
		}
	}
	return "", nil
}

// check returns the member that cannot be, and why.
func (t Tool) check() (key string, err error) {
	if len(t.Command) == 0 || t.Command[0] == "" {
		return "", errors.New(`no command; write command = ["program", "argument"]`)
	}
	if d, err := time.ParseDuration(t.Timeout); t.Timeout != "" && (err != nil || d < 0) {
		return "timeout", fmt.Errorf("%q is no time span; write %s", t.Timeout, wanted([]string{"tools", "*", "timeout"}))
	}
	if t.MaxOutput < 0 {
		return "max_output", errors.New("less than 0; write a number of bytes")
	}
	return "", nil
}

// How a key is sent.
const (
	authBearer = "bearer"
	authBasic  = "basic" // the key is user:password
)

// Header reports whether a person may set the header: a valid field name and
// value (RFC 9110 §5), and not Authorization, since a key has its own ways.
func Header(name, value string) error {
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return fmt.Errorf("%q is no header name; write letters, digits and dashes", name)
	case !httpguts.ValidHeaderFieldValue(value):
		return fmt.Errorf("the value of %s holds a line break or another control character; take it out", name)
	case http.CanonicalHeaderKey(name) == "Authorization":
		return errors.New("the header Authorization cannot be set; the key comes from GATEHOUSE_API_KEY or from a profile's key_env, key_command or key_keyring")
	}
	return nil
}

// Address checks a base URL and returns it without a slash at its end.
// Nothing else is changed (CONTRACT "The key belongs to an address").
func Address(base string) (string, error) {
	u, err := url.Parse(base)
	switch {
	case !strings.Contains(base, "://") && !strings.Contains(base, "@") && strings.ContainsAny(base, ".:/"):
		if with, err := Address("http://" + strings.TrimLeft(base, "/")); err == nil {
			return "", fmt.Errorf("%q has no scheme; write https://%s, or %s for a server without TLS", base, strings.TrimPrefix(with, "http://"), with)
		}
		fallthrough
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%q is no address; write for example https://host/api/v1", withoutUser(u, base))
	case strings.HasSuffix(u.Host, ":"):
		return "", fmt.Errorf(`%q: the port is missing; write it, or leave out the ":"`, withoutUser(u, base))
	case u.User != nil:
		return "", errors.New("an address may not carry a user name or password; the key comes from GATEHOUSE_API_KEY or from a profile")
	case strings.Contains(base, "#"):
		return "", errors.New(`an address may not carry "#"; write it up to the path, for example https://host/api/v1`)
	}
	return strings.TrimSuffix(base, "/"), nil
}

// withoutUser keeps a password, and a key in the query, out of a message about an address.
func withoutUser(u *url.URL, base string) string {
	if u == nil || strings.Contains(base, "@") {
		return "what was given"
	}
	base, _, _ = strings.Cut(base, "?")
	return base
}

// Word reports whether s can be a service's word: it stands in a header name,
// a JSON member and tool types.
func Word(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}) < 0
}

// named returns a profile by its name: as the file has it, over the preset of that name.
// The error says why it cannot be used.
func (f *File) named(name string) (Profile, error) {
	p, ok := f.Profiles[name]
	preset, known := profile.Preset(name)
	switch {
	case known && p.BaseURL == "":
		p.BaseURL = preset.BaseURL
	case !ok:
		return Profile{}, f.unnamed(name)
	}
	if p.BaseURL == "" && name != profile.Local {
		return Profile{}, fmt.Errorf(`profile %q has no base_url; write one under [profiles.%s], for example base_url = "https://host/api/v1"`, name, name)
	}
	return p, nil
}

// unnamed says that there is no profile with a name.
func (f *File) unnamed(name string) error {
	known := slices.Sorted(maps.Keys(f.Profiles))
	for _, s := range profile.Services() {
		if !slices.Contains(known, s.ID) {
			known = append(known, s.ID)
		}
	}
	if near := Nearest(name, known); near != "" {
		return fmt.Errorf("no profile %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("no profile %q; there are: %s", name, strings.Join(known, ", "))
}
