package route

import (
	"container/list"
	"sync"
)

// maxSessions is how many sessions are remembered: anybody can name any, so the
// memory needs a bound. The one that was used longest ago is forgotten first.
const maxSessions = 10_000

// Sessions remembers which provider served a session last, so that its next
// request goes there as well (session_id in the document). It is safe for use by
// several goroutines.
type Sessions struct {
	mu    sync.Mutex
	byKey map[session]*list.Element
	used  *list.List // of held; the latest first
}

type session struct{ user, id string }

type held struct {
	session
	provider string
}

// NewSessions remembers nothing yet.
func NewSessions() *Sessions {
	return &Sessions{byKey: map[session]*list.Element{}, used: list.New()}
}

// Provider is who served an account's session last; empty for a session that is
// new, or was forgotten, or has no id.
func (s *Sessions) Provider(user, id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byKey[session{user, id}]
	if !ok {
		return ""
	}
	s.used.MoveToFront(e)
	return e.Value.(held).provider
}

// Keep remembers who served a session. Without an id there is no session.
func (s *Sessions) Keep(user, id, provider string) {
	if id == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := session{user, id}
	if e, ok := s.byKey[key]; ok {
		e.Value = held{key, provider}
		s.used.MoveToFront(e)
		return
	}
	s.byKey[key] = s.used.PushFront(held{key, provider})
	if s.used.Len() > maxSessions {
		oldest := s.used.Remove(s.used.Back()).(held)
		delete(s.byKey, oldest.session)
	}
}
