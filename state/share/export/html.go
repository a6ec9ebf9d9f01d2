package export

import (
	"errors"

	"gatehouse/state/share/page"
)

// errNoCapture is the error of an exchange that was read from a file of its answer alone.
var errNoCapture = errors.New("only the response was saved, without what was sent and when")

// htmlDocument writes exchanges as one page.
func htmlDocument(list []Exchange, each Each) ([]byte, error) {
	pages := make([]page.Exchange, len(list))
	for i, of := range list {
		if of.Capture == nil {
			return nil, errNoCapture
		}
		pages[i] = page.Exchange{State: of.State, Capture: of.Capture, About: of.About, Title: of.Title, Local: of.Local, Listed: of.Listed, Prices: of.Prices}
	}
	return page.Write(pages, each)
}
