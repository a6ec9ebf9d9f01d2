package app

import (
	"context"
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"

	"gatehouse/client"
	"gatehouse/client/wire"
)

// model is one entry of the server's list.
type model struct{ ID, Name string }

// listModels asks for GET /models, whose answer is {"data":[…]} or a bare
// array (wire-notes, "GET /models").
func listModels(ctx context.Context, l *link) ([]model, error) {
	way, err := l.get(ctx)
	if err != nil {
		return nil, err
	}
	c := way.Do(ctx, client.Call{Method: http.MethodGet, Path: "/models"}, unheard{})
	switch {
	case c.Head == nil && c.End != nil:
		return nil, fmt.Errorf("%s", c.End.Message)
	case c.Head.Status != http.StatusOK:
		return nil, fmt.Errorf("the server answered %d", c.Head.Status)
	}
	data := gjson.ParseBytes(c.Text().All())
	if data.IsObject() {
		data = data.Get("data")
	}
	var list []model
	for _, entry := range data.Array() {
		if id := entry.Get("id").String(); id != "" {
			list = append(list, model{ID: id, Name: entry.Get("name").String()})
		}
	}
	return list, nil
}

// unheard is a sink for an exchange whose capture alone is of interest.
type unheard struct{}

func (unheard) Start(*wire.Capture) {}
func (unheard) Arrive(wire.Arrival) {}
