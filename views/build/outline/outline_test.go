package outline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/state/request/validate"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func groups() []field.Group {
	g := func(name string, members ...string) field.Group {
		group := field.Group{Name: name}
		for _, m := range members {
			group.Fields = append(group.Fields, field.Field{Name: m})
		}
		return group
	}
	return []field.Group{g("model & routing", "model", "models", "provider"), g("sampling", "temperature", "top_p"), g("limits", "max_output_tokens")}
}

const scene = `{
  "model": "auto", "models": ["a/b"], "provider": {}, "temperature": "hot", "unknown": 1,
  "plugins": [
    {"id": "auto-router", "allowed_models": ["borealis/*"]},
    {"id": "web", "enabled": false, "max_results": "5"},
    {"id": "moderation"}
  ],
  "tools": [
    {"type": "function", "name": "get_weather", "parameters": {}},
    {"type": "service:web_search"}
  ],
  "input": [
    {"type": "message", "role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "input_text", "text": "What is in the report? \u001b[31m 漢字"}, {"type": "input_file", "filename": "report.pdf"}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Nothing."}, {"type": "output_text", "text": "Much.", "cache_control": {"type": "ephemeral"}}]},
    {"type": "function_call", "call_id": "c1", "name": "get_weather", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "12 degrees"},
    {"type": "message", "role": "user", "content": "and now?"}
  ]
}`

func newModel(doc string, width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()), groups())
	m.SetSize(width, height)
	m.SetFocus(true)
	m.SetDocument([]byte(doc), 1)
	m.SetFindings(report.Checked(validate.For(validate.ForResponses, []byte(doc), validate.Service{})))
	return m
}

func press(m *Model, name string) views.Intent {
	if name == "duplicate" { // it has no key
		return m.Update(views.Perform{Action: views.ActPlaceDuplicate}).Intent
	}
	special := map[string]rune{"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "pgdown": tea.KeyPgDown,
		"pgup": tea.KeyPgUp, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "space": ' '}
	k := tea.KeyPressMsg{Text: name}
	if code, ok := special[name]; ok {
		k = tea.KeyPressMsg{Code: code}
		if code == ' ' {
			k.Text = " "
		}
	} else {
		k.Code = []rune(name)[0]
	}
	intent := m.Update(k).Intent
	return intent
}

func screen(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestGoldens(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		place         views.Place
	}{
		{"narrow-26x24", 26, 24, views.Place{Section: views.PluginsSection, Index: 1}},
		{"wide-50x30", 50, 30, views.Place{Section: views.ItemsSection, Index: 5}},
		{"low-32x8", 32, 8, views.Place{Section: views.ToolsSection, Index: 9}},
		{"tiny-9x4", 9, 4, views.Place{}},
		{"nothing-0x0", 0, 0, views.Place{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(scene, c.width, c.height)
			m.SetWriting(true)
			m.SetHeaders(2)
			m.Select(c.place)
			viewstest.Golden(t, c.name, screen(m))
		})
	}
}

func at(s views.Section, i int) views.Place { return views.Place{Section: s, Index: i} }

func TestKeysAskFor(t *testing.T) {
	plugin, tool, item := views.PluginsSection, views.ToolsSection, views.ItemsSection
	call := `{"type": "function", "name": "get_weather", "parameters": {}}`
	cases := []struct {
		at   views.Place
		keys string
		want views.Intent
		then views.Place
	}{
		{views.Place{Group: "model & routing"}, "down", views.ShowForm{Place: views.Place{Group: "sampling"}}, views.Place{Group: "sampling"}},
		{views.Place{Group: "model & routing"}, "up", nil, views.Place{Group: "model & routing"}},
		{views.Place{Group: "prompt"}, "j", views.ShowForm{Place: at(plugin, 0)}, at(plugin, 0)},
		{at(plugin, 0), "k", views.ShowForm{Place: views.Place{Group: "prompt"}}, views.Place{Group: "prompt"}},
		{at(plugin, 1), "enter", views.ShowForm{Place: at(plugin, 1), Enter: true}, at(plugin, 1)},
		{at(plugin, 3), "enter", views.AddElement{Pointer: "/plugins", Index: 3}, at(plugin, 3)},
		{at(plugin, 0), "a", views.AddElement{Pointer: "/plugins", Index: 1}, at(plugin, 0)},
		{views.Place{Group: "sampling"}, "a", views.AddToRequest{Group: "sampling"}, views.Place{Group: "sampling"}},
		{at(tool, 0), "d", views.DeleteElement{Pointer: "/tools/0", What: "the tool get_weather"}, at(tool, 0)},
		{at(item, 5), "d", views.DeleteElement{Pointer: "/input/5", What: "the item 5"}, at(item, 4)},
		{at(item, 1), "J", views.MoveElement{Pointer: "/input", From: 1, To: 2}, at(item, 2)},
		{at(item, 0), "K", nil, at(item, 0)},
		{at(item, 5), "J", nil, at(item, 5)},
		{at(tool, 0), "duplicate", views.Insert{Pointer: "/tools", Index: 1, Value: json.RawMessage(call)}, at(tool, 1)},
		{at(tool, 0), "y", views.Copy{What: "tool", Text: call}, at(tool, 0)},
		{at(tool, 0), "y ctrl+v", views.Insert{Pointer: "/tools", Index: 1, Value: json.RawMessage(call)}, at(tool, 1)},
		{views.Place{Group: "sampling"}, "y", views.Copy{What: "sampling", Text: `{"temperature": "hot"}`}, views.Place{Group: "sampling"}},
		{at(plugin, 0), "space", views.Edit{Pointer: "/plugins/0/enabled", Value: json.RawMessage("false")}, at(plugin, 0)},
		{at(plugin, 1), "space", views.Edit{Pointer: "/plugins/1/enabled", Value: json.RawMessage("true")}, at(plugin, 1)},
		{views.Place{Group: "sampling"}, "G", views.ShowForm{Place: at(item, 6)}, at(item, 6)},
		{at(item, 6), "g", views.ShowForm{Place: views.Place{Group: "model & routing"}}, views.Place{Group: "model & routing"}},
		{at(item, 0), "esc", views.Cancel{}, at(item, 0)},
	}
	for _, c := range cases {
		m := newModel(scene, 40, 12)
		m.Select(c.at)
		var got views.Intent
		for _, k := range strings.Fields(c.keys) {
			got = press(m, k)
		}
		if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", c.want) || m.Place() != c.then {
			t.Errorf("%+v %s:\ngot  %#v at %+v\nwant %#v at %+v", c.at, c.keys, got, m.Place(), c.want, c.then)
		}
	}
}

func TestWhatCannotBeDoneSaysWhy(t *testing.T) {
	cases := []struct {
		at   views.Place
		key  string
		want string
	}{
		{at(views.PluginsSection, 2), "space", "moderation has no enabled field"},
		{at(views.ToolsSection, 0), "space", "plugin"},
		{views.Place{Group: "sampling"}, "d", "select"},
		{at(views.ToolsSection, 2), "duplicate", "select"},
		{views.Place{Group: "limits"}, "y", "nothing in this group"},
		{at(views.ToolsSection, 0), "ctrl+v", "nothing to paste"},
	}
	for _, c := range cases {
		m := newModel(scene, 40, 12)
		m.Select(c.at)
		n, ok := press(m, c.key).(views.Notify)
		if !ok || !strings.Contains(n.Text, c.want) {
			t.Errorf("%+v %s: %#v, want words with %q", c.at, c.key, n, c.want)
		}
	}
}

func TestPasteIsCheckedAndInserted(t *testing.T) {
	cases := []struct {
		at    views.Place
		paste string
		want  string // of the value, or of the notice
		ok    bool
	}{
		{at(views.PluginsSection, 0), ` {"id":"web"} `, `{"id":"web"}`, true},
		{at(views.PluginsSection, 0), `{"type":"function"}`, `has no "id"`, false},
		{at(views.ToolsSection, 0), `{"type":"custom","name":"x"}`, `{"type":"custom","name":"x"}`, true},
		{at(views.ToolsSection, 0), `{"name":"x"}`, `has no "type"`, false},
		{at(views.ItemsSection, 6), `{"role":"user","content":"é"}`, `{"role":"user","content":"é"}`, true},
		{at(views.ItemsSection, 0), `[1]`, "is not an object", false},
		{at(views.ItemsSection, 0), `{"role":`, "not JSON", false},
		{views.Place{Group: "sampling"}, `{}`, "a complete request", false},
	}
	for _, c := range cases {
		m := newModel(scene, 40, 12)
		m.Select(c.at)
		intent := m.Update(tea.PasteMsg{Content: c.paste}).Intent
		switch got := intent.(type) {
		case views.Insert:
			if !c.ok || string(got.Value) != c.want || got.Pointer != c.at.Section.Pointer() {
				t.Errorf("%s: %#v", c.paste, got)
			}
		case views.Notify:
			if c.ok || !strings.Contains(got.Text, c.want) {
				t.Errorf("%s: %q, want %q", c.paste, got.Text, c.want)
			}
		default:
			t.Errorf("%s: %#v", c.paste, got)
		}
	}
}

func TestWhatIsNoListIsShownAndCanGo(t *testing.T) {
	m := newModel(`{"plugins": "web", "input": "just words"}`, 40, 20)
	if s := screen(m); !strings.Contains(s, "not a list: web") || !strings.Contains(s, "0 user just words") {
		t.Errorf("got\n%s", s)
	}
	m.Select(at(views.PluginsSection, 0))
	if got := press(m, "enter"); got != (views.ShowPlace{Pointer: "/plugins"}) {
		t.Errorf("enter: %#v", got)
	}
	if got := press(m, "d"); got != (views.DeleteElement{Pointer: "/plugins", What: "plugins"}) {
		t.Errorf("d: %#v", got)
	}
	if n, ok := press(m, "a").(views.Notify); !ok || !strings.Contains(n.Text, "plugins is not a list") {
		t.Errorf("a: %#v", n)
	}
	m.Select(at(views.ItemsSection, 0))
	want := `{"type":"message","role":"user","content":"just words"}`
	if i, ok := press(m, "duplicate").(views.Insert); !ok || string(i.Value) != want {
		t.Errorf("duplicate of input in short: %#v", i)
	}
}

func TestShowLeadsToTheRowThatHoldsAPointer(t *testing.T) {
	m := newModel(scene, 30, 6)
	for pointer, want := range map[string]views.Place{
		"/temperature":              {Group: "sampling"},
		"/plugins/1/max_results":    at(views.PluginsSection, 1),
		"/input/5/content":          at(views.ItemsSection, 5),
		"/tools/0/parameters/type":  at(views.ToolsSection, 0),
		"/provider/order/0":         {Group: "model & routing"},
		"/input/99/content/0/image": at(views.ItemsSection, 6),
	} {
		if got, ok := m.Show(pointer); !ok || got != want || !strings.Contains(screen(m), "▸") {
			t.Errorf("%s: %+v, %v", pointer, got, ok)
		}
	}
	if _, ok := m.Show("/unknown"); ok {
		t.Error("a member of no group has a place")
	}
}

func TestElementsAreNamed(t *testing.T) {
	var got []string
	for p, words := range newModel(`{"plugins":[{"id":"web"}],"input":[{"role":"user","content":"which keys?"}]}`, 30, 24).Elements() {
		got = append(got, p.Pointer()+" "+words)
	}
	if want := []string{"/plugins/0 web", "/input/0 user which keys?"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFirstWordsOfALongString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "漢", "\n", "\"", "\\", "😀", "\u0001", " ", "é"}), 100, 300).Draw(t, "text"), "")
		quoted, _ := json.Marshal(text)
		full := strings.Join(strings.Fields(text), " ")
		got := firstWords(quoted)
		if !strings.HasPrefix(full, got) || len(got) < 30 && got != full {
			t.Fatalf("%q begins with %q", full, got)
		}
	})
}

// TestTheTokensOfThePromptAreNamed if there is space for the word; the figure is always shown.
func TestTheTokensOfThePromptAreNamed(t *testing.T) {
	for width, want := range map[int]string{26: " ~12,345 tokens", 20: " ~12,345"} {
		m := newModel(scene, width, 60)
		m.SetFill("~12,345 tokens")
		found := false
		for line := range strings.SplitSeq(ansi.Strip(m.View()), "\n") {
			found = found || strings.HasPrefix(line, "  prompt ") && strings.HasSuffix(strings.TrimRight(line, " │"), want)
		}
		if !found {
			t.Errorf("at %d: %q does not stand beside the prompt:\n%s", width, want, ansi.Strip(m.View()))
		}
	}
}
