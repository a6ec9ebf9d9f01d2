package connect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gatehouse/app/effect/config"
	"gatehouse/client/wire"
)

// setting is a setting of a profile as the form shows and changes it.
type setting struct {
	id, label string
	empty     string   // shown without a value
	choices   []string // nil: any text
	get       func(p *config.Profile) string
	set       func(p *config.Profile, value string) error // an empty value removes it
}

// The ids of the settings of the key.
const (
	keySource = "key"
	keyPlace  = "key place"
	keyStored = "key stored"
)

// settings returns the settings of a profile except its key, in the order of the form.
func settings() []setting {
	return []setting{
		text("base_url", "base URL", "not set", func(p *config.Profile) *string { return &p.BaseURL }),
		text("model", "model", "server default", func(p *config.Profile) *string { return &p.Model }),
		choice("auth", "key sent as", func(p *config.Profile) *string { return &p.Auth }, "bearer", "basic"),
		text("service", "service", "detected from the address", func(p *config.Profile) *string { return &p.Service }),
		text("proxy", "proxy", "from the environment", func(p *config.Profile) *string { return &p.Proxy }),
		text("ca_file", "certificate", "system certificates", func(p *config.Profile) *string { return &p.CAFile }),
		text("max_body", "answer limit", "256 MiB", func(p *config.Profile) *string { return &p.MaxBody }),
		choice("transport", "transport", func(p *config.Profile) *string { return &p.Transport }, "as the gateway asks", "http", "websocket"),
		{id: "headers", label: "headers", empty: "none", get: headerLine, set: setHeaders},
		yesNo("message_model", "message model", "where pin_model needs it", "sent", "left out", func(p *config.Profile) **bool { return &p.Messages }),
		yesNo("persist", "history", "saved", "saved", "not saved", func(p *config.Profile) **bool { return &p.Persist }),
	}
}

// text returns a setting whose value is any text.
func text(id, label, empty string, of func(*config.Profile) *string) setting {
	return setting{
		id: id, label: label, empty: empty,
		get: func(p *config.Profile) string { return *of(p) },
		set: func(p *config.Profile, value string) error { *of(p) = value; return nil },
	}
}

// choice returns a setting whose value is one of some words; the first is the default.
func choice(id, label string, of func(*config.Profile) *string, words ...string) setting {
	return setting{
		id: id, label: label, choices: words,
		get: func(p *config.Profile) string { return cmp.Or(*of(p), words[0]) },
		set: func(p *config.Profile, value string) error {
			if *of(p) = value; value == words[0] {
				*of(p) = ""
			}
			return nil
		},
	}
}

// yesNo returns a setting that is unset, yes or no, in these words.
func yesNo(id, label, unset, yes, no string, of func(*config.Profile) **bool) setting {
	return setting{
		id: id, label: label, choices: slices.Compact([]string{unset, yes, no}),
		get: func(p *config.Profile) string {
			switch b := *of(p); {
			case b == nil:
				return unset
			case *b:
				return yes
			}
			return no
		},
		set: func(p *config.Profile, value string) error {
			*of(p) = nil
			if value != unset && value != "" {
				b := value == yes
				*of(p) = &b
			}
			return nil
		},
	}
}

// headerLine returns the headers of a profile on a line.
func headerLine(p *config.Profile) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(p.Headers)) {
		value := p.Headers[name]
		if wire.Credential(name) {
			value = masked
		}
		if needsQuotes(value) {
			value = strconv.Quote(value)
		}
		all = append(all, name+": "+value)
	}
	return strings.Join(all, "; ")
}

// setHeaders parses a line of headers. A masked value is left unchanged.
func setHeaders(p *config.Profile, line string) error {
	next := map[string]string{}
	for line = strings.TrimSpace(line); line != ""; {
		name, rest, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || strings.Contains(name, ";") {
			name, _, _ = strings.Cut(name, ";")
			return fmt.Errorf(`%q is no header; write Name: value, several separated by ;, and a value that has one in quotes: Name: "a; b"`, strings.TrimSpace(name))
		}
		var value string
		value, line = cutValue(rest)
		if was, there := p.Headers[name]; there && value == masked {
			value = was
		}
		next[name] = value
	}
	if p.Headers = next; len(next) == 0 {
		p.Headers = nil
	}
	return nil
}

// cutValue splits a line into the value at its beginning and the headers after it.
func cutValue(line string) (value, rest string) {
	line = strings.TrimSpace(line)
	if quoted, value, ok := quotedValue(line); ok {
		if rest := strings.TrimSpace(line[len(quoted):]); rest == "" || rest[0] == ';' {
			return value, afterSeparators(rest)
		}
	}
	value, rest, _ = strings.Cut(line, ";")
	return strings.TrimSpace(value), afterSeparators(rest)
}

func afterSeparators(rest string) string { return strings.TrimLeft(rest, "; \t") }

// needsQuotes reports whether a value must be quoted in a line of headers. Other values
// preserve their quotation marks, for example an entity tag. An unclosed mark would quote the
// headers after it.
func needsQuotes(value string) bool {
	if strings.Contains(value, ";") || strings.TrimSpace(value) != value {
		return true
	}
	_, err := strconv.QuotedPrefix(value)
	quoted, _, ok := quotedValue(value)
	return strings.HasPrefix(value, `"`) && err != nil || ok && quoted == value
}

// quotedValue returns the quoted text at the beginning of a line, as written and unquoted; ok is
// false for one that needs no quotes.
func quotedValue(line string) (quoted, value string, ok bool) {
	if !strings.HasPrefix(line, `"`) {
		return "", "", false
	}
	quoted, err := strconv.QuotedPrefix(line)
	if err != nil {
		return "", "", false
	}
	value, err = strconv.Unquote(quoted)
	return quoted, value, err == nil && needsQuotes(value)
}
