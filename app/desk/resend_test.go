package desk_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
)

// bodySent is the request that was sent last in the shown conversation.
func bodySent(d *apptest.Driver) string { return string(d.Desk.Shown().Conv.Current.Exchange.Request) }

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
			apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
				conv := d.Desk.Shown().Conv
				d.Do(views.SetModel{Slug: "fault/429"})
				d.Type("Which model are you?")
				d.Press("enter")
				d.WaitFor("the end", d.Idle)
				failed := conv.Current
				if name == "enter" {
					d.Shows("enter restores your last message")
				}
				d.Do(views.SetModel{Slug: "sim/writer"})
				d.Press(again...)
				d.WaitFor("the end", d.Idle)
				if conv.Current == failed || conv.Current.Exchange.Verdict != state.Completed {
					t.Fatalf("it was not sent again\n%s", d.Screen())
				}
				if !strings.Contains(bodySent(d), "Which model are you?") || len(conv.Siblings(failed)) != 2 || d.Desk.Text() != "" {
					t.Errorf("%d branches; sent was\n%s", len(conv.Siblings(failed)), bodySent(d))
				}
			})
		})
	}
}

func TestWhatIsAskedInsteadOfWhatFailedGoesAlone(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Do(views.SetModel{Slug: "fault/429"})
		d.Type("the first")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Do(views.SetModel{Slug: "sim/writer"})
		d.Type("the second")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if body := bodySent(d); strings.Contains(body, "the first") || !strings.Contains(body, "the second") {
			t.Errorf("sent was\n%s", body)
		}
	})
}

func TestSentAllTheSameIsWhatWasRefused(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"temperature":"warm","input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{}"}]}`
	apptest.Run(t, 110, 40, apptest.Opened(t, body), func(d *apptest.Driver) {
		d.Type("not for now")
		d.Press("alt+a")
		d.Type("12 degrees")
		d.Press("enter", "enter")
		d.Shows("Not sent: 1 fault")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		sent := items(t, d)
		if scan.Text(scan.Get(sent[len(sent)-1], "output")) != "12 degrees" || strings.Contains(bodySent(d), "not for now") {
			t.Errorf("sent was\n%s", bodySent(d))
		}
		if d.Composer().Text() != "not for now" {
			t.Errorf("the composer holds %q", d.Composer().Text())
		}
	})
}

func TestFaultsThatComeLateTakeNoKeys(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`"warm"`)})
		d.Send(tea.PasteMsg{Content: strings.Repeat("many words ", screen.MaxSyncBytes/8)})
		d.Send(apptest.Key("enter"))
		d.Type(" and more") // before the checks have ended
		d.Flush()
		if d.Overlays.Top() != nil || !strings.HasSuffix(d.Composer().Text(), " and more") {
			t.Fatalf("the faults took the keys\n%s", d.Screen())
		}
		d.Shows("not sent: 1 fault in the request, the first at temperature")
		d.Press("alt+g")
		d.Flush()
		d.Shows("Not sent: 1 fault")
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
		do   func(d *apptest.Driver)
		asks string
	}{
		{"nothing", func(*apptest.Driver) {}, ""},
		{"a conversation", func(d *apptest.Driver) { d.Type("hello"); d.Press("enter"); d.WaitFor("the end", d.Idle) }, "not saved: conversation 1; ctrl+s saves, ctrl+q again quits without it"},
		{"one that is running", func(d *apptest.Driver) { d.Type("hello"); d.Press("enter") }, "not saved: conversation 1, and a request is running"},
		{"one that is running and not shown", func(d *apptest.Driver) { d.Type("hello"); d.Press("enter", "alt+n") }, "not saved: conversation 1, and a request is running"},
		{"a text that was not sent", func(d *apptest.Driver) { d.Type("hello") }, "not saved: the text of conversation 1"},
		{"blanks", func(d *apptest.Driver) { d.Type("  ") }, ""},
		{"a saved conversation", func(d *apptest.Driver) {
			d.Type("hello")
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
			d.SaveAs("chat.json")
			d.WaitFor("it is saved", func() bool { return d.Desk.Shown().Path != "" })
		}, ""},
		{"a response as it was", func(d *apptest.Driver) { d.Do(views.OpenFile{Path: answer}) }, ""},
		{"a response and a question", func(d *apptest.Driver) {
			d.Do(views.OpenFile{Path: answer})
			d.Type("hello")
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
		}, "not saved: conversation 2"},
		{"an item that was written", func(d *apptest.Driver) {
			d.Do(views.Edit{Pointer: "/input", Value: json.RawMessage(`[{"role":"user","content":"hi"}]`)})
		}, "not saved: conversation 1"},
		{"another model", func(d *apptest.Driver) { d.Do(views.SetModel{Slug: "sim/coder"}) }, ""},
		{"a file as it was", func(d *apptest.Driver) { d.Do(views.OpenFile{Path: path}) }, ""},
		{"a file that changed", func(d *apptest.Driver) { d.Do(views.OpenFile{Path: path}); d.Type("hello") }, "not saved: work.json"},
		{"a changed file that is not shown", func(d *apptest.Driver) {
			d.Do(views.OpenFile{Path: path})
			d.Type("hello")
			d.Do(views.ShowConversation{Index: 0})
		}, "not saved: work.json"},
		{"a request that was built", func(d *apptest.Driver) {
			d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`1`)})
		}, "not saved: the request of conversation 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
				c.do(d)
				d.Press("ctrl+q")
				if d.HasQuit != (c.asks == "") {
					t.Fatalf("quit: %v\n%s", d.HasQuit, d.Screen())
				}
				if d.HasQuit {
					return
				}
				d.Shows(c.asks)
				d.Press("left", "ctrl+q") // another key takes the question back
				if d.HasQuit {
					t.Fatal("it quit behind another key")
				}
				d.Press("ctrl+q")
				if !d.HasQuit {
					t.Error("asked again it does not quit")
				}
			})
		})
	}
}
