package connection

import (
	"context"
	"fmt"
	"gatehouse/state/answer/figures"
	"net/url"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/profile"
)

// Offer is a connection that is ready to use: its key is in the environment, or its server runs
// on this machine.
type Offer struct {
	Service profile.Service
	KeyEnv  string // the variable that holds its key; empty: it answers without one
	Models  int    // that a server on this machine lists; 0: not asked
}

// String returns why it is offered. A server is recognized by its port only, so it may be
// another one.
func (o Offer) String() string {
	if o.KeyEnv != "" {
		return o.KeyEnv + " is set"
	}
	return fmt.Sprintf("a server with %s answers at %s", figures.Counted(o.Models, "model"), o.Service.BaseURL)
}

// maxListing is how long a server on this machine may take to list its models.
const maxListing = time.Second

// Offers returns the connections to offer. It does not use the value of a key, and asks
// servers on this machine for their models without one. It takes at most a second.
func Offers(ctx context.Context, getenv func(string) string) []Offer {
	return offers(ctx, getenv, profile.Services())
}

func offers(ctx context.Context, getenv func(string) string, services []profile.Service) []Offer {
	var list []Offer
	for _, o := range profile.Offers(getenv) {
		list = append(list, Offer{Service: o.Service, KeyEnv: o.Env})
	}
	running := make([]int, len(services))
	var all sync.WaitGroup
	for i, s := range services {
		if onThisMachine(s.BaseURL) {
			all.Go(func() { running[i] = listed(ctx, s.BaseURL) })
		}
	}
	all.Wait()
	for i, s := range services {
		if running[i] > 0 {
			list = append(list, Offer{Service: s, Models: running[i]})
		}
	}
	return list
}

// listed returns the number of models of a server; 0 if it does not answer with a list.
func listed(ctx context.Context, base string) int {
	ctx, cancel := context.WithTimeout(ctx, maxListing)
	defer cancel()
	c := client.New(client.WithBaseURL(base), client.WithMaxBody(4<<20))
	defer c.Close()
	models, _ := c.Models(ctx)
	return len(models)
}

func onThisMachine(base string) bool {
	u, err := url.Parse(base)
	return err == nil && u.Host != "" && profile.Exposed("http://"+u.Host) == ""
}
