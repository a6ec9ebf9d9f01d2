//go:build unix

package app

import (
	"os"
	"strings"
	"testing"

	"gatehouse/app/chat"
	"gatehouse/app/effect/process"
	"gatehouse/client/scan"
	"gatehouse/views"
)

// withCommand opens a conversation in which get_weather waits, with a script
// bound to it.
func withCommand(t *testing.T, name, script string) func(*Options) {
	t.Helper()
	t.Chdir(t.TempDir())
	body := `{"model":"sim/writer","stream":true,"tools":[` + weatherTool + `],"input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"place\":{\"city\":\"Oslo\"}}"}]}`
	if name == "shell_call" {
		body = `{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"go"},
			{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	}
	open := opened(t, body)
	return func(o *Options) {
		open(o)
		o.Tools = map[string]process.Command{name: {Argv: []string{"sh", "-c", script}}}
	}
}

// ran reports whether the script left its mark.
func ran() bool { _, err := os.Stat("ran"); return err == nil }

func TestACommandRunsOnlyWithApproval(t *testing.T) {
	script := `touch ran; printf 'got: '; cat; echo careful >&2`
	bubble(t, 110, 40, withCommand(t, "get_weather", script), func(d *driver) {
		d.shows("alt+a answer it")
		d.keys("tab")
		d.shows("x run sh -c 'touch ran;")
		d.keys("x")
		d.shows("Run a command for get_weather?")
		d.shows("sh -c 'touch ran; printf '\\''got: '\\''; cat; echo careful >&2'")
		d.shows(`{"place":{"city":"Oslo"}}`)
		d.keys("enter") // no is selected
		d.hides("Run a command")
		d.keys("x", "esc")
		if ran() {
			t.Fatal("the command ran unasked")
		}
		d.keys("alt+a", "x", "down", "enter")
		d.until("the command's end", func() bool { return d.m.desk.StopCommands().Do == nil })
		d.until("the answer", d.idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != `got: {"place":{"city":"Oslo"}}` {
			t.Errorf("the output that was sent is %q", got)
		}
		d.shows("careful")
	})
}

func TestTheUserJudgesAFailedCommand(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `echo half; echo broken >&2; exit 3`), func(d *driver) {
		d.keys("tab", "x", "down")
		for _, key := range []string{"enter", "tab"} { // it ends while a text is written
			d.send(keyPress(key))
		}
		d.typeText("my next question")
		d.until("the command's end", func() bool { return d.m.desk.StopCommands().Do == nil })
		if d.m.Overlays.Top() != nil || d.m.composer().Text() != "my next question" {
			t.Fatalf("the command's end took the keys\n%s", d.screen())
		}
		d.shows("command: exit 3")
		d.typeText("!")
		d.shows("the command for get_weather: exit 3") // it stays until it is answered
		if !d.idle() {
			t.Fatal("the output of a command that failed was sent")
		}
		d.keys("alt+a")
		d.shows("review the output")
		d.keys("t")
		d.shows("broken")
		d.typeText(" and more")
		d.keys("enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "half and more" {
			t.Errorf("the output that was sent is %q", got)
		}
		d.hides("its command")
	})
}

func TestACommandsOutputOutlastsWhatRefusesIt(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `echo costly`), func(d *driver) {
		d.keys("tab", "x", "down")
		for _, key := range []string{"enter", "["} {
			d.send(keyPress(key))
		}
		d.start(d.m.Do(views.EditResend{Turn: 1})) // refuses outputs
		d.until("the command's end", func() bool { return d.m.desk.StopCommands().Do == nil })
		if !d.idle() || len(d.m.desk.Shown().Conv.OpenCalls()) != 1 {
			t.Fatal("the call was answered in the midst of an edit")
		}
		d.keys("alt+a", "t")
		d.shows("an earlier turn is being edited")
		d.keys("esc", "alt+a", "t")
		d.shows("costly")
		d.keys("enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "costly" {
			t.Errorf("the output that was sent is %q", got)
		}
	})
}

func TestCallsOfTwoConversationsAreSeparate(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `exec sleep 1000`), func(d *driver) {
		again, err := d.m.desk.Body() // with a call of the same id
		if err != nil || os.WriteFile("again.json", again, 0o600) != nil {
			t.Fatal("there is no second conversation")
		}
		d.do(views.OpenFile{Path: "again.json"})
		d.until("it is opened", func() bool { return d.m.desk.Index() == 1 })
		show := func(index int) { d.m.Refreshed(d.m.Do(views.ShowConversation{Index: index})) } // flush would not return while a command runs
		show(0)
		d.keys("tab", "x", "down")
		d.send(keyPress("enter"))
		show(1)
		if strings.Contains(d.screen(), "command running") || d.escapeWord() == "stop command" {
			t.Errorf("the other conversation's command is taken for this one's\n%s", d.screen())
		}
		d.send(keyPress("esc"))
		d.send(keyPress("alt+l"))
		if n := strings.Count(d.screen(), "a command is running"); n != 1 {
			t.Errorf("a command runs in %d conversations\n%s", n, d.screen())
		}
		d.send(keyPress("esc"))
		show(0)
		d.shows("command running")
		d.send(keyPress("esc"))
		show(1)
		d.until("the command's end", func() bool { return strings.Contains(d.screen(), "waiting in another conversation") })
		d.keys("alt+l")
		d.shows("get_weather: command: stopped by you")
		d.keys("esc", "alt+a")
		d.shows("type the output")
		d.hides("command: stopped by you")
	})
}

func TestAYesIsForTheCallThatWasShown(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `touch ran`), func(d *driver) {
		d.keys("tab", "x")
		var o Options
		opened(t, `{"input":[{"role":"user","content":"go"},{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"other\":1}"}]}`)(&o)
		d.m.desk.Shown().Conv = o.Session.Conversation
		d.keys("down", "enter")
		d.shows("not run: this call is no longer waiting")
		if ran() {
			t.Error("the command ran for a call that nobody was asked about")
		}
	})
}

func TestForThisSessionMeansNoMoreQuestions(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `echo ok`), func(d *driver) {
		d.keys("tab", "x", "down", "down", "enter")
		d.until("the answer", func() bool { return d.idle() && len(d.m.desk.Shown().Conv.OpenCalls()) == 0 })
		again := withCommand(t, "get_weather", "")
		var o Options
		again(&o)
		d.m.desk.Shown().Conv = o.Session.Conversation
		d.m.transcript().SetConversation(o.Session.Conversation)
		if d.m.Focus() != chat.TranscriptPane {
			d.keys("tab")
		}
		d.keys("x")
		d.until("the answer", func() bool { return d.idle() && len(d.m.desk.Shown().Conv.OpenCalls()) == 0 })
	})
}

func TestAShellCallTakesTheItemThatItsCommandPrints(t *testing.T) {
	item := `{"type":"shell_call_output","call_id":"s1","output":[{"stdout":"a","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`
	bubble(t, 110, 40, withCommand(t, "shell_call", "cat > call.json; echo '"+item+"'"), func(d *driver) {
		d.keys("tab", "x", "down", "enter")
		d.until("the answer", func() bool { return d.idle() && len(d.m.desk.Shown().Conv.OpenCalls()) == 0 })
		sent := items(t, d)
		if got := strings.Join(strings.Fields(string(sent[len(sent)-1])), ""); got != item {
			t.Errorf("sent was %s", got)
		}
		if call, err := os.ReadFile("call.json"); err != nil || scan.Text(scan.Get(call, "type")) != "shell_call" {
			t.Errorf("the command was given %s, %v", call, err)
		}
	})
}

func TestEscStopsACommand(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "get_weather", `exec sleep 1000`), func(d *driver) {
		d.keys("tab", "x", "down")
		d.send(keyPress("enter"))
		if d.m.desk.StopCommands().Do == nil {
			t.Fatal("no command runs")
		}
		d.send(keyPress("esc"))
		d.until("the command's end", func() bool { return d.m.desk.StopCommands().Do == nil })
		d.shows("stopped by you")
		if !d.idle() || len(d.m.desk.Shown().Conv.OpenCalls()) != 1 {
			t.Error("a stopped command answered the call")
		}
		d.keys("esc")
	})
}

func TestWithoutACommandItSaysHowToBindOne(t *testing.T) {
	bubble(t, 110, 40, withCommand(t, "other", `true`), func(d *driver) {
		d.keys("tab", "x")
		d.shows("[tools.get_weather]")
	})
}
