package screen

import (
	"context"
	"slices"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/config"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/expect"
	"gatehouse/state/history"
)

// LinkFor returns the connection of a check: of its profile or address, else that of the shown conversation. A key
// of the environment goes only to the address that the environment names.
func (h *Host) LinkFor(c *expect.Check) (*Link, error) {
	if c.Profile == "" && c.BaseURL == "" {
		return h.Link, nil
	}
	settings, err := h.settingsFor(c)
	switch {
	case err != nil:
		return nil, err
	case settings.BaseURL == "":
		return h.LinkTo(h.Options.Local), nil
	}
	return h.LinkTo(ConnectionOf(settings)), nil
}

// settingsFor returns the settings of a check that names a profile or an address.
func (h *Host) settingsFor(c *expect.Check) (config.Settings, error) {
	return config.MergeOfFile(h.File, config.ReadEnvironment(h.Getenv), config.Flags{Profile: c.Profile, BaseURL: c.BaseURL})
}

// NamedByFile returns the addresses that checks are sent to and only their files name, but for those allowed.
func (h *Host) NamedByFile(checks []*expect.Check, allowed []string) (addresses []string, err error) {
	for _, c := range checks {
		if c.Profile == "" && c.BaseURL == "" {
			continue
		}
		settings, err := h.settingsFor(c)
		if err != nil {
			return nil, err
		}
		reach, err := config.ReachOf(h.File, config.ReadEnvironment(h.Getenv), config.Flags{BaseURL: h.Options.Connection.BaseURL}, allowed)
		if err != nil {
			return nil, err
		}
		if !reach.Has(settings) && !slices.Contains(addresses, settings.BaseURL) {
			addresses = append(addresses, settings.BaseURL)
		}
	}
	return addresses, nil
}

// Gateway returns the gateway of a link, for requests that no screen follows; they are saved in the history. It is called
// from Cmds only.
func (h *Host) Gateway(ctx context.Context, l *Link, origin history.Origin) (*checks.Gateway, error) {
	c, err := l.Client(ctx)
	if err != nil {
		return nil, err
	}
	g := &checks.Gateway{Client: c, About: l.About("", 0, state.Responses), Local: l.Local, Headers: map[string]string{}}
	g.About.Origin = origin
	for name := range l.Header {
		g.Headers[name] = l.Header.Get(name)
	}
	if a := h.History.Archive(ctx); a != nil && !l.NoHistory {
		g.Archive = a
	}
	g.Prices = func() (book prices.Book) {
		if h.Options.Prices != nil {
			book = h.Options.Prices()
		}
		return book
	}
	g.Ended = func(about history.About, x *state.Exchange, c *wire.Capture) {
		h.Spans.Ended(about, x, c)
		h.Alerts.missed()
	}
	return g, nil
}
