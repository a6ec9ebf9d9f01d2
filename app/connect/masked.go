package connect

import (
	"errors"
	"strings"
)

// masked stands for what the form hides: a credential in an address or a header.
const masked = "***"

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
