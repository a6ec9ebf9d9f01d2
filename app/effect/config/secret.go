package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

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
