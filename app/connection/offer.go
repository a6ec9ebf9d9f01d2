package connection

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/profile"
)

// Offer is a connection that a person could use without looking for anything: its key is in
// the environment, or its server runs on this machine.
type Offer struct {
	Service profile.Service
	KeyEnv  string // the variable that holds its key; empty: it answers without one
	Models  int    // that a server on this machine lists; 0: not asked
}

// String says why it is offered. A server is known by its port alone, so that it may be
// another.
func (o Offer) String() string {
	if o.KeyEnv != "" {
		return o.KeyEnv + " is set"
	}
	return fmt.Sprintf("a server with %s answers at %s", count(o.Models), o.Service.BaseURL)
}

// knock is how long a server on this machine may take to list its models.
const knock = time.Second

// Offers returns the connections to offer. The value of a key is not read out, and servers
// on this machine are asked for their models without one. It takes a second at most.
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

// listed counts the models of a server; 0 where none answers, or with something else than
// a list of models.
func listed(ctx context.Context, base string) int {
	ctx, cancel := context.WithTimeout(ctx, knock)
	defer cancel()
	c := client.New(client.WithBaseURL(base), client.WithMaxBody(4<<20))
	defer c.Close()
	models, err := c.Models(ctx)
	if err != nil {
		return 0
	}
	return len(models)
}

// onThisMachine reports whether an address is one of loopback.
func onThisMachine(base string) bool {
	u, err := url.Parse(base)
	return err == nil && u.Host != "" && profile.Exposed("http://"+u.Host) == ""
}
