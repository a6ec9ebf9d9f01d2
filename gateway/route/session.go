package route

import (
	lru "github.com/hashicorp/golang-lru/v2"
)

// maxSessions is the maximum number of sessions, since clients choose their ids. The least recently
// used is evicted.
const maxSessions = 10_000

// Sessions stores which provider served a session last, so that it gets the next request too
// (session_id in the document). It is safe for use by several goroutines.
type Sessions struct{ served *lru.Cache[session, string] }

type session struct{ user, id string }

// NewSessions returns an empty store.
func NewSessions() *Sessions {
	served, err := lru.New[session, string](maxSessions)
	if err != nil {
		panic("route: " + err.Error()) // only a size below 1 is an error
	}
	return &Sessions{served}
}

// Provider returns the last provider of an account's session; "" for an unknown session.
func (s *Sessions) Provider(user, id string) string {
	provider, _ := s.served.Get(session{user, id})
	return provider
}

// Store stores the provider of a session. Without an id there is no session.
func (s *Sessions) Store(user, id, provider string) {
	if id != "" {
		s.served.Add(session{user, id}, provider)
	}
}
