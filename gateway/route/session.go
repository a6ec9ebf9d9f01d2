package route

import (
	lru "github.com/hashicorp/golang-lru/v2"
)

// maxSessions is how many sessions are remembered: anybody can name any, so the
// memory needs a bound. The one that was used longest ago is forgotten first.
const maxSessions = 10_000

// Sessions remembers which provider served a session last, so that its next
// request goes there as well (session_id in the document). It is safe for use by
// several goroutines.
type Sessions struct{ served *lru.Cache[session, string] }

type session struct{ user, id string }

// NewSessions remembers nothing yet.
func NewSessions() *Sessions {
	served, err := lru.New[session, string](maxSessions)
	if err != nil {
		panic("route: " + err.Error()) // only a size below 1 is an error
	}
	return &Sessions{served}
}

// Provider is who served an account's session last; empty for a session that is
// new, or was forgotten, or has no id.
func (s *Sessions) Provider(user, id string) string {
	provider, _ := s.served.Get(session{user, id})
	return provider
}

// Keep remembers who served a session. Without an id there is no session.
func (s *Sessions) Keep(user, id, provider string) {
	if id != "" {
		s.served.Add(session{user, id}, provider)
	}
}
