package inspect

import (
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/state/statetest"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// fallback is an exchange that one model of a chain refused and the next served,
// both at one provider.
func fallback(id string) views.Subject {
	s := answered(200, `{"models":["fjord/abyss","fjord/bay"]}`, `{"id":"r","object":"response","status":"completed","model":"fjord/bay","output":[],"x_metadata":{"requested":"fjord/abyss","strategy":"fallback","region":null,"attempt":2,"summary":"served by the second",`+
		`"endpoints":{"total":2,"available":[{"provider":"Fjord","model":"fjord/abyss","selected":false},{"provider":"Fjord","model":"fjord/bay","selected":true}]},`+
		`"attempts":[{"provider":"Fjord","model":"fjord/abyss","status":503},{"provider":"Fjord","model":"fjord/bay","status":200}],"pipeline":[]}}`)
	s.Exchange.ID = id
	return s
}

func TestAFallbackNamesTheModels(t *testing.T) {
	m := shownRoute(fallback("a"), 80, 60)
	head, rest, _ := strings.Cut(plain(m), "ENDPOINTS")
	if !strings.Contains(head, "requested fjord/abyss, then fjord/bay") {
		t.Errorf("the head does not name the chain:\n%s", head)
	}
	for _, want := range []string{"✗ Fjord abyss 503", "● Fjord bay 200", "✗ Fjord abyss ", "● Fjord bay "} {
		if !strings.Contains(head, want) {
			t.Errorf("the picture does not say %q:\n%s%s", want, head, rest)
		}
	}
}

func TestRouteOfAnotherExchangeIsReadFromItsBeginning(t *testing.T) {
	m := shownRoute(fallback("a"), 80, 10)
	top := plain(m)
	viewstest.Press(m, "G")
	if plain(m) == top {
		t.Fatal("the page does not scroll")
	}
	m.SetSubject(fallback("b"))
	if got := plain(m); got != top {
		t.Errorf("the next exchange opens at\n%s", got)
	}
}

func TestTheChainIsNamedWhileNothingIsKnown(t *testing.T) {
	x, _ := statetest.Talk(t, `{"models":["fault/503","sim/writer"],"input":"hi"}`, client.MetadataOff)
	if got := plain(shownRoute(subject(x, false), 120, 30)); !strings.Contains(got, "fault/503, then sim/writer") {
		t.Errorf("it does not say what was asked for:\n%s", got)
	}
}

// TestLongNamesAreClipped: before they are measured, everywhere.
func TestLongNamesAreClipped(t *testing.T) {
	long := `"` + strings.Repeat("name ", 78_000) + `"`
	routing := strings.ReplaceAll(`{"requested":Q,"strategy":Q,"region":Q,"summary":Q,"endpoints":{"available":[{"provider":Q,"model":Q,"selected":true}]},
		"attempts":[{"provider":Q,"model":Q,"status":200}],"pipeline":[{"type":Q,"name":Q,"data":{"action":Q}}]}`, "Q", long)
	m := shownRoute(answered(200, `{"model":"a"}`, `{"id":"r","object":"response","status":"completed","model":`+long+`,"output":[],"service_metadata":`+routing+`}`), 100, 40)
	m.View()
	if n := len(m.Sheet.Plain()); n < 10_000 || n > 300_000 {
		t.Errorf("the page has %d bytes", n)
	}
}

// TestAModelThatIsNamedHasNotBegun: not before something of its answer arrived.
func TestAModelThatIsNamedHasNotBegun(t *testing.T) {
	for output, want := range map[string]string{
		``: "reported fjord/bay",
		`{"type":"message","content":[{"type":"output_text","text":"a"}]}`: "started by fjord/bay",
	} {
		s := answered(200, `{"model":"fjord/bay"}`, `{"id":"r","object":"response","status":"failed","model":"fjord/bay","error":{"code":"server_error","message":"m"},"output":[`+output+`]}`)
		if got := strings.Join(strings.Fields(plain(shownRoute(s, 100, 40))), " "); !strings.Contains(got, want) || strings.Contains(got, "started by") != strings.Contains(want, "started") {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestALongErrorIsNotAllThere: one that is stored in part shows how much of it is missing.
func TestALongErrorIsNotAllThere(t *testing.T) {
	for _, body := range []string{`{"error":{"code":500,"message":"m","metadata":{"a":"` + strings.Repeat("x", 2<<20) + `"}}}`, "<p>" + strings.Repeat("x", 2<<20)} {
		m := shownRoute(answered(500, `{"model":"a"}`, body), 100, 40)
		if got := plain(m); !strings.Contains(got, ", truncated by 2.0 MB  65.5 KB") {
			t.Errorf("%.40s is shown as\n%s", body, got)
		}
	}
}

// TestThePictureNamesTheModelsOfAFallback: by the providers alone the attempts
// at the second model read as attempts at the first. The list has them in columns.
func TestThePictureNamesTheModelsOfAFallback(t *testing.T) {
	m := shownRoute(answered(200, `{"models":["fjord/abyss","aurora/dawn"]}`, `{"status":"completed","model":"aurora/dawn","output":[],"service_metadata":{"requested":"fjord/abyss","strategy":"fallback","attempt":3,
		"endpoints":{"total":3,"available":[{"provider":"Borealis","model":"fjord/abyss","selected":false},{"provider":"Cobalt","model":"aurora/dawn","selected":false},{"provider":"Atlas","model":"aurora/dawn","selected":true}]},
		"attempts":[{"provider":"Borealis","model":"fjord/abyss","status":529},{"provider":"Cobalt","model":"aurora/dawn","status":503},{"provider":"Atlas","model":"aurora/dawn","status":200}],"pipeline":[]}}`), 112, 30)
	for _, want := range []string{"✗ Borealis fjord/abyss 529", "✗ Cobalt aurora/dawn 503", "● Atlas aurora/dawn 200",
		"1  ✗ Borealis  fjord/abyss  the", "2  ✗ Cobalt    aurora/dawn  temp", "3  ● Atlas     aurora/dawn  ok"} {
		if got := plain(m); !strings.Contains(got, want) {
			t.Errorf("the picture does not say %q:\n%s", want, got)
		}
	}
}

// TestThePictureNamesProvidersAtEveryWidth: never now the provider and now the model, whose
// end alone a narrow picture shows.
func TestThePictureNamesProvidersAtEveryWidth(t *testing.T) {
	s := answered(200, `{"models":["fjord/abyss","aurora/dawn"]}`, `{"status":"completed","model":"aurora/dawn","output":[],"service_metadata":{"requested":"fjord/abyss","strategy":"fallback","attempt":3,
		"endpoints":{"total":3,"available":[{"provider":"Granite","model":"fjord/abyss"},{"provider":"Granite","model":"aurora/dawn","selected":true},{"provider":"Atlas","model":"aurora/dawn"}]},
		"attempts":[{"provider":"Granite","model":"fjord/abyss","status":529},{"provider":"Granite","model":"aurora/dawn","status":200}],"pipeline":[{"type":"guardrail","name":"one"}]}}`)
	for width, want := range map[int]string{100: "✗ Granite fjord/abyss 529 ╭▶", 140: "✗ Granite fjord/abyss 529 ╭▶"} {
		if got := plain(shownRoute(s, width, 40)); !strings.Contains(got, want) {
			t.Errorf("%d: no %q in\n%s", width, want, got)
		}
	}
}

// TestModelsWithTheSameEndDiffer: by their full slugs.
func TestModelsWithTheSameEndDiffer(t *testing.T) {
	s := answered(200, `{"models":["fjord/abyss","delta/abyss"]}`, `{"status":"completed","model":"delta/abyss","output":[],"service_metadata":{"requested":"fjord/abyss","strategy":"fallback",
		"endpoints":{"total":2,"available":[{"provider":"A","model":"fjord/abyss"},{"provider":"A","model":"delta/abyss","selected":true}]},
		"attempts":[{"provider":"A","model":"fjord/abyss","status":529},{"provider":"A","model":"delta/abyss","status":200}],"pipeline":[]}}`)
	for width := 80; width < 130; width++ {
		if got := plain(shownRoute(s, width, 40)); strings.Contains(got, "─▶ fallback ─▶ ") && !strings.Contains(got, "A fjord/abyss 529") {
			t.Errorf("%d:\n%s", width, got)
		}
	}
}

// TestRepairIsShownAfterTheAttempts: it belongs to the answer, and not to the request.
func TestRepairIsShownAfterTheAttempts(t *testing.T) {
	s := answered(200, `{"model":"m"}`, `{"status":"completed","model":"m","output":[],"service_metadata":{"requested":"m","strategy":"direct",
		"endpoints":{"total":1,"available":[{"provider":"A","model":"m","selected":true}]},"attempts":[{"provider":"A","model":"m","status":200}],
		"pipeline":[{"type":"response_healing","name":"response-healing","data":{"improved":true}},{"type":"guardrail","name":"g"}]}}`)
	got := plain(shownRoute(s, 120, 40))
	for _, want := range []string{"direct   ─▶ ◆ g    ─▶ 1 endpoint ─▶ ● A 200", "● A 200  ─▶ ◆ response-healing repaired ─▶ ● m", "Runs on the answer, after the attempts.", "STAGES   2 stages"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
