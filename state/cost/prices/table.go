package prices

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/shopspring/decimal"

	"gatehouse/state/dialect/usage"
)

//go:embed table.json
var tableJSON []byte

// vendor is a service with the list prices of the models that it makes or runs.
type vendor struct {
	Name    string  `json:"vendor"`
	ID      string  `json:"id"`
	Address string  `json:"address"` // a regular expression
	Models  []entry `json:"models"`
	at      *regexp.Regexp
	maker   bool // it makes the models that it lists
}

// entry is a model in the table.
type entry struct {
	ID     string   `json:"id"`
	Names  []string `json:"names"` // * is any text, # a digit; one with ! takes names out
	Source string   `json:"source"`
	Date   string   `json:"date"`
	Prices []row    `json:"prices"`
}

// row is the prices of a model from a day on, and above a size of the prompt.
type row map[string]any

// makers is how many of the vendors, the first ones, make the models that they list.
const makers = 9

// table reads the prices when they are first asked for.
var table = sync.OnceValue(func() []vendor {
	var file struct{ Vendors []vendor }
	if err := json.Unmarshal(tableJSON, &file); err != nil {
		panic(err) // it is embedded
	}
	for i := range file.Vendors {
		v := &file.Vendors[i]
		v.maker, v.at = i < makers, regexp.MustCompile(v.Address)
	}
	return file.Vendors
})

// ofTable looks for a list price: of the service that is at the address, else of the provider
// that served, else of the vendor that is named before the model, else of the one that has it.
func ofTable(q Query) (Price, bool) {
	named, bare, _ := strings.Cut(q.Model, "/")
	if bare == "" {
		named, bare = "", q.Model
	}
	for _, v := range table() {
		if v.at.MatchString(q.Address) {
			return v.price(q.At, q.Model, bare)
		}
	}
	assumed := func(v vendor, why string) (Price, bool) {
		p, ok := v.price(q.At, bare, q.Model)
		return p.Assume(why), ok
	}
	for _, v := range table() {
		if q.Provider != "" && (plain(q.Provider) == plain(v.Name) || plain(q.Provider) == plain(v.ID)) {
			return assumed(v, "the list price of "+v.Name+": the service may charge another")
		}
	}
	for _, v := range table() {
		if v.maker && (named == v.ID || named == "" && q.Provider == "") {
			if p, ok := assumed(v, "the list price of "+v.Name+": who served is not known"); ok {
				return p, true
			}
		}
	}
	return Price{}, false
}

// plain returns a name without what people spell differently.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// price returns the price of the first model that one of the names means: to the letter, else by a pattern.
func (v vendor) price(at time.Time, names ...string) (Price, bool) {
	for _, fits := range []func(e entry, name string) bool{
		func(e entry, name string) bool { return e.ID == name || slices.Contains(e.Names, name) },
		entry.means,
	} {
		for _, name := range names {
			for _, e := range v.Models {
				if name != "" && fits(e, name) {
					p, ok := e.price(v, at)
					if strings.HasSuffix(name, "-latest") && e.ID != name {
						p = p.Assume(name + " is an alias: which model served is not reported")
					}
					return p, ok
				}
			}
		}
	}
	return Price{}, false
}

func (e entry) means(name string) bool {
	ok := false
	for _, pattern := range e.Names {
		if not, is := strings.CutPrefix(pattern, "!"); is {
			if glob(not, name) {
				return false
			}
		} else {
			ok = ok || glob(pattern, name)
		}
	}
	return ok
}

// glob matches a name, in any case, with a pattern in which * is any text and # a digit.
func glob(pattern, name string) bool {
	for ; pattern != ""; pattern, name = pattern[1:], name[1:] {
		if pattern[0] == '*' {
			for i := 0; i <= len(name); i++ {
				if glob(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if name == "" || pattern[0] != '#' && !strings.EqualFold(pattern[:1], name[:1]) || pattern[0] == '#' && (name[0] < '0' || name[0] > '9') {
			return false
		}
	}
	return name == ""
}

// price returns what the entry says of a moment: the rows of the latest day before it.
func (e entry) price(v vendor, at time.Time) (Price, bool) {
	p := Price{vendor: v.ID, Source: Source{From: Table, Name: v.Name + " " + e.ID, URL: e.Source, Date: e.Date}}
	day := at.UTC().Format(time.DateOnly)
	from := ""
	for _, r := range e.Prices {
		if start, _ := r["from"].(string); at.IsZero() || start <= day {
			from = max(from, start)
		}
	}
	for _, r := range e.Prices {
		if start, _ := r["from"].(string); start != from {
			continue
		}
		rates := r.rates()
		if above, ok := r["above"].(float64); ok {
			p.Tiers = append(p.Tiers, Tier{int(above), rates})
		} else {
			p.Rates = rates
		}
	}
	return p, p.Rates != nil
}

// rates reads a row: USD for a million tokens, for a thousand of anything else.
func (r row) rates() Rates {
	rates := Rates{}
	for _, k := range usage.Paid() {
		if text, ok := r[k.String()].(string); ok {
			if usd, err := decimal.NewFromString(text); err == nil {
				rates[k] = usd.Shift(-QuoteExponent(k))
			}
		}
	}
	return rates
}

// QuoteExponent returns the power of ten of what a price is quoted for.
func QuoteExponent(k usage.Kind) int32 {
	if k.Tokens() {
		return 6
	}
	return 3
}
