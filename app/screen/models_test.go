package screen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client/wire"
)

// listed gives the program a list of models as it would arrive over the wire.
func listed(d *apptest.Driver, entries ...string) {
	var list []wire.Model
	for i, e := range entries {
		context := wire.None
		if strings.Contains(e, "context_length") {
			context = 128_000
		}
		list = append(list, wire.Model{ID: fmt.Sprintf("vendor/m%d", i), Context: context, Raw: []byte(e)})
	}
	d.Start(d.SetModels(d.Link, list, nil))
	d.Flush()
}

func TestTheModelsSayWhatIsKnownAndNoMore(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		listed(d, `{}`, `{"name":"One","description":"Does it.","context_length":128000,"pricing":{"prompt":"0.0000005","completion":"0.000015"},
			"supported_parameters":["tools"],"endpoints":[{"provider":"North"},{"provider":"South"}]}`)
		d.Press("alt+m")
		for line := range strings.SplitSeq(d.Screen(), "\n") {
			if strings.Contains(line, "vendor/m0") && strings.ContainsAny(strings.ReplaceAll(line, "vendor/m0", ""), "0123456789") {
				t.Errorf("figures of a model of which nothing is known: %s", line)
			}
		}
		d.Shows("in $/M  out $/M  context  supports")
		d.Shows("0.50    15.00     128k  tools")
		d.Type("tools")
		d.Shows("2 providers: North, South · Does it.")
		d.Hides("vendor/m0")
		d.Press("ctrl+u")
		d.Type("price<0.1")
		d.Shows("fits no bound")
		d.Press("ctrl+u")
		d.Type("vendor/other")
		d.Shows("not in the list of")
		d.Press("enter")
		if got := d.Desk.Shown().Conv.Draft.Model(); got != "vendor/other" {
			t.Errorf("the model is %q", got)
		}
	})
}

func TestFavouritesAndWhatWasUsedStandFirst(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		listed(d, `{}`, `{"pricing":{"prompt":"0.000002","completion":"0"}}`, `{"pricing":{"prompt":"0.000001","completion":"0"}}`, `{}`)
		d.Press("alt+m")
		d.Type("m3")
		d.Press("enter", "alt+m") // used
		d.Type("m2")
		d.Press("ctrl+f", "ctrl+u")
		order := func() (slugs string) {
			for line := range strings.SplitSeq(d.Screen(), "\n") {
				if at := strings.Index(line, "vendor/m"); at >= 0 && !strings.Contains(line, "simulated") {
					slugs += line[at+7 : at+9]
				}
			}
			return slugs
		}
		if got := order(); got != "m2m3m0m1" {
			t.Errorf("%s: the favourite, then what was used, then the list's order\n%s", got, d.Screen())
		}
		d.Shows("★")
		d.Shows("recent")
		d.Press("tab") // by price
		if got := order(); got != "m2m1m3m0" && got != "m2m1m0m3" {
			t.Errorf("by price: %s", got)
		}
		d.Press("tab", "tab", "tab", "tab")
		d.Type("m2")
		d.Press("ctrl+f", "ctrl+u")
		if got := order(); got != "m3m0m1m2" {
			t.Errorf("%s: no favourite any more", got)
		}
	})
}

// BenchmarkThousandModels opens a list of a thousand models and types into it.
func BenchmarkThousandModels(b *testing.B) {
	m := app.New(app.Options{Theme: "dark"})
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
	list := make([]wire.Model, 1000)
	for i := range list {
		list[i] = wire.Model{ID: fmt.Sprintf("vendor%d/model-%d", i%37, i), Context: 1000 * i, Raw: fmt.Appendf(nil,
			`{"name":"Model %d","created":%d,"pricing":{"prompt":"0.%07d","completion":"0.00001"},"supported_parameters":["tools","reasoning"]}`, i, i, i)}
	}
	m.SetModels(m.Link, list, nil)
	for b.Loop() {
		began := time.Now()
		m.Update(apptest.Key("alt+m"))
		m.View()
		b.ReportMetric(float64(time.Since(began).Microseconds()), "µs/open")
		for _, key := range []string{"m", "5", "tab", "ctrl+u"} {
			m.Update(apptest.Key(key))
			m.View()
		}
		m.Update(apptest.Key("esc"))
	}
}

// TestRerankersAreChosenInTheSameList: with prices, filters and favourites, and only
// those models that rank.
func TestRerankersAreChosenInTheSameList(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		rerank := `"architecture":{"output_modalities":["rerank"]},`
		listed(d, `{`+rerank+`"pricing":{"prompt":"0.000002","completion":"0"}}`, `{}`, `{`+rerank+`"pricing":{"prompt":"0.0000005","completion":"0"}}`)
		d.Press("+")
		d.Shows("in $/M  out $/M  context  supports")
		d.Shows("vendor/m2")
		d.Hides("vendor/m1")
		d.Type("price<1")
		d.Shows("vendor/m2")
		d.Hides("vendor/m0")
		d.Press("ctrl+f")
		d.Shows("★")
		d.Press("enter", "+")
		d.Shows("added ★")
	})
}
