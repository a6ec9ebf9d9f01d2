package relay

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// savePrices saves the prices in a list of models that passed: only the program that reads it through
// the proxy has the key for it.
func (r *Relay) savePrices(about history.About, c *wire.Capture) {
	if r.options.Archive == nil || about.BaseURL == "" || !ListsModels(about, c) {
		return
	}
	models, err := read.Models(c.Text().All())
	if err != nil {
		return // no list, or in another form
	}
	if err := r.options.Archive.SavePrices(context.Background(), about.BaseURL, models, c.Start); err != nil {
		r.options.Report(err)
	}
}

// ListsModels reports whether an exchange is GET /models of its target, answered in full.
func ListsModels(about history.About, c *wire.Capture) bool {
	if c.Sent.Method != http.MethodGet || c.Head == nil || c.Head.Status != http.StatusOK || c.End == nil || c.End.Cause != wire.EndClean || c.Dropped > 0 {
		return false
	}
	base, sent := pathOf(about.BaseURL), pathOf(c.Sent.URL)
	return sent == strings.TrimSuffix(base, "/")+"/models"
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}
