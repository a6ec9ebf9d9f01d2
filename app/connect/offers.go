package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/connection"
)

// look finds in the background the connections to offer.
func (s *Screen) look() tea.Cmd {
	ctx := s.Life.Ctx
	return func() tea.Msg { return found{s, connection.Offers(ctx, s.Getenv)} }
}

// found is the result of look.
type found struct {
	screen *Screen
	offers []connection.Offer
}

func (f found) Land() tea.Cmd {
	clear(f.screen.running)
	for _, o := range f.offers {
		if o.KeyEnv == "" {
			f.screen.running[o.Service.ID] = o.Models
		}
	}
	f.screen.fill()
	return nil
}
