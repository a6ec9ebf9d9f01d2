package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
)

// bodySent is the request that was sent last in the shown conversation.
func bodySent(d *driver) string { return string(d.m.desk.Shown().Conv.Current.Exchange.Request) }

func TestWhatFailedIsSentAgainFromEveryScreen(t *testing.T) {
	for name, again := range map[string][]string{
		"enter":      {"enter", "enter"},
		"at once":    {"alt+g"},
		"by F3":      {"f3", "alt+g"},
		"previewed":  {"alt+p", "enter"},
		"saved to":   {"ctrl+s", "esc", "alt+g"},
		"after F3":   {"f3", "f2", "enter"},
		"given up":   {"f3", "f2", "esc", "alt+g"},
		"edited it ": {"tab", "e", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			bubble(t, 110, 35, nil, func(d *driver) {
				conv := d.m.desk.Shown().Conv
				d.do(views.SetModel{Slug: "fault/429"})
				d.typeText("Which model are you?")
				d.keys("enter")
				d.until("the end", d.idle)
				failed := conv.Current
				if name == "enter" {
					d.shows("enter restores your last message")
				}
				d.do(views.SetModel{Slug: "sim/writer"})
				d.keys(again...)
				d.until("the end", d.idle)
				if conv.Current == failed || conv.Current.Exchange.Verdict != state.Completed {
					t.Fatalf("it was not sent again\n%s", d.screen())
				}
				if !strings.Contains(bodySent(d), "Which model are you?") || len(conv.Siblings(failed)) != 2 || d.m.desk.Text() != "" {
					t.Errorf("%d branches; sent was\n%s", len(conv.Siblings(failed)), bodySent(d))
				}
			})
		})
	}
}

func TestWhatIsAskedInsteadOfWhatFailedGoesAlone(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		d.do(views.SetModel{Slug: "fault/429"})
		d.typeText("the first")
		d.keys("enter")
		d.until("the end", d.idle)
		d.do(views.SetModel{Slug: "sim/writer"})
		d.typeText("the second")
		d.keys("alt+g")
		d.until("the end", d.idle)
		if body := bodySent(d); strings.Contains(body, "the first") || !strings.Contains(body, "the second") {
			t.Errorf("sent was\n%s", body)
		}
	})
}

func TestSentAllTheSameIsWhatWasRefused(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"temperature":"warm","input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{}"}]}`
	bubble(t, 110, 40, opened(t, body), func(d *driver) {
		d.typeText("not for now")
		d.keys("alt+a", "t")
		d.typeText("12 degrees")
		d.keys("enter")
		d.shows("Not sent: 1 fault")
		d.keys("alt+g")
		d.until("the end", d.idle)
		sent := items(t, d)
		if scan.Text(scan.Get(sent[len(sent)-1], "output")) != "12 degrees" || strings.Contains(bodySent(d), "not for now") {
			t.Errorf("sent was\n%s", bodySent(d))
		}
		if d.m.composer().Text() != "not for now" {
			t.Errorf("the composer holds %q", d.m.composer().Text())
		}
	})
}

func TestFaultsThatComeLateTakeNoKeys(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`"warm"`)})
		d.send(tea.PasteMsg{Content: strings.Repeat("many words ", screen.Quick/8)})
		d.send(keyPress("enter"))
		d.typeText(" and more") // before the checks have ended
		d.flush()
		if d.m.Overlays.Top() != nil || !strings.HasSuffix(d.m.composer().Text(), " and more") {
			t.Fatalf("the faults took the keys\n%s", d.screen())
		}
		d.shows("not sent: 1 fault in the request, the first at temperature")
		d.keys("alt+g")
		d.flush()
		d.shows("Not sent: 1 fault")
	})
}

func TestQuitAsksWhereWorkWouldBeLost(t *testing.T) {
	t.Chdir(t.TempDir())
	path := filepath.Join(".", "work.json")
	if err := os.WriteFile(path, []byte(`{"model":"sim/writer","stream":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	answer := filepath.Join(".", "answer.json")
	if err := os.WriteFile(answer, []byte(`{"object":"response","model":"sim/writer","output":[{"role":"assistant","content":"hi"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		do   func(d *driver)
		asks string
	}{
		{"nothing", func(*driver) {}, ""},
		{"a conversation", func(d *driver) { d.typeText("hello"); d.keys("enter"); d.until("the end", d.idle) }, "not saved: conversation 1; ctrl+s saves, ctrl+q again quits without it"},
		{"one that is running", func(d *driver) { d.typeText("hello"); d.keys("enter") }, "not saved: conversation 1, and a request is running"},
		{"one that is running and not shown", func(d *driver) { d.typeText("hello"); d.keys("enter", "alt+n") }, "not saved: conversation 1, and a request is running"},
		{"a text that was not sent", func(d *driver) { d.typeText("hello") }, "not saved: the text of conversation 1"},
		{"blanks", func(d *driver) { d.typeText("  ") }, ""},
		{"a saved conversation", func(d *driver) {
			d.typeText("hello")
			d.keys("enter")
			d.until("the end", d.idle)
			d.saveAs("chat.json")
			d.until("it is saved", func() bool { return d.m.desk.Shown().Path != "" })
		}, ""},
		{"a response as it was", func(d *driver) { d.do(views.OpenFile{Path: answer}) }, ""},
		{"a response and a question", func(d *driver) {
			d.do(views.OpenFile{Path: answer})
			d.typeText("hello")
			d.keys("enter")
			d.until("the end", d.idle)
		}, "not saved: conversation 2"},
		{"an item that was written", func(d *driver) {
			d.do(views.Edit{Pointer: "/input", Value: json.RawMessage(`[{"role":"user","content":"hi"}]`)})
		}, "not saved: conversation 1"},
		{"another model", func(d *driver) { d.do(views.SetModel{Slug: "sim/coder"}) }, ""},
		{"a file as it was", func(d *driver) { d.do(views.OpenFile{Path: path}) }, ""},
		{"a file that changed", func(d *driver) { d.do(views.OpenFile{Path: path}); d.typeText("hello") }, "not saved: work.json"},
		{"a changed file that is not shown", func(d *driver) {
			d.do(views.OpenFile{Path: path})
			d.typeText("hello")
			d.do(views.ShowConversation{Index: 0})
		}, "not saved: work.json"},
		{"a request that was built", func(d *driver) {
			d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`1`)})
		}, "not saved: the request of conversation 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, 110, 35, nil, func(d *driver) {
				c.do(d)
				d.keys("ctrl+q")
				if d.quit != (c.asks == "") {
					t.Fatalf("quit: %v\n%s", d.quit, d.screen())
				}
				if d.quit {
					return
				}
				d.shows(c.asks)
				d.keys("left", "ctrl+q") // another key takes the question back
				if d.quit {
					t.Fatal("it quit behind another key")
				}
				d.keys("ctrl+q")
				if !d.quit {
					t.Error("asked again it does not quit")
				}
			})
		})
	}
}
