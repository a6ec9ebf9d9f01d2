package connect

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/connection"
)

// look looks in the background for connections that could be offered.
func (s *Screen) look() tea.Cmd {
	ctx := s.Life.Ctx
	return func() tea.Msg { return found{s, connection.Offers(ctx, s.Getenv)} }
}

// found brings what could be offered.
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
