package form

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/report"
	"gatehouse/views/viewstest"
)

// scene is a form with most of what a form can show.
func scene(t *testing.T, width, height int) *host {
	f := plugin("auto-router")
	f.Extra = []Extra{{After: "excluded_models", Name: "matches", Text: "7 of 22 models"}}
	h := newHost(t, width, height, strings.Replace(autoDoc, `"cost_tier"`, `"mood": {"odd": true}, "cost_tier"`, 1), f)
	h.SetFaults([]report.Finding{
		{Level: report.Warning, Sign: "⚠", Pointer: "/plugins/0/cost_quality_tradeoff", Message: "is deprecated: use cost_tier"},
		{Level: report.Failed, Pointer: "/plugins/0/allowed_models/1", Message: "1025 characters, at most 1024 allowed"},
	})
	return h
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{30, 40}, {54, 20}, {62, 31}, {110, 40}} {
		name := func(what string) string { return fmt.Sprintf("%s-%dx%d", what, size[0], size[1]) }
		h := scene(t, size[0], size[1])
		viewstest.Golden(t, name("auto"), h.plain())
		h.Show("/plugins/0/cost_tier")
		h.press("enter")
		viewstest.Golden(t, name("choose"), h.plain())

		h = newHost(t, size[0], size[1], toolDoc, tool(`{"type":"function"}`))
		h.Show("/tools/0/parameters")
		viewstest.Golden(t, name("schema"), h.plain())
		h.press("e")
		viewstest.Golden(t, name("json"), h.plain())
	}
}

func TestEverySizeIsExact(t *testing.T) {
	h := scene(t, 0, 0)
	for _, size := range [][2]int{{0, 0}, {1, 1}, {0, 9}, {9, 0}, {2, 3}, {5, 5}, {12, 8}, {30, 3}, {47, 9}, {48, 10}, {300, 90}} {
		h.SetSize(size[0], size[1])
		exact(t, h.Model)
		h.press("j", "enter")
		exact(t, h.Model)
		h.text("a wide 漢字 text that is longer than its place")
		exact(t, h.Model)
		h.press("esc", "/", "x", "enter", "e")
		exact(t, h.Model)
		h.press("esc", "esc")
	}
}

func TestAnEmptyFormSaysSo(t *testing.T) {
	h := newHost(t, 40, 8, `{}`, Form{Title: "moderation", Intro: []string{"It has no switch: it is there or not."}})
	viewstest.Golden(t, "empty-40x8", h.plain())
	h.press("j", "enter", "a", "d", "u", "e", "y", "K", "space", "n", "esc", "alt+e").document(`{}`)
}

func TestALongTextShowsItsFirstLines(t *testing.T) {
	lines := strings.Repeat(`a line of text\n`, 11) + "the last"
	h := newHost(t, 62, 20, `{"instructions": "`+lines+`"}`, heading("text"))
	if got := h.plain(); strings.Count(got, "a line of text") != 5 || !strings.Contains(got, "… and 7 more lines") {
		t.Errorf("got\n%s", got)
	}
	h = newHost(t, 62, 20, `{"instructions": "`+strings.Repeat(lines, 1000)+`"}`, heading("text"))
	if got := h.plain(); !strings.Contains(got, "… 184.0 KB in all") {
		t.Errorf("got\n%s", got)
	}
}

func TestWhatHasNoEffectSaysWhy(t *testing.T) {
	h := newHost(t, 62, 20, `{"max_tool_calls": 3, "stop_server_tools_when": []}`, heading("limits"))
	h.Show("/max_tool_calls")
	if got := h.plain(); !strings.Contains(got, "max_tool_calls has no effect with stop_server_tools_when") {
		t.Errorf("got\n%s", got)
	}
	h.Show("/stop_server_tools_when")
	h.press("d")
	h.Show("/max_tool_calls")
	if got := h.plain(); strings.Contains(got, "no effect") {
		t.Errorf("got\n%s", got)
	}
}

// many is a document whose list has n elements, after a text of size bytes.
func many(n, size int) string {
	var b strings.Builder
	b.WriteString(`{"instructions": "` + strings.Repeat("0123456789abcde ", size/16) + `", "plugins": [{"id": "auto-router", "allowed_models": [`)
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `"vendor-%d/*"`, i)
	}
	b.WriteString(`]}]}`)
	return b.String()
}

// BenchmarkKey moves through 1024 patterns of a request of 5 MB.
func BenchmarkKey(b *testing.B) {
	h := newHost(b, 62, 40, many(1024, 5<<20), plugin("auto-router"))
	h.View()
	for b.Loop() {
		h.press("j")
		h.View()
		h.press("pgup")
		h.View()
	}
}

// BenchmarkTypeInALongText types into a text of 5 MB.
func BenchmarkTypeInALongText(b *testing.B) {
	h := newHost(b, 62, 40, many(1, 5<<20), heading("text"))
	h.press("enter")
	for b.Loop() {
		h.press("x")
		h.View()
	}
}

// BenchmarkDocument takes another version of a request of 5 MB.
func BenchmarkDocument(b *testing.B) {
	h := newHost(b, 62, 40, many(1024, 5<<20), plugin("auto-router"))
	doc := h.draft.Bytes()
	version := uint64(1)
	for b.Loop() {
		version++
		h.SetDocument(doc, version)
		h.View()
	}
}
