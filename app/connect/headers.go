package connect

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gatehouse/app/effect/config"
	"gatehouse/client/wire"
)

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
