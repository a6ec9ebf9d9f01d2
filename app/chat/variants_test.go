package chat_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/config"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
	"gatehouse/state/share/page"
	"gatehouse/views"
)

// compare asks a prompt of three models that were marked in the list.
func compare(d *apptest.Driver, models ...string) {
	d.Press("alt+m")
	d.Flush()
	for _, m := range models {
		d.Type(m)
		d.Press("ctrl+space")
		for range m {
			d.Press("backspace")
		}
	}
	d.Press("enter")
	d.Flush()
}

func askAll(d *apptest.Driver, text string) {
	d.Type(text)
	d.Press("enter")
	d.WaitFor("the answers", func() bool { return len(d.Desk.Shown().Runs) == 0 })
}

// tips returns the last turn of each variant.
func tips(d *apptest.Driver) (all []*talk.Turn) {
	for _, v := range d.Desk.Shown().Variants.List {
		all = append(all, v.Tip)
	}
	return all
}

func modelOf(t *talk.Turn) string { return scan.Text(scan.Get(t.Exchange.Request, "model")) }

func TestAPromptIsAskedOfSeveralModelsSideBySide(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder", "sim/reasoner")
		d.Shows("nothing asked yet")
		d.Shows("Ask 3 variants something.")
		askAll(d, "hello")
		d.Golden("variants-120x35")
		for i, want := range []string{"sim/writer", "sim/coder", "sim/reasoner"} {
			turn := tips(d)[i]
			if got := modelOf(turn); got != want || turn.Exchange.Verdict != state.Completed || turn.Parent != nil {
				t.Errorf("variant %d asked %q, %s, after %v", i+1, got, turn.Exchange.Verdict, turn.Parent)
			}
		}
		d.Press("tab", "tab")
		d.Shows("R repeat   B lab")
		d.Press("enter")
		c := d.Desk.Shown()
		if c.Variants != nil || modelOf(c.Conv.Current) != "sim/coder" || c.Conv.Draft.Model() != "sim/coder" {
			t.Errorf("continues with %s, next with %s", modelOf(c.Conv.Current), c.Conv.Draft.Model())
		}
		d.Press("alt+shift+m")
		if c.Variants == nil || len(c.Variants.List) != 3 {
			t.Error("the key does not lead back side by side")
		}
	})
}

func TestOneVariantIsDrawnWhereItIsNarrow(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder", "sim/reasoner")
		askAll(d, "hello")
		d.Golden("variants-80x24")
		d.Press("tab", "tab", "tab")
		d.Shows("▸ sim/reasoner")
		d.Press("tab")
		d.Type("next")
		if d.Desk.Text() != "next" {
			t.Errorf("the composer has %q after the last variant", d.Desk.Text())
		}
	})
}

func TestThePromptGoesAfterTheMarkedAnswerOrInThreads(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		first := tips(d)
		d.Press("tab", "tab", "tab")
		askAll(d, "two")
		second := tips(d)
		for i, turn := range second {
			if turn.Parent != first[1] {
				t.Errorf("variant %d goes after turn %d, not after the marked %d", i+1, turn.Parent.ID, first[1].ID)
			}
		}
		d.Press("tab", "T", "shift+tab")
		askAll(d, "three")
		for i, turn := range tips(d) {
			if turn.Parent != second[i] || !strings.Contains(string(turn.Exchange.Request), "two") {
				t.Errorf("variant %d goes after turn %d, not after turn %d", i+1, turn.Parent.ID, second[i].ID)
			}
		}
	})
}

func TestAnErrorIsThatOfItsVariantAlone(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/none")
		askAll(d, "hello")
		turns := tips(d)
		if turns[0].Exchange.Verdict != state.Completed || turns[1].Exchange.Verdict != state.Failed {
			t.Fatalf("verdicts %s and %s", turns[0].Exchange.Verdict, turns[1].Exchange.Verdict)
		}
		d.Shows("404")
		d.Hides("in another branch")
		if strings.Contains(d.Screen(), "◂") {
			t.Error("one answer alone is marked as the best")
		}
	})
}

func TestAVariantIsChangedInTheBuilder(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		before := slices.Clone(d.Desk.Shown().Conv.Draft.Bytes())
		d.Press("tab", "tab", "e")
		d.Shows("Editing variant sim/coder")
		if err := d.Desk.Edit(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.2")}); err != nil {
			t.Fatal(err)
		}
		d.Press("f2")
		d.Shows("sim/coder · temperature 0.2")
		c := d.Desk.Shown()
		if got := string(c.Variants.List[1].Patch); !scan.Same([]byte(got), []byte(`{"model":"sim/coder","temperature":0.2}`)) {
			t.Errorf("the variant is %s", got)
		}
		if string(c.Conv.Draft.Bytes()) != string(before) {
			t.Errorf("the conversation's document became %s", c.Conv.Draft.Bytes())
		}
		askAll(d, "two")
		for i, turn := range tips(d) {
			if has := scan.Get(turn.Exchange.Request, "temperature") != nil; has != (i == 1) {
				t.Errorf("variant %d sent %s", i+1, turn.Exchange.Request)
			}
		}
	})
}

func TestEscStopsOneVariantThenAll(t *testing.T) {
	apptest.Run(t, 120, 35, apptest.Slow, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder", "sim/reasoner")
		d.Type("hello")
		d.Press("enter")
		c := d.Desk.Shown()
		if len(c.Runs) != 3 {
			t.Fatalf("%d are on their way", len(c.Runs))
		}
		d.Press("tab", "tab", "esc")
		d.WaitFor("its end", func() bool { return len(c.Runs) == 2 })
		if v := tips(d)[1].Exchange.Verdict; v != state.Cancelled {
			t.Errorf("the variant that was stopped is %s", v)
		}
		d.Press("esc")
		d.WaitFor("all ends", func() bool { return len(c.Runs) == 0 })
	})
}

func TestAVariantIsAskedAgainAloneAndRemoved(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) {}, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder", "sim/reasoner")
		askAll(d, "hello")
		was := tips(d)
		d.Press("tab", "tab", "r")
		d.WaitFor("the answer", func() bool { return len(d.Desk.Shown().Runs) == 0 })
		now := tips(d)
		if now[0] != was[0] || now[2] != was[2] || now[1] == was[1] || modelOf(now[1]) != "sim/coder" {
			t.Error("another variant was asked again, or none")
		}
		d.Press("d")
		if c := d.Desk.Shown(); len(c.Variants.List) != 2 || c.Conv.Find(now[1].ID) == nil {
			t.Error("the variant is still there, or its answer is gone")
		}
		d.Press("D")
		d.Shows("COMPARE")
	})
}

func TestAComparisonIsRepeatedInTheLab(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "hello")
		d.Press("tab", "R")
		d.WaitFor("the figures of all", func() bool { return strings.Count(d.Screen(), "5 of 5") == 4 })
		d.Press("f2", "tab", "B")
		d.Shows("hello")
		d.Hides("5 of 5")
	})
}

func TestAComparisonIsExportedWithItsColumns(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "hello | there")
		d.Press("alt+y")
		d.Shows("all side by side, a page")
		var all []*state.Exchange
		for _, turn := range tips(d) {
			all = append(all, turn.Exchange)
		}
		made := export.Reports(report.SideBySide("hello | there", d.Desk.Shown().Names(), all)...)
		for _, want := range []string{"> hello \\| there", "|  | sim/writer | sim/coder |", "| served by | sim/writer, Local | sim/coder, Local |", "| first word | 0 ms | 0 ms |", "<br>Worth asking:<br>"} {
			if !strings.Contains(made, want) {
				t.Errorf("%q is not in\n%s", want, made)
			}
		}
		html, err := page.Reports("hello", report.SideBySide("hello | there", d.Desk.Shown().Names(), all)...)
		if err != nil || strings.Count(string(html), `<td class="lines"`) != 2*9 {
			t.Errorf("the page has other columns: %v\n%s", err, html)
		}
	})
}

func TestAVariantIsSentOverAnotherConnection(t *testing.T) {
	profile := func(o *app.Options) {
		o.File = &config.File{Profiles: map[string]config.Profile{"work": {BaseURL: "http://work.example/api/v1"}}}
	}
	apptest.Run(t, 120, 35, profile, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "hello")
		d.Press("tab", "tab", "@", "down", "enter")
		d.Shows("sim/coder · @work")
		d.Press("tab")
		askAll(d, "again")
		c := d.Desk.Shown()
		for i, want := range []string{"local", "work"} {
			if got := d.Desk.ExchangeOf(c, tips(d)[i]).About; got.Connection != want {
				t.Errorf("variant %d was sent over %q to %s", i+1, got.Connection, got.BaseURL)
			}
		}
	})
}

func TestEditingAVariantLeavesTheConversationAsItWas(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		c := d.Desk.Shown()
		before := string(c.Conv.Draft.Bytes())
		edit := func() {
			d.Press("tab", "tab", "e")
			if err := d.Desk.Edit(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.2")}); err != nil {
				t.Fatal(err)
			}
		}
		for name, leave := range map[string]func(){
			"chat and undo":        func() { d.Press("f2", "alt+z") },
			"undo in Build":        func() { d.Press("alt+z", "alt+z", "f2") },
			"another conversation": func() { d.Do(views.RunAction{Action: views.ActNew}); d.Do(views.ShowConversation{Index: 0}) },
			"inspect":              func() { d.Press("f4", "f2") },
		} {
			edit()
			leave()
			if got := string(c.Conv.Draft.Bytes()); got != before || d.Desk.Shown() != c || scan.Get(c.Variants.List[1].Patch, "model") == nil {
				t.Errorf("%s: the document is %s, the variant %s", name, got, c.Variants.List[1].Patch)
			}
			d.Do(views.ShowConversation{Index: 0})
		}
	})
}

func TestKeysAreForTheVariantThatHasTheFocus(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		d.Press("tab", "+", "f2", "tab", "tab", "tab")
		d.Press("alt+y", "esc", "d")
		if names := d.Desk.Shown().Names(); !slices.Equal(names, []string{"sim/writer", "sim/coder"}) {
			t.Errorf("left are %v", names)
		}
	})
}

func TestAFailedAnswerIsNotWhatTheNextPromptGoesAfter(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/none", "sim/writer", "sim/coder")
		askAll(d, "one")
		first := tips(d)
		askAll(d, "two")
		for i, turn := range tips(d) {
			if turn.Parent != first[1] {
				t.Errorf("variant %d does not go after the first answer", i+1)
			}
		}
		d.Press("tab", "tab", "tab", "tab")
		askAll(d, "three")
		d.Shows("after the answer of sim/coder")
	})
}

func TestVariantsDifferAsBeforeAfterOneWasContinued(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		d.Press("tab", "e")
		if err := d.Desk.Edit(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.2")}); err != nil {
			t.Fatal(err)
		}
		d.Press("f2")
		d.Shows("variant changed after this answer")
		d.Press("tab", "enter", "alt+shift+m")
		askAll(d, "two")
		for i, turn := range tips(d) {
			if has := scan.Get(turn.Exchange.Request, "temperature") != nil; has != (i == 0) {
				t.Errorf("variant %d sent %s", i+1, turn.Exchange.Request)
			}
		}
		d.Press("tab", "delete", "alt+shift+m", "alt+shift+m", "alt+r")
	})
}

func TestADeletedAnswerReturnsToItsVariantByUndo(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/none", "sim/writer")
		askAll(d, "one")
		d.Shows("▸ sim/writer")
		failed := tips(d)[0]
		d.Press("tab")
		d.Do(views.DeleteTurn{Turn: failed.ID})
		d.Press("y")
		d.Shows("nothing asked yet")
		d.Press("alt+z")
		if tips(d)[0] != failed {
			t.Error("the variant has no answer after the undo")
		}
	})
}

func TestAnAnswerFromBeforeAChangeOfAllIsMarkedSo(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		compare(d, "sim/writer", "sim/coder")
		askAll(d, "one")
		if err := d.Desk.Edit(views.Edit{Pointer: "/temperature", Value: json.RawMessage("0.2")}); err != nil {
			t.Fatal(err)
		}
		d.Do(views.RunAction{Action: views.ActChat})
		if n := strings.Count(d.Screen(), "variant changed after this answer"); n != 2 {
			t.Errorf("%d answers are marked", n)
		}
		d.Press("alt+z")
		d.Hides("variant changed after this answer")
	})
}
