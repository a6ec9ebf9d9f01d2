package config

import (
	"fmt"
	"slices"

	"gatehouse/client/profile"
)

// Reach decides to which addresses a file, whose author may be a stranger, may send requests
// without a question to the user.
type Reach struct {
	allowed   []string // addresses of --allow-address
	addresses []string // of --base-url and its variable
	profiles  []string // names of profiles that the user chose
	chosen    []string // addresses of these profiles
}

// ReachOf returns the addresses that the flags, the environment and the default profile name,
// and the allowed ones, those of --allow-address. The file may be nil.
func ReachOf(file *File, env Environment, flags Flags, allowed []string) (r Reach, err error) {
	if file == nil {
		file = &File{}
	}
	r.addresses = []string{flags.BaseURL, env.BaseURL}
	for _, address := range allowed {
		if _, err := Address(address); err != nil {
			return r, fmt.Errorf("--allow-address: %w", err)
		}
		r.allowed = append(r.allowed, address)
	}
	r.profiles = []string{flags.Profile, env.Profile, file.Profile}
	for _, name := range r.profiles {
		if p, err := file.named(name); err == nil {
			r.chosen = append(r.chosen, p.BaseURL)
		}
	}
	return r, nil
}

// Has reports whether requests with these settings need no question. They may go to the local
// gateway, to loopback, and to an address or with a profile that the user chose. The key and
// the headers of any other profile could cost the user's money, wherever they go.
func (r Reach) Has(s Settings) bool {
	isThis := func(address string) bool { return address != "" && sameAddress(address, s.BaseURL) }
	chosen, free := slices.Contains(r.profiles, s.Profile), none(s.Key) && len(s.Headers) == 0
	switch {
	case s.BaseURL == "", slices.ContainsFunc(r.allowed, isThis):
		return true
	case s.FromProfile && !chosen && !free:
		return false
	case s.FromProfile && chosen, slices.ContainsFunc(r.addresses, isThis):
		return true
	}
	return free && (profile.Service{BaseURL: s.BaseURL}.Loopback() || slices.ContainsFunc(r.chosen, isThis))
}
