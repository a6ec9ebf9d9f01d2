package app

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// hits opens what is masked in an HTML page of an exchange with an email address.
func hits(d *driver) {
	d.ask("sim/writer", "write to bob@canary.example")
	d.keys("alt+y")
	d.typeText("HTML")
	d.keys("enter")
	d.until("the hits", func() bool { return strings.Contains(d.screen(), "HTML page: private data") })
}

func TestTheHitsAreShownBeforeAFileIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		hits(d)
		d.shows("e-mail address         18 B  request body, input[0].content")
		d.shows("▸ write it with ")
		d.keys("enter")
		d.until("the path", func() bool { return strings.Contains(d.screen(), "Write to a file") })
		if name := fileNameShown(d.screen()); strings.Contains(name, "canary") || strings.Contains(name, "bob") {
			t.Errorf("the file would be called %s", name)
		}
		d.keys("enter")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "places masked") })
		if files := written(t, ".html"); len(files) != 1 || strings.Contains(files[0], "bob@canary") {
			t.Errorf("%d files, %.300q", len(files), files)
		}
	})
}

// fileNameShown is the name that the question for a path proposes.
func fileNameShown(screen string) string {
	for line := range strings.Lines(screen) {
		if _, name, is := strings.Cut(line, "❯ "); is && strings.Contains(name, ".html") {
			return name
		}
	}
	return ""
}

func TestMaskingIsSwitchedOffOnlyByAChoice(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		hits(d)
		d.keys("esc")
		d.hides("private data")
		d.keys("alt+y")
		d.typeText("HTML")
		d.keys("enter")
		d.until("the hits", func() bool { return strings.Contains(d.screen(), "private data") })
		d.keys("down")
		d.shows("▸ write it unmasked: anyone with the file can read all of this")
		d.keys("enter")
		d.until("the path", func() bool { return strings.Contains(d.screen(), "Write to a file") })
		d.shows("nothing masked")
		d.keys("enter")
		d.until("the notice", func() bool {
			return strings.Contains(d.screen(), "nothing masked") && !strings.Contains(d.screen(), "Write to a file")
		})
		if files := written(t, ".html"); len(files) != 1 || !strings.Contains(files[0], "bob@canary.example") {
			t.Errorf("%d files, %.300q", len(files), files)
		}
	})
}

func TestWhatCannotBeSearchedIsNotWrittenByItself(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 120, 35, redacting, func(d *driver) {
		d.ask("sim/writer", "hello")
		d.m.look().Exchange().Capture.End.Cause = wire.EndEncoding
		d.keys("alt+y")
		d.typeText("HTML")
		d.keys("enter")
		d.until("the question", func() bool { return strings.Contains(d.screen(), "HTML page: not searched") })
		d.shows("damaged")
		d.shows("▸ do not write it")
		d.keys("enter")
		d.hides("not searched")
		if files := written(t, ".html"); len(files) > 0 {
			t.Errorf("%d files", len(files))
		}
	})
}

// TestAChoiceIsAboutTheDocumentThatItNames: also where the menu was opened on another
// exchange while the document was made.
func TestAChoiceIsAboutTheDocumentThatItNames(t *testing.T) {
	for _, c := range []struct {
		name, asked string
		keys        []string
	}{
		{"as it is", "bob@canary.example", []string{"down", "enter"}},
		{"masked", "write to", []string{"enter"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			bubble(t, 120, 35, redacting, func(d *driver) {
				d.ask("sim/writer", "a question of eve@canary.example")
				eve := d.m.look().Exchange()
				hits(d)
				d.start(d.m.OpenCopyMenu(d.m.SharingOf(eve, eve.State, "")))
				d.typeText("HTML")
				d.keys("enter") // its hits are over those of the other
				d.until("both", func() bool { return len(d.m.Overlays.Open) == 2 })
				d.keys("esc")
				d.keys(c.keys...)
				d.until("the path", func() bool { return strings.Contains(d.screen(), "Write to a file") })
				d.keys("enter")
				d.until("the notice", func() bool { return strings.Contains(d.screen(), "saved ") })
				if files := written(t, ".html"); len(files) != 1 || !strings.Contains(files[0], c.asked) {
					t.Errorf("%d files, %.300q", len(files), files)
				}
			})
		})
	}
}
