package connect

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gatehouse/app/config"
)

// proposed is a name for a new connection that is not taken.
func (s *Screen) proposed(preset, address string) string {
	name := nameOf(address)
	if preset != "" {
		name = "my-" + preset // the preset itself is listed, too
	}
	free := name
	for n := 2; s.taken(free); n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// nameOf is a name for the server at an address: what tells its host from others.
func nameOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "server"
	}
	host := strings.ToLower(u.Hostname())
	switch ip := net.ParseIP(host); {
	case host == "localhost", ip != nil && ip.IsLoopback():
		return word(strings.TrimSuffix("local-"+u.Port(), "-"))
	case ip != nil:
		return word(host)
	}
	labels := strings.Split(host, ".")
	for len(labels) > 2 && slices.Contains([]string{"api", "gateway", "www"}, labels[0]) {
		labels = labels[1:] // says what it is, not whose
	}
	return word(labels[0])
}

// word makes a name of a text that may have other signs in it.
func word(text string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if config.Word(string(r)) {
			return r
		}
		return '-'
	}, text), "-")
	if name == "" || name == "local" {
		return "server"
	}
	return name
}
