package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/share/redact"
	"gatehouse/state/text/spelling"
)

// checked is a fault that decoding does not find.
type checked struct {
	Fault
	lack bool // a member of the table is missing
}

// check returns the faults that decoding does not find.
func (f *File) check() (all []checked) {
	add := func(key, text string) { all = append(all, checked{Fault: f.FaultOf(key, text)}) }
	addTable := func(table string, faults []memberFault) {
		for _, one := range faults {
			all = append(all, checked{f.FaultOf(strings.TrimSuffix(table+"."+one.name, "."), one.err.Error()), one.name == ""})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		p := f.Profiles[name]
		if name == profile.Local {
			for _, key := range p.addressMembers() {
				add("profiles.local."+key, "the local gateway is part of the program and does not use it; remove it")
			}
		}
		for _, one := range p.faults() {
			add(strings.TrimSuffix("profiles."+name+"."+one.name, "."), one.err.Error())
		}
	}
	for _, action := range slices.Sorted(maps.Keys(f.Keys)) {
		for _, key := range f.Keys[action] {
			switch {
			case key == "":
				add("keys."+action, `an empty key; write a key, for example "ctrl+p", or leave it out`)
			case !isKey(key):
				add("keys."+action, fmt.Sprintf(`%q is no key; write for example "ctrl+p", "alt+m", "f10", "pgdown" or "x"`, key))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		addTable("tools."+name, f.Tools[name].faults())
	}
	for _, name := range slices.Sorted(maps.Keys(f.Alerts)) {
		if !Word(name) {
			add("alert."+name, `the name must be one word of letters, digits, "-" and "_"`)
		}
		addTable("alert."+name, f.Alerts[name].faults())
	}
	for _, name := range slices.Sorted(maps.Keys(f.Prices)) {
		addTable("prices."+name, f.Prices[name].faults())
	}
	addTable("team", f.Team.faults())
	addTable("otlp", f.OTLP.faults())
	if f.History.KeepDays < 0 {
		add("history.keep_days", "less than 0; write a number of days, 0 for no limit")
	}
	if f.History.KeepBytes < 0 {
		add("history.keep_bytes", "less than 0; write a number of bytes, 0 for no limit")
	}
	for _, pattern := range f.Redact.Patterns {
		if _, err := redact.Compile(pattern); err != nil {
			add("redact.patterns", err.Error())
		}
	}
	return all
}

// memberFault is a fault of a table's member, or without a name of the table.
type memberFault struct {
	name string
	err  error
}

// addressMembers returns the members with a value that apply to a base URL only.
func (p Profile) addressMembers() (names []string) {
	for _, m := range p.members() {
		if m.text != "" && slices.Contains([]string{"base_url", "key_env", "key_command", "key_keyring", "auth", "headers", "ca_file", "proxy", "transport"}, m.name) {
			names = append(names, m.name)
		}
	}
	return names
}

func (p Profile) faults() (all []memberFault) {
	add := func(name string, err error) { all = append(all, memberFault{name, err}) }
	if p.BaseURL != "" {
		if _, err := Address(p.BaseURL); err != nil {
			add("base_url", err)
		}
	}
	if p.Service != "" && !Word(p.Service) {
		add("service", errors.New(`must be one word of letters, digits, "-" and "_"`))
	}
	if p.Auth != "" && p.Auth != authBearer && p.Auth != authBasic {
		add("auth", fmt.Errorf("%q is no way to send a key; write %q or %q", p.Auth, authBearer, authBasic))
	}
	all = append(all, keySources(p.KeyEnv, p.KeyCommand, p.KeyKeyring)...)
	if err := client.CheckProxy(p.Proxy); p.Proxy != "" && err != nil {
		add("proxy", err)
	}
	if n, err := ParseSize(p.MaxBody); p.MaxBody != "" && (err != nil || n == 0) {
		add("max_body", fmt.Errorf("%q is no size; write %s", p.MaxBody, expectedValue([]string{"profiles", "*", "max_body"})))
	}
	if t := client.Transport(p.Transport); t != client.TransportAuto && t != client.TransportHTTP && t != client.TransportSocket {
		add("transport", fmt.Errorf("%q is no transport; write %q or %q", p.Transport, client.TransportSocket, client.TransportHTTP))
	}
	for _, name := range slices.Sorted(maps.Keys(p.Headers)) {
		if err := Header(name, p.Headers[name]); err != nil {
			add("headers", err)
		}
	}
	return all
}

func countTrue(conditions ...bool) (n int) {
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

// VariableName returns why a text is no name of an environment variable. The error does not quote it, because it
// may be a key that was pasted in the wrong place.
func VariableName(name string) error {
	letter := func(r rune) bool { return r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }
	for i, r := range name {
		if !letter(r) && (i == 0 || r < '0' || r > '9') {
			return errors.New("no name of a variable, which has letters, digits and _, for example WORK_KEY; a key itself is never saved here")
		}
	}
	return nil
}

// keySources returns the faults of the members that name the source of a key.
func keySources(env string, command []string, keyring string) (all []memberFault) {
	if err := VariableName(env); env != "" && err != nil {
		all = append(all, memberFault{"key_env", err})
	}
	if countTrue(env != "", command != nil, keyring != "") > 1 {
		all = append(all, memberFault{"", errors.New("more than one source of the key; use one of key_env, key_command, key_keyring")})
	}
	if command != nil && (len(command) == 0 || command[0] == "") {
		all = append(all, memberFault{"key_command", errors.New(`no program; write for example ["pass", "show", "work"]`)})
	}
	return all
}

func (t Tool) faults() (all []memberFault) {
	if len(t.Command) == 0 || t.Command[0] == "" {
		all = append(all, memberFault{"", errors.New(`no command; write command = ["program", "argument"]`)})
	}
	if d, err := time.ParseDuration(t.Timeout); t.Timeout != "" && (err != nil || d < 0) {
		all = append(all, memberFault{"timeout", fmt.Errorf("%q is no time span; write %s", t.Timeout, expectedValue([]string{"tools", "*", "timeout"}))})
	}
	if t.MaxOutput < 0 {
		all = append(all, memberFault{"max_output", errors.New("less than 0; write a number of bytes")})
	}
	return all
}

// How a key is sent.
const (
	authBearer = "bearer"
	authBasic  = "basic" // the key is user:password
)

// named returns the profile of the file with this name, completed from the preset of that
// name, or an error if it cannot be used.
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

// unnamed returns the error of a name that no profile has.
func (f *File) unnamed(name string) error {
	known := slices.Sorted(maps.Keys(f.Profiles))
	for _, s := range profile.Services() {
		if !slices.Contains(known, s.ID) {
			known = append(known, s.ID)
		}
	}
	if near := spelling.Nearest(name, known); near != "" {
		return fmt.Errorf("no profile %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("no profile %q; there are: %s", name, strings.Join(known, ", "))
}

// keyPlaces names the sources of a key.
const keyPlaces = "name where it is stored instead, with key_env, key_command or key_keyring"

// isKeyInClear reports whether an unknown key of the file is meant to hold an API key.
func isKeyInClear(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	return slices.Contains([]string{"key", "api_key", "apikey", "token", "bearer", "secret", "password", "authorization"}, name)
}

// warnOfKeysInClear warns of credentials in plain text: passwords in addresses and headers.
// They are sent all the same: some gateways expect their key in a special header.
func (f *File) warnOfKeysInClear() {
	if len(Passwords(f.Team.URL)) > 0 {
		f.Warnings = append(f.Warnings, Warning{f.Path, f.lines["team.url"],
			"the password of the team's database is in plain text in this file; name where the address is stored instead, with url_env, url_command or url_keyring"})
	}
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		p := f.Profiles[name]
		if strings.Contains(p.Proxy, "@") {
			f.Warnings = append(f.Warnings, Warning{f.Path, f.lines["profiles."+name+".proxy"], fmt.Sprintf(
				"the password of the proxy of profile %q is in plain text in this file; anyone who can read the file can use it", name)})
		}
		for _, header := range slices.Sorted(maps.Keys(p.Headers)) {
			f.warnOfHeader("profiles."+name+".headers", header, fmt.Sprintf("profile %q", name))
		}
	}
	for _, header := range slices.Sorted(maps.Keys(f.OTLP.Headers)) {
		f.warnOfHeader("otlp.headers", header, "[otlp]")
	}
}

// warnOfHeader warns if a header in a table of headers carries a credential.
func (f *File) warnOfHeader(table, header, owner string) {
	if wire.Credential(header) {
		line := max(f.lines[table+"."+header], f.lines[table])
		f.Warnings = append(f.Warnings, Warning{f.Path, line, fmt.Sprintf(
			"the value of the header %s of %s is in plain text in this file; anyone who can read the file can use it", header, owner)})
	}
}
