package inspect

import (
	"regexp"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/gateway"
	"gatehouse/state/request/preview"
	"gatehouse/state/statetest"
	"gatehouse/views"

	"net/http/httptest"
)

// catalogue is the answer of the local gateway to GET /models.
func catalogue(t *testing.T) preview.Catalogue {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", gateway.Prefix+"/models", nil)
	r.Header.Set("Authorization", "Bearer k")
	gateway.New().ServeHTTP(w, r)
	models, err := read.Models(w.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return preview.ReadCatalogue(models)
}

// TestTheSelectedEndpointSaysWhy: below it is what the metadata gives as a reason.
func TestTheSelectedEndpointSaysWhy(t *testing.T) {
	answer := func(more string) views.Subject {
		return subject(statetest.Answered(200, `{"model":"v/m","input":"hi","session_id":"Q"}`, `{"object":"response","status":"completed","model":"v/m","output":[],"service_metadata":{"requested":"v/m","strategy":"direct",`+
			`"endpoints":{"total":2,"available":[{"provider":"Umbra","model":"v/m","selected":false},{"provider":"Estuary","model":"v/m","selected":true}]}`+more+`}}`), true)
	}
	for more, want := range map[string]string{
		`,"params":{"session":"stays with Estuary"}`: "sticky session: “stays with Estuary”",
		`,"params":{"order":["Estuary"]}`:            "first available of provider.order: Estuary",
		`,"attempts":[{"provider":"Umbra","model":"v/m","status":503},{"provider":"Estuary","model":"v/m","status":200}]`: "fallback: Umbra v/m",
	} {
		lines := strings.Split(plain(shownRoute(answer(more), 120, 60)), "\n")
		for i, line := range lines {
			if strings.Contains(line, "selected") && i+1 < len(lines) {
				if !strings.Contains(lines[i+1], want) {
					t.Errorf("%s: no %q in\n%s", more, want, strings.Join(lines, "\n"))
				}
				break
			}
		}
	}
	if got := plain(shownRoute(answer(""), 120, 60)); strings.Contains(got, "sticky") || strings.Contains(got, "fallback:") || !strings.Contains(got, "why not Umbra: the gateway gave no reason") {
		t.Errorf("a reason that nobody gave:\n%s", got)
	}
}

// TestTheRequestIsTheReason if its order or sort names the provider that served, and the prices and times of the
// others agree; nothing else is.
func TestTheRequestIsTheReason(t *testing.T) {
	const none = "the gateway gave no reason"
	listed, err := read.Models([]byte(`{"data":[{"id":"v/m","endpoints":[{"provider":"Umbra","latency":0.3,"throughput":50,"pricing":{"prompt":"0.000001","completion":"0.000002"}},` +
		`{"provider":"Estuary","latency":0.2,"throughput":40,"pricing":{"prompt":"0.000001","completion":"0.000003"}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for provider, want := range map[string]string{
		`{"order":["estuary","Umbra"]}`:       "first in provider.order of the request",
		`{"order":["Umbra","Estuary"]}`:       none,
		`{"sort":"latency"}`:                  "lowest latency of this model, as provider.sort of the request asks",
		`{"sort":{"by":"latency"}}`:           "lowest latency of this model",
		`{"sort":"throughput"}`:               none,
		`{"sort":"price"}`:                    none,
		`{"sort":"exacto"}`:                   none,
		`{"only":["Estuary","Umbra"]}`:        none,
		`{"order":[],"sort":null,"zdr":true}`: none,
	} {
		s := subject(statetest.Answered(200, `{"model":"v/m","input":"hi","provider":`+provider+`}`, `{"object":"response","status":"completed","model":"v/m","output":[],"service_metadata":{"requested":"v/m","strategy":"direct",`+
			`"endpoints":{"total":2,"available":[{"provider":"Umbra","model":"v/m","selected":false},{"provider":"Estuary","model":"v/m","selected":true}]}}}`), true)
		m := shownRoute(s, 120, 60)
		m.route.setModels(preview.ReadCatalogue(listed))
		if got := plain(m); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", provider, want, got)
		}
	}
}

// TestRouteBeginsOnARowThatDoesSomething, names the request's model as the request does, and lists each endpoint
// once.
func TestRouteBeginsOnARowThatDoesSomething(t *testing.T) {
	s := talkOf(t, `{"plugins":[{"id":"auto-router"}],"input":"hi"}`, true)
	got := plain(shownRoute(s, 120, 60))
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "❯") && !strings.HasPrefix(line, "❯▸") {
			t.Errorf("the cursor is on %q", line)
		}
	}
	if !strings.Contains(got, "requested auto-router ") || !strings.Contains(got, "auto-router ─▶ auto") || !strings.Contains(got, "named by the gateway service/auto") {
		t.Errorf("another name of what was requested:\n%s", got)
	}
	if n := strings.Count(got, "Dynamo   aurora/dawn-mini") + strings.Count(got, "Dynamo aurora/dawn-mini"); n != 1 {
		t.Errorf("an endpoint is listed %d times:\n%s", n, got)
	}
}

// TestEndpointsShowTheFiguresOfTheCatalogue where it has some of that provider.
func TestEndpointsShowTheFiguresOfTheCatalogue(t *testing.T) {
	s := talkOf(t, `{"model":"aurora/zenith","input":"hi"}`, true)
	m := shownRoute(s, 140, 60)
	if got := plain(m); strings.Contains(got, "latency") || strings.Contains(got, "$/M") {
		t.Errorf("without a catalogue:\n%s", got)
	}
	m.route.setModels(catalogue(t))
	if got := plain(m); !regexp.MustCompile(`provider +model +in \$/M +out \$/M +latency +tok/s\n`).MatchString(got) ||
		len(regexp.MustCompile(`aurora/zenith +\S.* +\d+\.\d\d +\d+\.\d\d +\d+ ms +\d+\n`).FindAllString(got, -1)) != 3 {
		t.Errorf("with one:\n%s", got)
	}
}

// TestCatalogueFiguresAreDroppedFirst from the last one on where there is no room for all.
func TestCatalogueFiguresAreDroppedFirst(t *testing.T) {
	for width, want := range map[int]string{140: "in $/M out $/M latency tok/s", 80: "in $/M out $/M latency", 72: "in $/M out $/M", 50: ""} {
		m := shownRoute(talkOf(t, `{"model":"aurora/zenith","input":"hi"}`, true), width, 60)
		m.route.setModels(catalogue(t))
		_, titles, _ := strings.Cut(plain(m), "provider  ")
		titles, _, _ = strings.Cut(titles, "\n")
		if got := strings.Join(strings.Fields(titles), " "); got != strings.TrimSpace("model "+want) {
			t.Errorf("%d cells have the columns %q, want %q", width, got, want)
		}
	}
}
