package connect

import (
	"errors"
	"strings"
)

// masked replaces a credential in an address or a header.
const masked = "***"

// shownAddress returns an address without its credentials.
func (s *Screen) shownAddress(address string) string {
	if address == "" {
		return ""
	}
	return s.Secrets().Address(address)
}

// addressFrom returns the address for a text of the form. Hidden credentials of the old address
// are preserved only if nothing else changed: a credential belongs to its address.
func (s *Screen) addressFrom(was, line string) (string, error) {
	switch shown := s.shownAddress(was); {
	case line == shown:
		return was, nil
	case shown != was && strings.Contains(line, masked):
		return "", errors.New(masked + " stands for what is hidden; write that part again for another address")
	}
	return line, nil
}
