package form

import (
	"strings"
	"testing"

	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestNullBecomesTheObjectOrListThatIsWrittenInIt(t *testing.T) {
	inner := field.Field{Name: "b", Kind: field.Object, Nullable: true, Fields: []field.Field{{Name: "c~/", Kind: field.Toggle}}}
	f := Form{Fields: []field.Field{
		{Name: "a", Kind: field.Object, Nullable: true, Fields: []field.Field{inner}},
		{Name: "l", Kind: field.List, Nullable: true}, {Name: "p", Kind: field.Pairs, Nullable: true},
	}}
	h := newHost(t, 62, 30, `{"a": null, "l": null, "p": null}`, f)
	h.press("enter", "j", "enter", "j", "space")
	h.Show("/l")
	h.press("a", "x", "enter")
	h.Show("/p")
	h.press("a", "k", "enter", "v", "enter")
	h.document(`{"a": {"b": {"c~/": true}}, "l": ["x"], "p": {"k": "v"}}`)
}

func TestInvalidValueIsReportedAtItsField(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("sampling"))
	h.press("enter").text("0,7").press("enter")
	if got := h.plain(); !strings.Contains(got, "✗ “0,7” is not a JSON number; write 0.7") || !h.Typing() {
		t.Errorf("the form does not say what is wrong:\n%s", got)
	}
	h.press("backspace", "backspace").text(".7").press("enter").document(`{"temperature": 0.7}`)
}

// TestUnlistedValueIsReportedOnce: by the list that it is not in while it is typed, and by
// the fault alone once it was refused.
func TestUnlistedValueIsReportedOnce(t *testing.T) {
	for name, form := range map[string]Form{"service_tier": heading("model & routing"), "cost_tier": plugin("auto-router"), "price_source": plugin("pareto-router")} {
		h := newHost(t, 100, 24, `{"plugins":[{}]}`, form)
		h.Show(form.Base + "/" + name)
		h.press("enter").text("nonsense")
		if got := h.plain(); !strings.Contains(got, "not one of the values") || strings.Contains(got, "✗") {
			t.Errorf("%s is typed:\n%s", name, got)
		}
		h.press("enter")
		if got := h.plain(); strings.Count(got, "one of the values") != 1 || strings.Count(got, "✗") != 1 || !h.Typing() {
			t.Errorf("%s was refused:\n%s", name, got)
		}
	}
}

func TestValueOfAnotherTypeIsShownUnchanged(t *testing.T) {
	doc := `{"temperature": "0.7", "top_k": [1,  2], "top_p": {"a": null}}`
	h := newHost(t, 62, 20, doc, heading("sampling"))
	h.SetFaults([]report.Finding{{Level: report.Failed, Pointer: "/temperature", Message: "a string, must be a number or null"}})
	got := h.plain()
	for _, want := range []string{`temperature        "0.7"`, "✗ a string, must be a number or null", "top_k              [1, 2]", `{"a": null}`, "Not the type that this field takes"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	h.press("enter", "enter", "space", "esc", "left", "j", "j", "j").document(doc)
}

func TestSuggestionsAreOfferedAndAnyTextIsTaken(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("model & routing"))
	h.press("enter")
	h.SetSuggestions(field.Models, []Suggestion{{"borealis/writer-s", "a small one", "$1"}, {"cobalt/coder-m", "", ""}})
	if got := h.plain(); !strings.Contains(got, "borealis/writer-s  a small one") {
		t.Errorf("nothing is offered:\n%s", got)
	}
	h.text("coder").press("down", "enter").document(`{"model": "cobalt/coder-m"}`)
	h.press("enter", "ctrl+u").text("any/other").press("enter").document(`{"model": "any/other"}`)
}

func TestATextBecomesTheFirstOfItsParts(t *testing.T) {
	item, _ := field.FindItem([]byte(`{"role":"user"}`))
	doc := func(content string) string {
		return `{"model": "m", "message": {"role": "user", "content": ` + content + `}}`
	}
	h := newHost(t, 62, 30, doc(`"hi \u0061"`), Form{Title: "message", Base: "/message", Fields: item.Fields})
	h.Show("/message/content")
	h.press("a").document(doc(`[{"type":"input_text","text":"hi \u0061"}]`))
	h.press("a").text("image").press("enter")
	h.document(doc(`[{"type":"input_text","text":"hi \u0061"}, {"type":"input_image","detail":"auto","image_url":""}]`))
	h.Show("/message/content/1/image_url")
	h.press("enter").text("https://e.org/x.png").press("enter")
	h.press("K").document(doc(`[{"type":"input_text","text":"hi \u0061"}, {"type":"input_image","detail":"auto","image_url":"https://e.org/x.png"}]`))
	h.Show("/message/content/1")
	h.press("K").document(doc(`[{"type":"input_image","detail":"auto","image_url":"https://e.org/x.png"}, {"type":"input_text","text":"hi \u0061"}]`))
	viewstest.Golden(t, "parts-62x30", h.plain())
}

func TestAnObjectThatBecomesOfAnotherKindKeepsTheSelection(t *testing.T) {
	web, _ := field.FindPlugin("web")
	h := newHost(t, 62, 20, `{"plugins": [{"id": "web-fetch"}]}`, plugin("web-fetch"))
	h.Show("/plugins/0/max_uses")
	h.SetForm(Form{Title: "web", Base: "/plugins/0", Fields: web.Fields})
	if got := h.Selected(); got != "/plugins/0/max_uses" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("enter", "3")
	h.SetForm(Form{Title: "text", Fields: heading("text").Fields})
	if h.Typing() || h.Selected() != "/instructions" {
		t.Errorf("another object's form is at %s, typing is %v", h.Selected(), h.Typing())
	}
}

func TestALongTextGoesToTheEditorAsItIsTyped(t *testing.T) {
	h := newHost(t, 62, 20, `{"instructions": "a\nb", "reasoning": {"effort": "low"}}`, heading("text"))
	h.press("alt+e").press("enter", "c", "alt+e")
	h.Show("/reasoning")
	h.press("alt+e")
	want := []views.Intent{
		views.EditText{Pointer: "/instructions", Text: "a\nb"},
		views.EditText{Pointer: "/instructions", Text: "a\nbc"},
		views.EditText{Pointer: "/reasoning", Text: `{"effort": "low"}`, JSON: true},
	}
	if len(h.other) != len(want) {
		t.Fatalf("got %#v", h.other)
	}
	for i := range want {
		if h.other[i] != want[i] {
			t.Errorf("got %#v, want %#v", h.other[i], want[i])
		}
	}
}

func TestWhatIsTypedOutlivesAnEditElsewhere(t *testing.T) {
	h := newHost(t, 62, 20, `{"top_k": 1}`, heading("sampling"))
	h.press("enter").text("0.5")
	h.do(views.Edit{Pointer: "/top_k", Value: []byte("2")})
	h.press("enter").document(`{"top_k": 2, "temperature": 0.5}`)
}
