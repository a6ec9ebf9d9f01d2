package guard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

type file struct {
	FreePublication bool       `toml:"enable_free_model_publication"`
	FreeTraining    bool       `toml:"enable_free_model_training"`
	PaidTraining    bool       `toml:"enable_paid_model_training"`
	Rules           []fileRule `toml:"rules"`
}

type fileRule struct {
	Name     string   `toml:"name"`
	ID       string   `toml:"id"`
	Scope    string   `toml:"scope"`
	Engines  []string `toml:"engines"`
	Patterns []any    `toml:"patterns"`
	Action   Action   `toml:"action"`
}

// Parse reads a rule file. The error has the place of the fault. An unknown key is an error, since
// a misspelt rule protects nobody.
func Parse(text []byte) (*Rules, error) {
	f := file{FreePublication: true, FreeTraining: true, PaidTraining: true}
	dec := toml.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, withPosition(err)
	}
	r := &Rules{Policy: Policy{f.FreePublication, f.FreeTraining, f.PaidTraining}}
	for i, fr := range f.Rules {
		one, err := fr.rule()
		if err != nil {
			place := fmt.Sprintf("rules[%d]", i)
			if fr.Name != "" {
				place += " (" + fr.Name + ")"
			}
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		r.rules = append(r.rules, one)
	}
	return r, nil
}

func withPosition(err error) error {
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(unknown.Errors) > 0 {
		first := unknown.Errors[0]
		line, column := first.Position()
		return fmt.Errorf("line %d, column %d: unknown key %q", line, column, first.Key())
	}
	if broken, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := broken.Position()
		return fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return err
}

func (f fileRule) rule() (rule, error) {
	r := rule{Finding: Finding{Name: f.Name, ID: cmp.Or(f.ID, f.Name), Scope: cmp.Or(f.Scope, "api-key"), Engines: f.Engines, Action: f.Action}}
	switch {
	case f.Name == "":
		return r, errors.New("name is missing")
	case !slices.Contains([]Action{Block, Flag, Redact}, f.Action):
		return r, fmt.Errorf("action must be block, flag or redact, not %q", f.Action)
	case len(f.Patterns) == 0:
		return r, errors.New("patterns is missing or empty")
	}
	if len(f.Engines) == 0 {
		r.Engines = []string{"regex"}
	}
	finder, luhn := "", false
	for _, e := range r.Engines {
		switch {
		case e == "luhn":
			luhn = true
		case e != "regex" && e != "phrases":
			return r, fmt.Errorf("engines must be regex, phrases or luhn, not %q", e)
		case finder != "" && finder != e:
			return r, errors.New("engines cannot contain both regex and phrases")
		default:
			finder = e
		}
	}
	for i, p := range f.Patterns {
		one, err := compile(cmp.Or(finder, "regex"), p)
		if err != nil {
			return r, fmt.Errorf("patterns[%d]: %w", i, err)
		}
		one.luhn = luhn
		r.patterns = append(r.patterns, one)
	}
	return r, nil
}

// compile returns the pattern of a string, or of a table with name and match.
func compile(finder string, v any) (pattern, error) {
	match, name := "", ""
	switch v := v.(type) {
	case string:
		match, name = v, v
	case map[string]any:
		match, _ = v["match"].(string)
		name, _ = v["name"].(string)
		name = cmp.Or(name, match)
		for key := range v {
			if key != "match" && key != "name" {
				return pattern{}, fmt.Errorf("unknown key %q; a pattern has name and match", key)
			}
		}
	default:
		return pattern{}, errors.New("must be a string or a table with name and match")
	}
	if match == "" {
		return pattern{}, errors.New("is empty")
	}
	if finder == "phrases" {
		return phrase(name, match)
	}
	return expression(name, match)
}
