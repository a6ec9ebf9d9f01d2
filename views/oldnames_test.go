package views

import (
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestEveryNameThatWasBoundStillIs: testdata/names.txt lists the names of the actions
// and their keys while each scope had actions of its own. Each of them still binds its
// scope, and no other, and leaves none of the keys there that it had. The digits of the
// screens have since become those of their function keys.
func TestEveryNameThatWasBoundStillIs(t *testing.T) {
	list, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	scopes := map[string]Scope{}
	for s := range Scopes {
		scopes[s.Where()] = s
	}
	var scope Scope
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSuffix(line, "\n")
		if where, ok := strings.CutPrefix(line, "# "); ok {
			if scope, ok = scopes[where]; !ok {
				t.Fatalf("no scope %q", where)
			}
			continue
		}
		name, was, _ := strings.Cut(line, "\t")
		if name == "" {
			continue
		}
		before, k := NewKeys(DefaultCommands()), NewKeys(DefaultCommands())
		if warnings := k.Rebind(map[string][]string{name: {"f19"}}); len(warnings) > 0 {
			t.Errorf("%s: %q", name, warnings)
		}
		action := k.Asked(pressed("f19"), scope)
		if action == "" {
			t.Errorf("%s does not bind a key in %q", name, scope.Where())
		}
		for _, key := range strings.Fields(was) {
			if got := before.Asked(pressed(key), scope); got != action {
				t.Errorf("%s: %s asks for %q in %q, want %q", name, key, got, scope.Where(), action)
			}
			if got := k.Asked(pressed(key), scope); got != "" {
				t.Errorf("%s: %s still asks for %q in %q", name, key, got, scope.Where())
			}
		}
		for other := range Scopes {
			if got := k.Asked(pressed("f19"), other); got != "" && other != scope {
				t.Errorf("%s binds %q in %q too", name, got, other.Where())
			}
		}
	}
}

// A name of the vocabulary binds all scopes but those in which one types; an old name
// beside it is about its scope alone.
func TestANameOfTheVocabularyBindsWhereverItIsMeant(t *testing.T) {
	k := NewKeys(DefaultCommands())
	k.Rebind(map[string][]string{string(ActGoPageUp): {"u"}, "tree-page-up": {"f18"}})
	for s := range Scopes {
		want := Action("")
		if slices.Contains([]Scope{Common, Transcript, Outline, Form, Source, Figures, Events, Rerank, Bench, History, Statistics, Runs, Exchanges, Connections, ConnectionForm}, s) {
			want = ActGoPageUp
		}
		if got := k.Asked(pressed("u"), s); got != want && (want != "" || got == ActGoPageUp) {
			t.Errorf("u asks for %q in %q, want %q", got, s.Where(), want)
		}
	}
	if got := k.Asked(pressed("f18"), Tree); got != ActGoPageUp {
		t.Errorf("f18 asks for %q in the tree", got)
	}
	if got := k.In(Tree).Name(ActGoPageUp); got != "F18" {
		t.Errorf("the tree's key is called %s", got)
	}
	if got := k.Name(ActGoPageUp); got != "u" {
		t.Errorf("the key is called %s", got)
	}
}

// pressed is a key whose String is name.
func pressed(name string) tea.KeyPressMsg { return tea.KeyPressMsg{Text: name} }
