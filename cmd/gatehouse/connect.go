package main

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/app/config"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
)

// connection is where the requests of a command go.
type connection struct {
	*client.Client
	about explain.Context
	key   string
	stop  func() // ends the local gateway
}

// Close ends the client's connections, and after them the local gateway.
func (c connection) Close() {
	c.Client.Close()
	c.stop()
}

// connect makes the client for the settings; without an address it starts the
// local gateway, which ends with Close.
func connect(ctx context.Context, h host, s config.Settings) (connection, error) {
	base, key := s.BaseURL, ""
	l := newLocal(ctx, h, s.Service)
	var err error
	if base == "" {
		if base, key, err = l.connect(ctx); err != nil {
			return connection{}, &exit{exitFailed, err}
		}
	} else {
		var hint string
		if key, hint, err = readKey(ctx, h, s); err != nil {
			return connection{}, err
		}
		for _, line := range []string{hint, proxyWarning(h, base), exposed(s, key)} {
			if line != "" {
				h.say("%s", line)
			}
		}
	}
	c := client.New(clientOptions(s, base, key)...)
	if err := c.Err(); err != nil {
		l.stop()
		return connection{}, wrongUsage("%w", err)
	}
	about := explain.Context{BaseURL: c.Secrets().Address(base), KeySent: key != "", Profile: s.AddressProfile()}
	return connection{c, about, key, l.stop}, nil
}

// clientOptions are those of a client for an address and its key.
func clientOptions(s config.Settings, base, key string) []client.Option {
	options := []client.Option{client.WithBaseURL(base), client.WithKey(key), client.WithService(s.Service), client.WithCAFile(s.CAFile), client.WithProxy(s.Proxy), client.WithMaxBody(s.MaxBody), client.WithTransportKind(s.Transport)}
	if s.Basic {
		options = append(options, client.WithBasic())
	}
	for name, value := range s.Headers {
		options = append(options, client.WithHeader(name, value))
	}
	return options
}

// readKey fetches the key of the address. Where there is none, but another
// program's key for that service lies in the environment, hint offers it.
func readKey(ctx context.Context, h host, s config.Settings) (key, hint string, err error) {
	key, err = s.Key.Read(ctx, h.getenv)
	if err != nil {
		return "", "", stopOr(ctx, wrongUsage("profile %s: %w; correct it in config.toml, or give GATEHOUSE_API_KEY with --profile %s", s.Profile, err, s.Profile))
	}
	if s.Basic && key != "" && !strings.Contains(key, ":") {
		return "", "", wrongUsage(`profile %s: auth = "basic" needs a key of the form user:password, and this one has no colon`, s.Profile)
	}
	if other := s.Known.KeyEnv; key == "" && other != "" && h.getenv(other) != "" {
		hint = offer(other)
	}
	return key, hint, nil
}

// exposed warns of a key that goes over the network unencrypted; empty for none.
func exposed(s config.Settings, key string) string {
	host := profile.Exposed(s.BaseURL)
	sent := key != ""
	for name := range s.Headers {
		sent = sent || wire.Credential(name)
	}
	if host == "" || !sent {
		return ""
	}
	return "warning: the key goes unencrypted to " + host + " (plain http); use https"
}

// proxyWarning says what is wrong with the variable that names the proxy for an
// address; empty where nothing is.
func proxyWarning(h host, base string) string {
	if fault := client.ProxyFault(base, h.getenv); fault != "" {
		return "warning: " + fault
	}
	return ""
}

// offer names a key that lies there under another name; it is never used
// unasked.
func offer(name string) string {
	return fmt.Sprintf("no key is sent; to use %s, set GATEHOUSE_API_KEY=\"$%s\"", name, name)
}
