package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/prices"
)

// Prices are the prices that are known. The pointer is another once there are others; nil until
// they were read.
func (h *Host) Prices() *prices.Book { return h.prices }

// keepPrices keeps what a connection's list says of prices, and reads all that are known.
func (h *Host) keepPrices(l *Link, list []wire.Model) tea.Cmd {
	return func() tea.Msg {
		var book prices.Book
		a := h.History.Archive(h.Life.Ctx)
		switch {
		case a != nil:
			if !l.Local && !l.NoHistory {
				if err := a.SavePrices(h.Life.Ctx, l.BaseURL, list, time.Now()); err != nil && h.Life.Ctx.Err() == nil {
					h.History.report(err)
				}
			}
			book = a.Prices(h.Life.Ctx)
		case h.Options.Prices != nil:
			book = h.Options.Prices()
		}
		if one := book.Changed(prices.List{Address: l.BaseURL, At: time.Now(), Models: prices.Trim(list)}); !l.Local && len(one.Models) > 0 { // it is not kept
			book.Lists = append(book.Lists[:len(book.Lists):len(book.Lists)], one)
		}
		return h.withPrices(&book)
	}
}

// readPrices reads the prices that are kept, where the proxy may have kept others.
func (h *Host) readPrices() tea.Msg {
	a := h.History.Archive(h.Life.Ctx)
	if a == nil {
		return nil
	}
	book := a.Prices(h.Life.Ctx)
	return h.withPrices(&book)
}

func (h *Host) withPrices(known *prices.Book) Effect {
	return Landing(func() tea.Cmd { h.prices = known; return nil })
}
