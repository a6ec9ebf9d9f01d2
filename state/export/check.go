package export

import (
	"errors"

	"gatehouse/state/expect"
)

var errNoAnswer = errors.New("there is no answer to check yet")

// isAnswered reports whether there is an answer that a check can be made of.
func isAnswered(of Exchange) bool { return of.State != nil && !of.State.Running() }

// checkDocument is a check of the last exchange.
func checkDocument(list []Exchange, _ Each) ([]byte, error) {
	of := list[len(list)-1]
	if !isAnswered(of) {
		return nil, errNoAnswer
	}
	s := expect.Source{Exchange: of.State, Name: of.Title}
	if of.Capture != nil {
		s.ID = of.Capture.ID
	}
	if !of.Local {
		s.Profile, s.BaseURL = of.About.Connection, of.About.BaseURL
	}
	return expect.Make(s), nil
}
