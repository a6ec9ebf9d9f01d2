package main

import (
	"regexp"
	"strings"

	"gatehouse/app/config"
)

// forwardTo reads where requests are forwarded to, the value of flag: an address, or the name
// of a profile. BaseURL is empty for the local gateway. The error is wrong usage, names the
// flag, and repeats no password.
func (c *common) forwardTo(flag, to, address string) (config.Settings, error) {
	wrong := func(err error) error {
		words := err.Error()
		for _, other := range []string{"--base-url: ", "--profile: "} { // it was given to neither
			words = strings.TrimPrefix(words, other)
		}
		return wrongUsage("%s %s: %s", flag, withoutPassword(to), withoutPassword(words))
	}
	flags := config.Flags{Profile: address}
	if strings.ContainsAny(address, ":/@") {
		if _, err := config.Address(address); err != nil {
			return config.Settings{}, wrong(err)
		}
		flags = config.Flags{BaseURL: address}
	}
	s, err := config.Merge(c.file, config.Environment{}, flags)
	if err != nil {
		return config.Settings{}, wrong(err)
	}
	return s, nil
}

// userinfo matches what stands before the host of an address.
var userinfo = regexp.MustCompile(`(^|=|//)[^\s/@=]*:[^\s/@]*@`)

// withoutPassword is a text without the user and the password of an address in it.
func withoutPassword(text string) string { return userinfo.ReplaceAllString(text, "$1***@") }
