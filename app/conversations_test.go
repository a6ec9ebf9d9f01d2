package app

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/views"
)

func TestModelIsChosenFromTheListOrTyped(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("alt+m")
		d.shows("sim/coder")
		d.typeText("coder")
		d.keys("enter")
		d.shows("sim/coder")
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "sim/coder" {
			t.Errorf("the draft's model is %q", got)
		}
		d.keys("alt+m")
		d.typeText("vendor/of-my-own")
		d.keys("enter")
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "vendor/of-my-own" {
			t.Errorf("the draft's model is %q", got)
		}
	})
}

func TestANewConversationLeavesTheStreamRunning(t *testing.T) {
	bubble(t, 120, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter")
		d.pass(500 * time.Millisecond)
		d.typeText("unsent")
		d.keys("alt+n")
		d.shows("●1")
		d.hides("the first one")
		if !d.m.composer().Empty() {
			t.Errorf("the new conversation begins with %q", d.m.composer().Text())
		}
		d.keys("alt+l")
		d.shows("1  the first one")
		d.typeText("first")
		d.keys("enter")
		d.shows("● streaming")
		d.shows("❯ unsent")
		d.until("the end", d.idle)
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
	})
}

func TestAStreamEndsInItsConversation(t *testing.T) {
	bubble(t, 120, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter", "alt+n")
		first := d.m.desk.Chats[0]
		d.until("its end", func() bool { return first.Run == nil })
		if v := first.Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
		d.shows("completed in another conversation")
		d.hides("more running")
	})
}

// TestTheOnlyConversationIsNotOneMore: while an earlier turn of it is inspected, the
// top line names the conversation of the stream.
func TestTheOnlyConversationIsNotOneMore(t *testing.T) {
	bubble(t, 160, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter")
		d.until("its end", d.idle)
		d.typeText("the second one")
		d.keys("enter")
		d.pass(500 * time.Millisecond)
		d.keys("f4", "[")
		d.shows("● 1 running in Chat")
		d.hides("more running")
	})
}

func TestBlanksAreNoMessage(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("  ")
		d.keys("ctrl+j", "f3")
		d.hides(`"input"`)
		if d.m.desk.Document(d.m.desk.Shown()).Changed() {
			t.Error("blanks are something to save")
		}
	})
}

func TestASaveThatIsAskedAboutIsOfItsConversation(t *testing.T) {
	inFolder(t, map[string]string{"a.json": "{}\n"})
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("first")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("ctrl+s", "ctrl+u")
		d.typeText("a.json")
		_, cmd := d.m.Update(keyPress("enter"))
		for _, save := range []tea.Cmd{cmd} {
			d.m.Update(nil)
			d.start(d.m.desk.Start()) // before the answer arrives
			d.start(save)
		}
		d.until("it asks", func() bool { return strings.Contains(d.screen(), "The file exists") })
		d.keys("down", "enter")
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved") })
		if data, err := os.ReadFile("a.json"); err != nil || !strings.Contains(string(data), "first") {
			t.Errorf("%v, the file holds %s", err, data)
		}
		if d.m.desk.Chats[0].Path != "a.json" || d.m.desk.Chats[1].Path != "" {
			t.Error("the wrong conversation counts as saved")
		}
	})
}

func TestAPasteLandsInItsConversation(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		cmd := d.m.desk.AttachPasted("/no/such/file")
		d.keys("alt+n")
		d.start(cmd)
		d.flush()
		if d.m.composer().Text() != "" {
			t.Errorf("it is in %q", d.m.composer().Text())
		}
		d.do(views.ShowConversation{Index: 0})
		if d.m.composer().Text() != "/no/such/file" {
			t.Errorf("in its own conversation is %q", d.m.composer().Text())
		}
	})
}

func TestAnotherFileOfTheSameLengthIsAChange(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, nil, func(d *driver) {
		c := d.m.desk.Shown()
		part := func(data string) []json.RawMessage {
			return []json.RawMessage{json.RawMessage(`{"type":"input_image","image_url":"` + data + `"}`)}
		}
		c.Conv.SetAttachments(part("aaa"))
		d.saveAs("saved.json")
		d.until("it is saved", func() bool { return c.Path != "" })
		if d.m.desk.Document(d.m.desk.Shown()).Changed() {
			t.Error("it is as it was saved")
		}
		c.Conv.SetAttachments(part("bbb"))
		if !d.m.desk.Document(d.m.desk.Shown()).Changed() {
			t.Error("another file is no change")
		}
	})
}
