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

// shownAddress is an address of the file without the credentials in it.
func (s *Screen) shownAddress(address string) string {
	if address == "" {
		return ""
	}
	return s.Secrets().Address(address)
}

// addressFrom is the address that a text of the form stands for. What the form hides of the
// one that was there stays when nothing else changed: a credential belongs to its address.
func (s *Screen) addressFrom(was, line string) (string, error) {
	switch shown := s.shownAddress(was); {
	case line == shown:
		return was, nil
	case shown != was && strings.Contains(line, masked):
		return "", errors.New(masked + " stands for what is hidden; write that part again for another address")
	}
	return line, nil
}
