package views

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

var update = flag.Bool("update", false, "write the key table of docs/keys.md")

func TestNoTwoActionsClaimOneKey(t *testing.T) {
	if clashes := NewKeys(DefaultCommands()).Clashes(); len(clashes) > 0 {
		t.Errorf("%s", strings.Join(clashes, "\n"))
	}
}

func TestDefaultsAvoidAmbiguousKeys(t *testing.T) {
	never := []string{"ctrl+i", "ctrl+m", "ctrl+h", "ctrl+[", "alt+[", "alt+]", "alt+shift+o", "alt+shift+p"}
	type row struct {
		action Action
		scope  Scope
	}
	seen := map[row]bool{}
	for _, c := range DefaultCommands() {
		if seen[row{c.Action, c.Scope}] {
			t.Errorf("%s stands in the table twice for one scope", c.Action)
		}
		seen[row{c.Action, c.Scope}] = true
		if c.Help == "" || c.Group == "" {
			t.Errorf("%s lacks words or a group: %+v", c.Action, c)
		}
		for _, key := range c.Keys {
			if slices.Contains(never, key) {
				t.Errorf("%s lies on %s", c.Action, key)
			}
		}
	}
}

// letters is what a lower-case letter means in lists, panes and pages: one thing, by the
// actions that are it. Capitals are the inspector's tabs and what a screen alone has.
var letters = []struct {
	key, means string
	actions    []Action
}{
	{"a", "add", []Action{ActPlaceAdd, ActFormAdd, ActRankAdd, ActLabAdd, ActConnectionAdd, ActAnswer}},
	{"b", "group by", []Action{ActStatsBy}},
	{"c", "continue", []Action{ActHistoryContinue}},
	{"d", "delete", []Action{ActDelete}},
	{"e", "edit", []Action{ActTurnEdit, ActFormJSON, ActSourceEdit, ActReadEdit, ActRankEdit, ActLabEdit, ActConnectionEdit}},
	{"f", "filter by type", []Action{ActFrameFilter}},
	{"g", "first row", []Action{ActGoTop}},
	{"h", "left", []Action{ActGoLeft, ActBenchFigureBack}},
	{"i", "inspect", []Action{ActTurnInspect, ActRankInspect, ActFrameInspect}},
	{"j", "down", []Action{ActGoDown}},
	{"k", "up", []Action{ActGoUp}},
	{"l", "right", []Action{ActGoRight, ActBenchFigure}},
	{"m", "mark", []Action{ActHistoryMark}},
	{"n", "next hit", []Action{ActNextHit}},
	{"o", "sort", []Action{ActStatsOrder, ActRankSort, ActBenchSort}},
	{"p", "pin", []Action{ActLabPin}},
	{"r", "send again", []Action{ActResend, ActResendSame, ActTurnResend, ActHistoryResend}},
	{"s", "save", []Action{ActHistorySave}},
	{"t", "test or check", []Action{ActConnectionTest, ActHistoryCheck}},
	{"u", "judge blind", []Action{ActRankJudge}},
	{"v", "raw or rendered", []Action{ActRaw}},
	{"w", "write a file", []Action{ActHistoryExport, ActRankExport, ActBenchExport, ActSaveBinary}},
	{"x", "run or take out", []Action{ActCallRun, ActFormFix, ActSourceFix, ActRankRemoveModel, ActHistoryDrop}},
	{"y", "copy", []Action{ActCopy}},
	{"z", "scale", []Action{ActRankNormal, ActStatsValues}},
}

// TestALowerCaseLetterHasOneMeaning wherever one does not type.
func TestALowerCaseLetterHasOneMeaning(t *testing.T) {
	means := map[string][]Action{"q": nil}
	for _, l := range letters {
		means[l.key] = l.actions
	}
	used := map[Action]bool{}
	for _, c := range DefaultCommands() {
		for _, key := range c.Keys {
			if len(key) != 1 || key < "a" || key > "z" {
				continue
			}
			if used[c.Action] = true; !slices.Contains(means[key], c.Action) {
				t.Errorf("%s is also %s in %q", key, c.Action, c.Scope.Where())
			}
		}
	}
	for _, l := range letters {
		for _, a := range l.actions {
			if !used[a] {
				t.Errorf("%s has no letter", a)
			}
		}
	}
}

func TestLettersTypeInTheComposer(t *testing.T) {
	for _, c := range DefaultCommands() {
		for _, key := range c.Keys {
			if c.Scope == Composer && IsLetter(key) {
				t.Errorf("%s takes the letter %s from the text", c.Action, key)
			}
		}
	}
}

func TestRebind(t *testing.T) {
	k := NewKeys(DefaultCommands())
	warnings := k.Rebind(map[string][]string{"palette": {"ctrl+t"}, "quit": {}, "no-such": {"x"}})
	if want := []string{"[keys] no-such: there is no such action"}; !slices.Equal(warnings, want) {
		t.Errorf("warnings %q, want %q", warnings, want)
	}
	if got := k.Asked(tea.KeyPressMsg{Code: 't', Mod: tea.ModCtrl}, Global); got != ActPalette {
		t.Errorf("ctrl+t asks for %q, want the palette", got)
	}
	if got := k.Asked(tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl}, Global); got != "" {
		t.Errorf("ctrl+p still asks for %q", got)
	}
	if k.Binding(ActQuit).Enabled() {
		t.Error("an action without keys is still bound")
	}
}

func TestRebindReportsClashes(t *testing.T) {
	cases := []struct {
		custom map[string][]string
		clash  bool
	}{
		{map[string][]string{"palette": {"ctrl+q"}}, true},         // both everywhere
		{map[string][]string{"palette": {"ctrl+w"}}, true},         // everywhere and in the composer
		{map[string][]string{"find": {"j"}}, true},                 // everywhere and in the transcript
		{map[string][]string{"list-choose": {"alt+m"}}, false},     // a list takes its keys first
		{map[string][]string{"go-down": {"ctrl+k"}}, false},        // transcript and composer: one has the focus
		{map[string][]string{"palette": {"ctrl+t", "f11"}}, false}, // free keys
	}
	for _, c := range cases {
		k := NewKeys(DefaultCommands())
		if got := len(k.Rebind(c.custom)) > 0; got != c.clash {
			t.Errorf("%v: clash %v, want %v", c.custom, got, c.clash)
		}
	}
}

// TestRebindActionOfSeveralScopes: it is rebound wherever it is, and where one types by the keys
// that type nothing and are free.
func TestRebindActionOfSeveralScopes(t *testing.T) {
	k := NewKeys(DefaultCommands())
	k.Rebind(map[string][]string{string(ActGoPageUp): {"u", "f18", "ctrl+w"}})
	typing := []Scope{Overlay, Composer}
	others := []Scope{Common, Transcript, Variant, Outline, Form, Source, Figures, Events, Tree, Rerank, Bench, Lab, LabCase, History, Statistics, Runs, Connections, ConnectionForm}
	for s := range Scopes {
		want := map[string]bool{"u": slices.Contains(others, s), "f18": slices.Contains(others, s) || slices.Contains(typing, s)}
		for key, bound := range want {
			if got := k.Asked(pressed(key), s); (got == ActGoPageUp) != bound {
				t.Errorf("%s asks for %q in %q", key, got, s.Where())
			}
		}
	}
	if got := k.Asked(pressed("ctrl+w"), Composer); got != ActDeleteWordBack {
		t.Errorf("ctrl+w asks for %q in the composer", got)
	}
	if got := k.In(Tree).Name(ActGoPageUp); got != "u" {
		t.Errorf("the tree's key is called %s", got)
	}
}

// pressed is a key whose String is name.
func pressed(name string) tea.KeyPressMsg { return tea.KeyPressMsg{Text: name} }

// TestInspectorKeysClashWithItsTabs: a key of the inspector works in every tab,
// so no tab may have it too; two tabs may share one.
func TestInspectorKeysClashWithItsTabs(t *testing.T) {
	row := func(a Action, s Scope) Command { return Command{Action: a, Scope: s, Keys: []string{"9"}} }
	for _, tab := range []Scope{Figures, Tree, Events, Comparison} {
		if len(NewKeys([]Command{row("own", Inspect), row("tab", tab)}).Clashes()) != 1 {
			t.Errorf("a key of the inspector and of a tab, %q, is no clash", tab.Where())
		}
	}
	if clashes := NewKeys([]Command{row("a", Tree), row("b", Events)}).Clashes(); len(clashes) != 0 {
		t.Errorf("two tabs: %q", clashes)
	}
	if len(NewKeys([]Command{row("a", Figures), row("b", Comparison)}).Clashes()) != 1 {
		t.Error("a page's key is no clash with the comparison's, which is such a page")
	}
}

func TestPerformAsksByName(t *testing.T) {
	k := NewKeys(DefaultCommands())
	if got := k.Asked(Perform{Action: ActOpenRow}, Transcript); got != ActOpenRow {
		t.Errorf("got %q, want fold", got)
	}
	if got := k.Asked(Perform{Action: ActOpenRow}, Composer, Overlay); got != "" {
		t.Errorf("another scope answers with %q", got)
	}
}

// TestKeysPage checks that the tables of docs/keys.md equal the program's keys;
// go test ./views -update writes them.
func TestKeysPage(t *testing.T) {
	const name, open, end = "../docs/keys.md", "<!-- keys -->\n", "<!-- /keys -->"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), open)
	table, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("docs/keys.md has no %s … %s", strings.TrimSpace(open), end)
	}
	want := keyTable(NewKeys(DefaultCommands()))
	if table == want {
		return
	}
	if !*update {
		t.Fatal("the table of docs/keys.md is not the program's; go test ./views -update writes it")
	}
	if err := os.WriteFile(name, []byte(head+open+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheKeysOfAScope are all of its rows, in the table's order.
func TestTheKeysOfAScope(t *testing.T) {
	keys := NewKeys(DefaultCommands())
	var want []string
	for _, c := range keys.Commands() {
		if c.Scope == Comparison || c.Scope == Figures {
			want = append(want, c.Short)
		}
	}
	var got []string
	for _, b := range keys.Full([]Scope{Comparison, Figures})[0] {
		got = append(got, b.Help().Desc)
	}
	if len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// keyTable writes the table as markdown, for docs/keys.md: the letters, then a table for each
// scope, under its heading. Keys in a cell are separated by
// commas; the rows are in the order of the help.
func keyTable(k *Keys) string {
	var b strings.Builder
	b.WriteString("### Letters\n\n| key | means |\n|---|---|\n")
	for _, l := range letters {
		fmt.Fprintf(&b, "| `%s` | %s |\n", l.key, l.means)
	}
	b.WriteString("\n")
	for scope := range Scopes {
		fmt.Fprintf(&b, "### %s\n\n| keys | action | does |\n|---|---|---|\n", scope.Where())
		for _, c := range k.commands {
			if c.Scope != scope || c.Inherited {
				continue
			}
			keys := make([]string, len(c.Keys))
			for i, key := range c.Keys {
				keys[i] = "`" + strings.ReplaceAll(key, "|", "\\|") + "`"
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", strings.Join(keys, ", "), c.Action, strings.ReplaceAll(c.Help, "|", "\\|"))
		}
		b.WriteString("\n")
	}
	return b.String()
}
