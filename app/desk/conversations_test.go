package desk_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/views"
)

func TestModelIsChosenFromTheListOrTyped(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("alt+m")
		d.Shows("sim/coder")
		d.Type("coder")
		d.Press("enter")
		d.Shows("sim/coder")
		if got := d.Desk.Shown().Conv.Draft.Model(); got != "sim/coder" {
			t.Errorf("the draft's model is %q", got)
		}
		d.Press("alt+m")
		d.Type("vendor/of-my-own")
		d.Press("enter")
		if got := d.Desk.Shown().Conv.Draft.Model(); got != "vendor/of-my-own" {
			t.Errorf("the draft's model is %q", got)
		}
	})
}

func TestANewConversationLeavesTheStreamRunning(t *testing.T) {
	apptest.Run(t, 120, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("the first one")
		d.Press("enter")
		d.Sleep(500 * time.Millisecond)
		d.Type("unsent")
		d.Press("alt+n")
		d.Shows("●1")
		d.Hides("the first one")
		if !d.Composer().Empty() {
			t.Errorf("the new conversation begins with %q", d.Composer().Text())
		}
		d.Press("alt+l")
		d.Shows("1  the first one")
		d.Type("first")
		d.Press("enter")
		d.Shows("● streaming")
		d.Shows("❯ unsent")
		d.WaitFor("the end", d.Idle)
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
	})
}

func TestAStreamEndsInItsConversation(t *testing.T) {
	apptest.Run(t, 120, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("the first one")
		d.Press("enter", "alt+n")
		first := d.Desk.Chats[0]
		d.WaitFor("its end", func() bool { return first.Run() == nil })
		if v := first.Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
		d.Shows("completed in another conversation")
		d.Hides("more running")
	})
}

// TestTheOnlyConversationIsNotOneMore: while an earlier turn of it is inspected, the
// top line names the conversation of the stream.
func TestTheOnlyConversationIsNotOneMore(t *testing.T) {
	apptest.Run(t, 160, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("the first one")
		d.Press("enter")
		d.WaitFor("its end", d.Idle)
		d.Type("the second one")
		d.Press("enter")
		d.Sleep(500 * time.Millisecond)
		d.Press("f4", "[")
		d.Shows("● 1 running in Chat")
		d.Hides("more running")
	})
}

func TestBlanksAreNoMessage(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("  ")
		d.Press("ctrl+j", "f3")
		d.Hides(`"input"`)
		if d.Desk.Document(d.Desk.Shown()).Changed() {
			t.Error("blanks are something to save")
		}
	})
}

func TestASaveThatIsAskedAboutIsOfItsConversation(t *testing.T) {
	inFolder(t, map[string]string{"a.json": "{}\n"})
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("first")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("ctrl+s", "ctrl+u")
		d.Type("a.json")
		_, cmd := d.Update(apptest.Key("enter"))
		for _, save := range []tea.Cmd{cmd} {
			d.Update(nil)
			d.Start(d.Desk.Start()) // before the answer arrives
			d.Start(save)
		}
		d.WaitFor("it asks", func() bool { return strings.Contains(d.Screen(), "The file exists") })
		d.Press("down", "enter")
		d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "saved") })
		if data, err := os.ReadFile("a.json"); err != nil || !strings.Contains(string(data), "first") {
			t.Errorf("%v, the file holds %s", err, data)
		}
		if d.Desk.Chats[0].Path != "a.json" || d.Desk.Chats[1].Path != "" {
			t.Error("the wrong conversation counts as saved")
		}
	})
}

func TestAPasteLandsInItsConversation(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		cmd := d.Desk.AttachPasted("/no/such/file")
		d.Press("alt+n")
		d.Start(cmd)
		d.Flush()
		if d.Composer().Text() != "" {
			t.Errorf("it is in %q", d.Composer().Text())
		}
		d.Do(views.ShowConversation{Index: 0})
		if d.Composer().Text() != "/no/such/file" {
			t.Errorf("in its own conversation is %q", d.Composer().Text())
		}
	})
}

func TestAnotherFileOfTheSameLengthIsAChange(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		c := d.Desk.Shown()
		part := func(data string) []json.RawMessage {
			return []json.RawMessage{json.RawMessage(`{"type":"input_image","image_url":"` + data + `"}`)}
		}
		c.Conv.SetAttachments(part("aaa"))
		d.SaveAs("saved.json")
		d.WaitFor("it is saved", func() bool { return c.Path != "" })
		if d.Desk.Document(d.Desk.Shown()).Changed() {
			t.Error("it is as it was saved")
		}
		c.Conv.SetAttachments(part("bbb"))
		if !d.Desk.Document(d.Desk.Shown()).Changed() {
			t.Error("another file is no change")
		}
	})
}
