package connect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/app/config"
	"gatehouse/client/wire"
)

// setting is a setting of a profile as the form shows and changes it.
type setting struct {
	id, label string
	empty     string   // what is in force without a value
	choices   []string // the values there are; nil: any text
	get       func(p *config.Profile) string
	set       func(p *config.Profile, value string) error // an empty value removes it
}

// The ids of the settings of the key.
const (
	keySource = "key"
	keyPlace  = "key place"
	keyStored = "key stored"
)

// settings are those of a profile but for its key, in the order of the form.
func settings() []setting {
	return []setting{
		text("base_url", "base URL", "not set", func(p *config.Profile) *string { return &p.BaseURL }),
		{id: "auth", label: "key sent as", choices: []string{"bearer", "basic"}, get: func(p *config.Profile) string {
			if p.Auth == "" {
				return "bearer"
			}
			return p.Auth
		}, set: func(p *config.Profile, value string) error {
			if p.Auth = value; value == "bearer" {
				p.Auth = ""
			}
			return nil
		}},
		text("service", "service", "detected from the address", func(p *config.Profile) *string { return &p.Service }),
		text("model", "model", "server default", func(p *config.Profile) *string { return &p.Model }),
		text("proxy", "proxy", "from the environment", func(p *config.Profile) *string { return &p.Proxy }),
		text("ca_file", "certificate", "system certificates", func(p *config.Profile) *string { return &p.CAFile }),
		text("max_body", "answer limit", "256 MiB", func(p *config.Profile) *string { return &p.MaxBody }),
		{id: "headers", label: "headers", empty: "none", get: headerLine, set: setHeaders},
		yesNo("message_model", "message model", "as the service accepts it", func(p *config.Profile) **bool { return &p.Messages }),
		yesNo("persist", "history", "saved", func(p *config.Profile) **bool { return &p.Persist }),
	}
}

// text is a setting that is any text.
func text(id, label, empty string, of func(*config.Profile) *string) setting {
	return setting{
		id: id, label: label, empty: empty,
		get: func(p *config.Profile) string { return *of(p) },
		set: func(p *config.Profile, value string) error { *of(p) = value; return nil },
	}
}

// yesNoWords are what a setting that is yes or no says of both.
func yesNoWords(id string) (yes, no string) {
	if id == "persist" {
		return "saved", "not saved"
	}
	return "sent", "left out"
}

// yesNo is a setting that is yes, no, or not set.
func yesNo(id, label, unset string, of func(*config.Profile) **bool) setting {
	yes, no := yesNoWords(id)
	choices := []string{unset, yes, no}
	return setting{
		id: id, label: label, choices: slices.Compact(choices),
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

// masked stands for the value of a header that carries a credential.
const masked = "***"

// headerLine writes the headers of a profile on a line.
func headerLine(p *config.Profile) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(p.Headers)) {
		value := p.Headers[name]
		if wire.Credential(name) {
			value = masked
		}
		all = append(all, name+": "+value)
	}
	return strings.Join(all, "; ")
}

// setHeaders reads a line of headers. The value of one that is masked stays.
func setHeaders(p *config.Profile, line string) error {
	next := map[string]string{}
	for _, one := range strings.Split(line, ";") {
		if strings.TrimSpace(one) == "" {
			continue
		}
		name, value, ok := strings.Cut(one, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok {
			return fmt.Errorf("%q is no header; write Name: value, several separated by ;", strings.TrimSpace(one))
		}
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
