package report

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/validate"
)

func TestCheckedSortsByGravityAndNamesPlaces(t *testing.T) {
	found := Checked(validate.Report{
		Hints:    []validate.Finding{{Path: "model", Message: "h"}},
		Faults:   []validate.Finding{{Path: ".", Message: "f"}},
		Warnings: []validate.Finding{{Path: "route", Message: "w"}},
	})
	var lines []string
	for _, f := range found {
		lines = append(lines, f.Line())
	}
	if want := []string{".: f", "warning: route: w", "hint: model: h"}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	for _, c := range []struct {
		of   []Finding
		want Span
	}{
		{found, Span{"1 fault, 1 warning, 1 hint", Bad}},
		{found[1:], Span{"no faults ✓, 1 warning, 1 hint", Warn}},
		{Faults(found[1:]), Span{"no faults ✓", Good}},
	} {
		if got := Counted(c.of); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}

// TestLikelyHintsComeBeforeOthers, and look like warnings, but are counted as hints.
func TestLikelyHintsComeBeforeOthers(t *testing.T) {
	found := Checked(validate.Report{Hints: []validate.Finding{{Path: "a", Message: "x"}, {Path: "b", Message: "y", Likely: true}}})
	if found[0].Line() != "hint: b: y" || found[0].Mark() != "⚠" || found[1].Level != Note {
		t.Errorf("%+v", found)
	}
	if got := Counted(found); got != (Span{"no faults ✓, 2 hints", Warn}) {
		t.Errorf("%v", got)
	}
}

// TestSettingsListUnknownMembers together with the settings, whether they were echoed or not.
func TestSettingsListUnknownMembers(t *testing.T) {
	for request, want := range map[string]string{
		`{"input":"hi","temprature":1,"reasoning":{"efort":"low"}}`: "sent, and not known to the API: temprature, reasoning.efort",
		`{"input":"hi","temperature":1}`:                            "",
	} {
		x := state.NewExchange("x", []byte(request))
		r := Settings(Subject{Exchange: x, Read: ReadAll(x, nil)})
		got := ""
		for _, b := range r.Blocks {
			if s, ok := b.(Span); ok && s.Role == Warn {
				got = s.Text
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", request, got, want)
		}
	}
}

// TestHintsOnWhatWasSent: of the APIs whose requests are known, and by the word that the service
// goes by.
func TestHintsOnWhatWasSent(t *testing.T) {
	fetch := `{"input":"hi","tools":[{"type":"%s"}]}`
	named := func(header string) *wire.Capture {
		return &wire.Capture{Sent: wire.Sent{Header: http.Header{header: {"enabled"}}}}
	}
	for _, c := range []struct {
		name, request string
		kind          state.Kind
		capture       *wire.Capture
		want          string
	}{
		{"unknown member", `{"input":"hi","temprature":1}`, state.Responses, nil, "temprature: is not a member of /responses; did you mean temperature?"},
		{"another API", `{"messages":[],"temprature":1}`, state.Chat, nil, ""},
		{"rerank", `{"model":"m","query":"q","documents":["d"],"topn":1}`, state.Rerank, nil, "topn: is not a member of /rerank; did you mean top_n?"},
		{"word of a tool", fmt.Sprintf(fetch, "acme:web_fetch"), state.Responses, nil, ""},
		{"word of the header", fmt.Sprintf(fetch, "web_fetch"), state.Responses, named("X-Acme-Experimental-Metadata"), `tools[0].type: "web_fetch" is a server tool, which needs the service's word; did you mean acme:web_fetch?`},
		{"another header", fmt.Sprintf(fetch, "web_fetch"), state.Responses, named("X-Title"), `tools[0].type: "web_fetch" is a server tool, which needs the service's word; did you mean service:web_fetch?`},
	} {
		var words []string
		for _, f := range SentHints(state.New(c.kind, "x", []byte(c.request)), c.capture) {
			words = append(words, f.Words())
		}
		if got := strings.Join(words, "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	unknown := state.New(state.Responses, "x", []byte(`{"temprature":1}`))
	if unknown.Known.Request = false; SentHints(unknown, nil) != nil {
		t.Error("hints on a request that is not known")
	}
}
