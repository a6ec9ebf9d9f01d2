package screen_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/client/wire"
)

// hits opens what is masked in an HTML page of an exchange with an email address.
func hits(d *apptest.Driver) {
	d.Ask("sim/writer", "write to bob@canary.example")
	d.Press("alt+y")
	d.Type("HTML")
	d.Press("enter")
	d.WaitFor("the hits", func() bool { return strings.Contains(d.Screen(), "HTML page: private data") })
}

func TestTheHitsAreShownBeforeAFileIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		hits(d)
		d.Shows("Looked for: keys, tokens, passwords, ")
		d.Shows("e-mail address         18 B  request body, input[0].content")
		d.Shows("▸ write it with ")
		d.Press("enter")
		d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
		if name := fileNameShown(d.Screen()); strings.Contains(name, "canary") || strings.Contains(name, "bob") {
			t.Errorf("the file would be called %s", name)
		}
		d.Press("enter")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "places masked") })
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
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		hits(d)
		d.Press("esc")
		d.Hides("private data")
		d.Press("alt+y")
		d.Type("HTML")
		d.Press("enter")
		d.WaitFor("the hits", func() bool { return strings.Contains(d.Screen(), "private data") })
		d.Press("down")
		d.Shows("▸ write it unmasked: anyone who has it can read all of this")
		d.Press("enter")
		d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
		d.Shows("nothing masked")
		d.Press("enter")
		d.WaitFor("the notice", func() bool {
			return strings.Contains(d.Screen(), "nothing masked") && !strings.Contains(d.Screen(), "Write to a file")
		})
		if files := written(t, ".html"); len(files) != 1 || !strings.Contains(files[0], "bob@canary.example") {
			t.Errorf("%d files, %.300q", len(files), files)
		}
	})
}

// TestMarkdownAsksWhereSomethingWouldBeMasked, copied or written, and does not mention masking elsewhere.
func TestMarkdownAsksWhereSomethingWouldBeMasked(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		markdown := func(key string) {
			d.Press("alt+y")
			d.Type("markdown")
			d.Press(key)
		}
		copied := func(notice string) {
			d.WaitFor(notice, func() bool { return strings.Contains(d.Screen(), notice) })
		}
		d.Ask("sim/writer", "hello")
		markdown("enter")
		copied(": markdown transcript; by ")
		d.Ask("sim/writer", "password: hunter2canary")
		for _, c := range []struct{ choice, notice string }{{"", "masked; by "}, {"down", "nothing masked; by "}} {
			markdown("enter")
			d.WaitFor("the hits", func() bool { return strings.Contains(d.Screen(), "markdown transcript: private data") })
			d.Shows("secret by its name")
			d.Shows("copy it with ")
			d.Shows("do not copy it (n)")
			if c.choice != "" {
				d.Press(c.choice)
			}
			d.Press("enter")
			copied(c.notice)
			d.Hides("private data")
		}
		markdown("ctrl+s")
		d.WaitFor("the hits", func() bool { return strings.Contains(d.Screen(), "private data") })
		d.Press("enter")
		d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
		d.Press("enter")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "saved ") })
		if files := written(t, ".md"); len(files) != 1 || strings.Contains(files[0], "canary") || !strings.Contains(files[0], "password: [secret 1]") {
			t.Errorf("%q", files)
		}
	})
}

// TestNamesOfFilesAreMasked: of documents that are written as they are, too.
func TestNamesOfFilesAreMasked(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		d.Ask("sim/writer", "password: hunter2canary")
		d.Ask("sim/writer", "hunter2canary, is it good?") // masked by what the request has before
		for _, c := range []struct{ name, ext string }{{"request JSON", ".json"}, {"curl", ".sh"}} {
			d.Press("alt+y")
			d.Type(c.name)
			d.Press("ctrl+s")
			d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "is-it-good"+c.ext) })
			if strings.Contains(d.Screen(), "❯ hunter2") {
				t.Errorf("%s", d.Screen())
			}
			d.Press("esc")
		}
	})
}

func TestWhatCannotBeSearchedIsNotWrittenByItself(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
		d.Ask("sim/writer", "hello")
		d.Look().Exchange().Capture.End.Cause = wire.EndEncoding
		d.Press("alt+y")
		d.Type("HTML")
		d.Press("enter")
		d.WaitFor("the question", func() bool { return strings.Contains(d.Screen(), "HTML page: not searched") })
		d.Shows("damaged")
		d.Shows("▸ write it unmasked: anyone who has it can read all of this (y)")
		d.Press("n")
		d.Hides("not searched")
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
			apptest.Run(t, 120, 35, redacting, func(d *apptest.Driver) {
				d.Ask("sim/writer", "a question of eve@canary.example")
				eve := d.Look().Exchange()
				hits(d)
				d.Start(d.OpenCopyMenu(d.SharingOf(eve, eve.State, "")))
				d.Type("HTML")
				d.Press("enter") // its hits are over those of the other
				d.WaitFor("both", func() bool { return len(d.Overlays.Open) == 2 })
				d.Press("esc")
				d.Press(c.keys...)
				d.WaitFor("the path", func() bool { return strings.Contains(d.Screen(), "Write to a file") })
				d.Press("enter")
				d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "saved ") })
				if files := written(t, ".html"); len(files) != 1 || !strings.Contains(files[0], c.asked) {
					t.Errorf("%d files, %.300q", len(files), files)
				}
			})
		})
	}
}
