package files

import (
	"errors"
	"fmt"

	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/raw"
)

// ErrRerank is the error of a file that is a request to /rerank, or a set of
// rerankers.
var ErrRerank = errors.New("a rerank request or set, no conversation")

// Session is a file that was opened as a conversation.
type Session struct {
	Path         string // as it was named
	Conversation *state.Conversation
	// Request tells that the file is what the conversation would be saved as.
	// A response, a list of items or a text is only what it was made from.
	Request bool
}

// Open reads a file of at most MaxDocument bytes as a conversation. The error
// names the path and says what to do.
func Open(path string) (Session, error) {
	data, err := Read(path, MaxDocument)
	if err != nil {
		return Session{}, err
	}
	if raw.Check(data) == nil && check.Kind(data) == check.ForRerank {
		return Session{}, fmt.Errorf("%s: %w", path, ErrRerank)
	}
	conv, err := state.Open(data)
	if err != nil {
		return Session{}, fmt.Errorf("%s: %w; gatehouse validate %s tells more", path, err, path)
	}
	return Session{
		Path: path, Conversation: conv,
		Request: raw.KindOf(data) == raw.Object && !state.IsResponse(data),
	}, nil
}

// Default sets the model of what is no request and names none.
func (s Session) Default(model string) error {
	if s.Request || model == "" || s.Conversation.Draft.Model() != "" {
		return nil
	}
	return s.Conversation.Draft.SetModel(model)
}
