package connect

import (
	"cmp"
	"slices"

	"gatehouse/app/effect/config"
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
		choice("auth", "key sent as", func(p *config.Profile) *string { return &p.Auth }, "bearer", "basic"),
		text("service", "service", "detected from the address", func(p *config.Profile) *string { return &p.Service }),
		text("model", "model", "server default", func(p *config.Profile) *string { return &p.Model }),
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
