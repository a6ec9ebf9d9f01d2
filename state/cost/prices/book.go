package prices

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Query asks for the price of an exchange.
type Query struct {
	Address        string   // its connection's base URL; empty for the local gateway
	Local          bool     // it went to the local gateway
	Model          string   // that served, else that was asked for
	Provider       string   // that served; empty: not reported
	Terms          []string // other than the standard ones: see TermsOf
	RequestedTerms []string // terms that were asked for, if the answer does not report which counted
	At             time.Time
	Reported       []byte // of the exchange itself: a member pricing of the common shape, of the endpoint that served
}

// Override is a price of the settings, in USD for a million tokens or a thousand searches.
type Override struct {
	Model string // * is any text
	Rates Rates
}

// Book is where prices are looked up. The zero Book has the table of vendors alone.
type Book struct {
	Lists     []List // of any connections and days
	Overrides []Override
}

// Price returns the first price that a source has, in the order of the package's sources, under the terms of
// the exchange.
func (b Book) Price(q Query) (Price, bool) {
	p, ok := b.price(q)
	if ok && !q.Local {
		p = p.withTerms(q.Terms, q.RequestedTerms)
	}
	return p, ok
}

func (b Book) price(q Query) (Price, bool) {
	if p, ok := priceOf(gjson.ParseBytes(q.Reported)); ok {
		p.Source = Source{From: Reported, Name: q.Provider + " " + q.Model, Date: q.At.UTC().Format(time.DateOnly)}
		return p, true
	}
	if l, m, later, ok := b.entry(q); ok {
		if p, ok := l.price(m, q.Provider); ok {
			if later {
				p = p.Assume("listed after the exchange")
			}
			return p, true
		}
	}
	if !q.Local {
		if p, ok := ofTable(q); ok {
			return p, true
		}
	}
	for _, o := range b.Overrides {
		if glob(o.Model, q.Model) {
			return Price{Rates: o.Rates, Source: Source{From: Config, Name: o.Model, URL: "config.toml"}}, true
		}
	}
	return Price{}, false
}

// entry returns what the connection's lists say of a model: the last of them before the moment that
// has it, else the first after it.
func (b Book) entry(q Query) (l List, m wire.Model, later, ok bool) {
	base, variant, _ := strings.Cut(q.Model, ":")
	if variant == "free" {
		base = q.Model
	}
	for _, is := range []func(wire.Model) bool{
		func(m wire.Model) bool { return m.ID == q.Model },
		func(m wire.Model) bool { return scan.Text(scan.Get(m.Raw, "canonical_slug")) == q.Model },
		func(m wire.Model) bool { return m.ID == base },
	} {
		for one := range b.of(q) {
			after := !q.Local && !q.At.IsZero() && one.At.After(q.At) // the local gateway's prices do not change
			if ok && !(later && !after) && !(later == after && one.At.After(l.At) != after) {
				continue // what was found is nearer
			}
			if i := slices.IndexFunc(one.Models, is); i >= 0 {
				l, m, later, ok = one, one.Models[i], after, true
			}
		}
		if ok {
			break
		}
	}
	return l, m, later, ok
}

// of returns the connection's lists.
func (b Book) of(q Query) iter.Seq[List] {
	return func(yield func(List) bool) {
		for _, l := range b.Lists {
			if (q.Local && l.Address == "" || !q.Local && l.Address == q.Address && q.Address != "") && !yield(l) {
				return
			}
		}
	}
}

// Endpoints returns the endpoints of the model in the connection's lists, in their order.
func (b Book) Endpoints(q Query) []Endpoint {
	l, m, _, ok := b.entry(q)
	if !ok {
		return nil
	}
	return l.endpointsOf(m)
}

// Models returns all that the connection's lists name, each as it was listed last before the moment.
func (b Book) Models(q Query) (all []wire.Model) {
	at := map[string]int{}
	for l := range b.of(q) {
		for _, m := range l.Models {
			if i, ok := at[m.ID]; ok {
				q.Model = m.ID
				_, all[i], _, _ = b.entry(q)
				continue
			}
			at[m.ID] = len(all)
			all = append(all, m)
		}
	}
	return all
}

// Context returns how many tokens a model can read, as the connection's lists say; 0: they do not.
func (b Book) Context(q Query) int {
	_, m, _, _ := b.entry(q)
	return max(m.Context, 0)
}

// Changed returns the models of a list that differ from the lists before it or are not in them:
// what is stored of it.
func (b Book) Changed(l List) List {
	q := Query{Address: l.Address, Local: l.Address == ""}
	known := map[string]string{}
	for _, m := range b.Models(q) {
		known[m.ID] = string(m.Raw)
	}
	changed := List{Address: l.Address, At: l.At}
	for _, m := range l.Models {
		if known[m.ID] != string(m.Raw) {
			changed.Models = append(changed.Models, m)
		}
	}
	return changed
}
