package connect

import (
	"errors"
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
		{id: "auth", label: "sent as", choices: []string{"bearer", "basic"}, get: func(p *config.Profile) string {
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
		text("service", "service", "as the address tells", func(p *config.Profile) *string { return &p.Service }),
		text("model", "model", "the server chooses", func(p *config.Profile) *string { return &p.Model }),
		text("proxy", "proxy", "from the environment", func(p *config.Profile) *string { return &p.Proxy }),
		text("ca_file", "certificate", "system certificates", func(p *config.Profile) *string { return &p.CAFile }),
		text("max_body", "answers up to", "256 MiB", func(p *config.Profile) *string { return &p.MaxBody }),
		{id: "headers", label: "headers", empty: "none", get: headerLine, set: setHeaders},
		yesNo("message_model", "message model", "as the service takes it", func(p *config.Profile) **bool { return &p.Messages }),
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

// sourceOf is the source of a profile's key.
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

// placeOf is where in its source the key is.
func placeOf(p *config.Profile) string {
	switch sourceOf(p) {
	case fromEnv:
		return p.KeyEnv
	case fromCommand:
		return commandLine(p.KeyCommand)
	}
	return p.KeyKeyring
}

// setPlace sets where the key is.
func setPlace(p *config.Profile, source, place string) (err error) {
	p.KeyEnv, p.KeyCommand, p.KeyKeyring = "", nil, ""
	switch source {
	case fromEnv:
		p.KeyEnv = place
		if strings.ContainsAny(place, " =$") {
			return fmt.Errorf("%q is no name of a variable; write it without $, for example WORK_KEY", place)
		}
	case fromCommand:
		p.KeyCommand, err = commandWords(place)
	case fromKeyring:
		p.KeyKeyring = place
	}
	return err
}

// commandLine writes a command's words on a line, quoted where they must be.
func commandLine(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		if words[i] = w; w == "" || strings.ContainsAny(w, " \t'\"") {
			words[i] = `"` + strings.ReplaceAll(w, `"`, `"'"'"`) + `"`
		}
	}
	return strings.Join(words, " ")
}

// commandWords splits a line into a command's words, at spaces that are not quoted. It is
// no shell: nothing else has a meaning.
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
