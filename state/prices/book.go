package prices

import (
	"time"

	"github.com/tidwall/gjson"
)

// Query asks for the price of an exchange.
type Query struct {
	Address  string // its connection's base URL; empty for the local gateway
	Local    bool   // it went to the local gateway
	Model    string // that served, else that was asked for
	Provider string // that served; empty: not reported
	Tier     string // service_tier as reported; empty: the default one
	At       time.Time
	Said     []byte // what the exchange itself says: a member pricing of the common shape, of the endpoint that served
}

// Own is a price of the settings, in USD for a million tokens or a thousand searches.
type Own struct {
	Model string // * is any text
	Rates Rates
}

// Book is where prices are looked up. The zero Book has the table of vendors alone.
type Book struct {
	Lists []List // of any connections and days
	Own   []Own
}

// Price is the first price that a source has, in the order of the package's sources.
func (b Book) Price(q Query) (Price, bool) {
	p, ok := b.price(q)
	if ok && q.Tier != "" && q.Tier != "default" && q.Tier != "auto" && q.Tier != "standard" {
		p = p.assume("the price of the service tier " + q.Tier + " is not known")
	}
	return p, ok
}

func (b Book) price(q Query) (Price, bool) {
	if p, ok := priceOf(gjson.ParseBytes(q.Said)); ok {
		p.Source = Source{From: Said, Name: q.Provider + " " + q.Model, Date: q.At.UTC().Format(time.DateOnly)}
		return p, true
	}
	if l, later, ok := b.list(q); ok {
		if p, ok := l.price(q.Model, q.Provider); ok {
			if later {
				p = p.assume("listed after the exchange")
			}
			return p, true
		}
	}
	if !q.Local {
		if p, ok := ofTable(q); ok {
			return p, true
		}
	}
	for _, own := range b.Own {
		if glob(own.Model, q.Model) {
			return Price{Rates: own.Rates, Source: Source{From: Config, Name: own.Model, URL: "config.toml"}}, true
		}
	}
	return Price{}, false
}

// list is the last list of the connection before the moment; where there is none, the first
// after it.
func (b Book) list(q Query) (l List, later, ok bool) {
	address := q.Address
	if q.Local {
		address = ""
	}
	for _, one := range b.Lists {
		after := !q.At.IsZero() && one.At.After(q.At)
		switch {
		case one.Address != address || !q.Local && address == "":
		case !ok, later && !after, later == after && one.At.After(l.At) != after:
			l, later, ok = one, after, true
		}
	}
	return l, later && !q.Local, ok // the local gateway's prices do not change
}

// Endpoints are the models of the connection's list with what each costs at each endpoint, in
// the order of the list.
func (b Book) Endpoints(q Query) []Endpoint {
	l, _, _ := b.list(q)
	var all []Endpoint
	for _, m := range l.Models {
		all = append(all, l.endpointsOf(m)...)
	}
	return all
}
