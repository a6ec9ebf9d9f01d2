package connect

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/app/config"
)

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

// sourceOf returns the source of a profile's key.
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

// placeOf returns the place of a profile's key in its source.
func placeOf(p *config.Profile) string {
	switch sourceOf(p) {
	case fromEnv:
		return p.KeyEnv
	case fromCommand:
		return commandLine(p.KeyCommand)
	}
	return p.KeyKeyring
}

// setPlace sets the source of the key and its place there.
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

// commandLine returns a command's words on a line, quoted if necessary.
func commandLine(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		if words[i] = w; w == "" || strings.ContainsAny(w, " \t'\"") {
			words[i] = `"` + strings.ReplaceAll(w, `"`, `"'"'"`) + `"`
		}
	}
	return strings.Join(words, " ")
}

// commandWords splits a line into a command's words at spaces that are not quoted. Unlike in a
// shell, no other character is special.
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
