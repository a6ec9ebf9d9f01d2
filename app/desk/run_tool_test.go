//go:build unix

package desk_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/effect/process"
	"gatehouse/client/scan"
	"gatehouse/views"
)

// withCommand opens a conversation in which get_weather waits, with a script
// bound to it.
func withCommand(t *testing.T, name, script string) func(*app.Options) {
	t.Helper()
	t.Chdir(t.TempDir())
	body := `{"model":"sim/writer","stream":true,"tools":[` + weatherTool + `],"input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"place\":{\"city\":\"Oslo\"}}"}]}`
	if name == "shell_call" {
		body = `{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"go"},
			{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	}
	open := apptest.Opened(t, body)
	return func(o *app.Options) {
		open(o)
		o.Tools = map[string]process.Command{name: {Argv: []string{"sh", "-c", script}}}
	}
}

// ran reports whether the script left its mark.
func ran() bool { _, err := os.Stat("ran"); return err == nil }

func TestACommandRunsOnlyWithApproval(t *testing.T) {
	script := `touch ran; printf 'got: '; cat; echo careful >&2`
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", script), func(d *apptest.Driver) {
		d.Shows("alt+a answer it")
		d.Press("tab")
		d.Shows("x run sh -c 'touch ran;")
		d.Press("x")
		d.Shows("Run a command for get_weather?")
		d.Shows("sh -c 'touch ran; printf '\\''got: '\\''; cat; echo careful >&2'")
		d.Shows(`{"place":{"city":"Oslo"}}`)
		d.Press("n")
		d.Hides("Run a command")
		d.Press("x", "esc")
		if ran() {
			t.Fatal("the command ran unasked")
		}
		d.Press("alt+a")
		d.Shows("ctrl+r run sh -c")
		d.Press("ctrl+r", "enter")
		d.WaitFor("the command's end", func() bool { return d.Desk.StopCommands().Do == nil })
		d.WaitFor("the answer", d.Idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != `got: {"place":{"city":"Oslo"}}` {
			t.Errorf("the output that was sent is %q", got)
		}
		d.Shows("careful")
	})
}

func TestTheUserJudgesAFailedCommand(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `echo half; echo broken >&2; exit 3`), func(d *apptest.Driver) {
		d.Press("tab", "x")
		for _, key := range []string{"enter", "tab"} { // it ends while a text is written
			d.Send(apptest.Key(key))
		}
		d.Type("my next question")
		d.WaitFor("the command's end", func() bool { return d.Desk.StopCommands().Do == nil })
		if d.Overlays.Top() != nil || d.Composer().Text() != "my next question" {
			t.Fatalf("the command's end took the keys\n%s", d.Screen())
		}
		d.Shows("command: exit 3")
		d.Type("!")
		d.Shows("the command for get_weather: exit 3") // it stays until it is answered
		if !d.Idle() {
			t.Fatal("the output of a command that failed was sent")
		}
		d.Press("alt+a")
		d.Shows("broken")
		d.Type(" and more")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "half and more" {
			t.Errorf("the output that was sent is %q", got)
		}
		d.Hides("its command")
	})
}

func TestACommandsOutputOutlastsWhatRefusesIt(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `echo costly`), func(d *apptest.Driver) {
		d.Press("tab", "x")
		for _, key := range []string{"enter", "["} {
			d.Send(apptest.Key(key))
		}
		d.Start(d.Model.Do(views.EditResend{Turn: 1})) // refuses outputs
		d.WaitFor("the command's end", func() bool { return d.Desk.StopCommands().Do == nil })
		if !d.Idle() || len(d.Desk.Shown().Conv.OpenCalls()) != 1 {
			t.Fatal("the call was answered in the midst of an edit")
		}
		d.Press("alt+a")
		d.Shows("an earlier turn is being edited")
		d.Press("esc", "alt+a")
		d.Shows("costly")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "costly" {
			t.Errorf("the output that was sent is %q", got)
		}
	})
}

func TestCallsOfTwoConversationsAreSeparate(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `exec sleep 1000`), func(d *apptest.Driver) {
		again, err := d.Desk.Body() // with a call of the same id
		if err != nil || os.WriteFile("again.json", again, 0o600) != nil {
			t.Fatal("there is no second conversation")
		}
		d.Do(views.OpenFile{Path: "again.json"})
		d.WaitFor("it is opened", func() bool { return d.Desk.Index() == 1 })
		show := func(index int) { d.Refreshed(d.Model.Do(views.ShowConversation{Index: index})) } // flush would not return while a command runs
		show(0)
		d.Press("tab", "x")
		d.Send(apptest.Key("enter"))
		show(1)
		if strings.Contains(d.Screen(), "command running") || strings.Contains(d.Screen(), "esc stop command") {
			t.Errorf("the other conversation's command is taken for this one's\n%s", d.Screen())
		}
		d.Send(apptest.Key("esc"))
		d.Send(apptest.Key("alt+l"))
		if n := strings.Count(d.Screen(), "a command is running"); n != 1 {
			t.Errorf("a command runs in %d conversations\n%s", n, d.Screen())
		}
		d.Send(apptest.Key("esc"))
		show(0)
		d.Shows("command running")
		d.Send(apptest.Key("esc"))
		show(1)
		d.WaitFor("the command's end", func() bool { return strings.Contains(d.Screen(), "waiting in another conversation") })
		d.Press("alt+l")
		d.Shows("get_weather: command: stopped by you")
		d.Press("esc", "alt+a")
		d.Shows("an example: type over it")
		d.Hides("command: stopped by you")
	})
}

func TestAYesIsForTheCallThatWasShown(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `touch ran`), func(d *apptest.Driver) {
		d.Press("tab", "x")
		var o app.Options
		apptest.Opened(t, `{"input":[{"role":"user","content":"go"},{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"other\":1}"}]}`)(&o)
		d.Desk.Shown().Conv = o.Session.Conversation
		d.Press("enter")
		d.Shows("not run: this call is no longer waiting")
		if ran() {
			t.Error("the command ran for a call that nobody was asked about")
		}
	})
}

func TestForThisSessionMeansNoMoreQuestions(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `echo ok`), func(d *apptest.Driver) {
		d.Press("tab", "x", "down", "enter")
		d.WaitFor("the answer", func() bool { return d.Idle() && len(d.Desk.Shown().Conv.OpenCalls()) == 0 })
		again := withCommand(t, "get_weather", "")
		var o app.Options
		again(&o)
		d.Desk.Shown().Conv = o.Session.Conversation
		d.Transcript().SetConversation(o.Session.Conversation)
		if d.Focus() != chat.TranscriptPane {
			d.Press("tab")
		}
		d.Press("x")
		d.WaitFor("the answer", func() bool { return d.Idle() && len(d.Desk.Shown().Conv.OpenCalls()) == 0 })
	})
}

func TestAShellCallTakesTheItemThatItsCommandPrints(t *testing.T) {
	item := `{"type":"shell_call_output","call_id":"s1","output":[{"stdout":"a","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`
	apptest.Run(t, 110, 40, withCommand(t, "shell_call", "cat > call.json; echo '"+item+"'"), func(d *apptest.Driver) {
		d.Press("tab", "x", "enter")
		d.WaitFor("the answer", func() bool { return d.Idle() && len(d.Desk.Shown().Conv.OpenCalls()) == 0 })
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
	apptest.Run(t, 110, 40, withCommand(t, "get_weather", `exec sleep 1000`), func(d *apptest.Driver) {
		d.Press("tab", "x")
		d.Send(apptest.Key("enter"))
		if d.Desk.StopCommands().Do == nil {
			t.Fatal("no command runs")
		}
		d.Send(apptest.Key("esc"))
		d.WaitFor("the command's end", func() bool { return d.Desk.StopCommands().Do == nil })
		d.Shows("stopped by you")
		if !d.Idle() || len(d.Desk.Shown().Conv.OpenCalls()) != 1 {
			t.Error("a stopped command answered the call")
		}
		d.Press("esc")
	})
}

// TestACommandIsBoundWhereItIsMissing: it is asked for, written to config.toml, and runs without a restart.
func TestACommandIsBoundWhereItIsMissing(t *testing.T) {
	bound := withCommand(t, "other", `true`)
	if err := os.WriteFile("config.toml", []byte("# mine\ntheme = \"dark\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 110, 40, func(o *app.Options) { bound(o); o.Config = "config.toml" }, func(d *apptest.Driver) {
		d.Press("alt+a")
		d.Shows("ctrl+r bind a command")
		d.Press("ctrl+r")
		d.Shows("Command for get_weather")
		d.Type("echo $HOME")
		d.Press("enter")
		d.Shows("no shell runs the command")
		d.Press("ctrl+u")
		d.Type(`sh -c 'echo "{}"'`)
		d.Press("enter")
		d.WaitFor("the question", func() bool { return strings.Contains(d.Screen(), "Run a command for get_weather?") })
		d.Press("y")
		d.WaitFor("the answer", func() bool { return d.Idle() && len(d.Desk.Shown().Conv.OpenCalls()) == 0 })
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "{}" {
			t.Errorf("the output that was sent is %q", got)
		}
		file, err := os.ReadFile("config.toml")
		if want := "command = [\"sh\", \"-c\", 'echo \"{}\"']"; err != nil || !strings.HasPrefix(string(file), "# mine\ntheme = \"dark\"\n") || !strings.Contains(string(file), "[tools.get_weather]") {
			t.Errorf("config.toml is\n%s\n%v, want %s", file, err, want)
		}
	})
}

// TestAToolsFormBindsACommand, which is written to config.toml and runs without a restart.
func TestAToolsFormBindsACommand(t *testing.T) {
	bound := withCommand(t, "other", `true`)
	if err := os.WriteFile("config.toml", []byte("[tools.get_weather]\ntimeout = \"7s\"\ncommand = [\"false\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 120, 40, func(o *app.Options) {
		bound(o)
		o.Config, o.Tools["get_weather"] = "config.toml", process.Command{Argv: []string{"false"}, Timeout: 7 * time.Second}
	}, func(d *apptest.Driver) {
		d.Do(views.ShowPlace{Pointer: "/tools/0/strict"})
		d.Press("end")
		d.Shows("command")
		d.Press("enter")
		d.Shows("Command for get_weather")
		d.Shows("false")
		d.Press("ctrl+u")
		d.Type(`sh -c 'echo "{}"'`)
		d.Press("enter")
		d.WaitFor("the form", func() bool { return strings.Contains(d.Screen(), "tools.get_weather is saved in config.toml") })
		d.Shows(`sh -c 'echo "{}"'`)
		if got := d.Tools["get_weather"]; got.Timeout != 7*time.Second || len(got.Argv) != 3 {
			t.Errorf("%+v", got)
		}
		if file, err := os.ReadFile("config.toml"); err != nil || !strings.Contains(string(file), `command = ["sh", "-c", "echo`) || !strings.Contains(string(file), `timeout = "7s"`) {
			t.Errorf("config.toml is\n%s\n%v", file, err)
		}
		d.Press("alt+a", "ctrl+r")
		d.Shows("Run a command for get_weather?")
	})
}

func TestWithoutAFileNoCommandIsBound(t *testing.T) {
	apptest.Run(t, 110, 40, withCommand(t, "other", `true`), func(d *apptest.Driver) {
		d.Press("tab", "x")
		d.Shows("no command is bound to get_weather, and this run has no config.toml")
	})
}
