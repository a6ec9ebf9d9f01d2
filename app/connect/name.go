package connect

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gatehouse/app/config"
)

// proposed returns an unused name for a new connection.
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

// nameOf returns a name for the server at an address, from the distinctive part of its host.
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
		labels = labels[1:] // the kind of the server, not its owner
	}
	return word(labels[0])
}

// word replaces the characters of a text that a name cannot have.
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
