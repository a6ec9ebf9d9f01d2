package config

import (
	"slices"
	"strconv"
)

// member is a key and its value as TOML; an empty text is no value.
type member struct{ name, text string }

type members []member

func (m members) empty() bool {
	return !slices.ContainsFunc(m, func(one member) bool { return one.text != "" })
}

// members are those of a profile, in the order in which they are written, the ones without
// a value too.
func (p Profile) members() members {
	text := func(s string) string {
		if s == "" {
			return ""
		}
		return quote(s)
	}
	truth := func(b *bool) string {
		if b == nil {
			return ""
		}
		return strconv.FormatBool(*b)
	}
	return members{
		{"base_url", text(p.BaseURL)}, {"service", text(p.Service)}, {"model", text(p.Model)}, {"persist", truth(p.Persist)},
		{"key_env", text(p.KeyEnv)}, {"key_command", list(p.KeyCommand)}, {"key_keyring", text(p.KeyKeyring)}, {"auth", text(p.Auth)},
		{"headers", table(p.Headers)}, {"ca_file", text(p.CAFile)}, {"proxy", text(p.Proxy)}, {"message_model", truth(p.Messages)},
		{"max_body", text(p.MaxBody)}, {"transport", text(p.Transport)},
	}
}
