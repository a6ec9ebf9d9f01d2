package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
)

// listed gives the program a list of models as it would arrive over the wire.
func (d *driver) listed(entries ...string) {
	var list []wire.Model
	for i, e := range entries {
		context := wire.None
		if strings.Contains(e, "context_length") {
			context = 128_000
		}
		list = append(list, wire.Model{ID: fmt.Sprintf("vendor/m%d", i), Context: context, Raw: []byte(e)})
	}
	d.start(d.m.SetModels(d.m.Link, list, nil))
	d.flush()
}

func TestTheModelsSayWhatIsKnownAndNoMore(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.listed(`{}`, `{"name":"One","description":"Does it.","context_length":128000,"pricing":{"prompt":"0.0000005","completion":"0.000015"},
			"supported_parameters":["tools"],"endpoints":[{"provider":"North"},{"provider":"South"}]}`)
		d.keys("alt+m")
		for line := range strings.SplitSeq(d.screen(), "\n") {
			if strings.Contains(line, "vendor/m0") && strings.ContainsAny(strings.ReplaceAll(line, "vendor/m0", ""), "0123456789") {
				t.Errorf("figures of a model of which nothing is known: %s", line)
			}
		}
		d.shows("in $/M  out $/M  context  supports")
		d.shows("0.50    15.00     128k  tools")
		d.typeText("tools")
		d.shows("2 providers: North, South · Does it.")
		d.hides("vendor/m0")
		d.keys("ctrl+u")
		d.typeText("price<0.1")
		d.shows("fits no bound")
		d.keys("ctrl+u")
		d.typeText("vendor/other")
		d.shows("not in the list of")
		d.keys("enter")
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "vendor/other" {
			t.Errorf("the model is %q", got)
		}
	})
}

func TestFavouritesAndWhatWasUsedStandFirst(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.listed(`{}`, `{"pricing":{"prompt":"0.000002","completion":"0"}}`, `{"pricing":{"prompt":"0.000001","completion":"0"}}`, `{}`)
		d.keys("alt+m")
		d.typeText("m3")
		d.keys("enter", "alt+m") // used
		d.typeText("m2")
		d.keys("ctrl+f", "ctrl+u")
		order := func() (slugs string) {
			for line := range strings.SplitSeq(d.screen(), "\n") {
				if at := strings.Index(line, "vendor/m"); at >= 0 && !strings.Contains(line, "simulated") {
					slugs += line[at+7 : at+9]
				}
			}
			return slugs
		}
		if got := order(); got != "m2m3m0m1" {
			t.Errorf("%s: the favourite, then what was used, then the list's order\n%s", got, d.screen())
		}
		d.shows("★")
		d.shows("recent")
		d.keys("tab") // by price
		if got := order(); got != "m2m1m3m0" && got != "m2m1m0m3" {
			t.Errorf("by price: %s", got)
		}
		d.keys("tab", "tab", "tab", "tab")
		d.typeText("m2")
		d.keys("ctrl+f", "ctrl+u")
		if got := order(); got != "m3m0m1m2" {
			t.Errorf("%s: no favourite any more", got)
		}
	})
}

// BenchmarkThousandModels opens a list of a thousand models and types into it.
func BenchmarkThousandModels(b *testing.B) {
	m := New(Options{Theme: "dark"})
	m.resize(120, 35)
	list := make([]wire.Model, 1000)
	for i := range list {
		list[i] = wire.Model{ID: fmt.Sprintf("vendor%d/model-%d", i%37, i), Context: 1000 * i, Raw: fmt.Appendf(nil,
			`{"name":"Model %d","created":%d,"pricing":{"prompt":"0.%07d","completion":"0.00001"},"supported_parameters":["tools","reasoning"]}`, i, i, i)}
	}
	m.SetModels(m.Link, list, nil)
	for b.Loop() {
		began := time.Now()
		m.Update(keyPress("alt+m"))
		m.View()
		b.ReportMetric(float64(time.Since(began).Microseconds()), "µs/open")
		for _, key := range []string{"m", "5", "tab", "ctrl+u"} {
			m.Update(keyPress(key))
			m.View()
		}
		m.Update(keyPress("esc"))
	}
}

// TestRerankersAreChosenInTheSameList: with prices, filters and favourites, and only
// those models that rank.
func TestRerankersAreChosenInTheSameList(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		rerank := `"architecture":{"output_modalities":["rerank"]},`
		d.listed(`{`+rerank+`"pricing":{"prompt":"0.000002","completion":"0"}}`, `{}`, `{`+rerank+`"pricing":{"prompt":"0.0000005","completion":"0"}}`)
		d.keys("m")
		d.shows("in $/M  out $/M  context  supports")
		d.shows("vendor/m2")
		d.hides("vendor/m1")
		d.typeText("price<1")
		d.shows("vendor/m2")
		d.hides("vendor/m0")
		d.keys("ctrl+f")
		d.shows("★")
		d.keys("enter", "m")
		d.shows("added ★")
	})
}
