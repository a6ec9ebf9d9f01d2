package lab_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/client/profile"
	"gatehouse/views"
)

// A lab whose gateway has no key has none of the answers of the lab before.
func TestAFaultyLabShowsNoOtherAnswers(t *testing.T) {
	with := func(o *app.Options) {
		o.File = &config.File{Profiles: map[string]config.Profile{"work": {BaseURL: "http://work.example/api/v1", KeyCommand: []string{"/no/such/program"}}}}
	}
	runLab(t, with, func(d *apptest.Driver) {
		d.OpenLab(t, apptest.LabFile)
		d.RunLab()
		path := filepath.Join(t.TempDir(), "other.lab.toml")
		text := strings.Replace(apptest.LabFile, `name = "writer"`, "name = \"writer\"\nprofile = \"work\"", 1)
		if err := os.WriteFile(path, []byte(text[:strings.LastIndex(text, "[[check]]")]), 0o600); err != nil {
			t.Fatal(err)
		}
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("the fault", func() bool { return strings.Contains(d.Screen(), "/no/such/program") })
		d.Hides("2 of 2")
		d.Press("enter")
		d.Hides("by the writer")
	})
}

// What was asked for one lab is not answered for another, whose requests are others.
func TestALimitIsForTheLabThatAskedForIt(t *testing.T) {
	asked := 0
	apptest.RunElsewhere(t, billing(http.StatusOK, &asked), nil, func(d *apptest.Driver) {
		d.OpenLab(t, pricedLab)
		d.Press("R")
		d.WaitFor("the limit is asked for", func() bool { return strings.Contains(d.Screen(), "Cost limit in USD") })
		cmd, _ := d.Laboratory().Do(screen.ShowLab{Text: []byte(strings.Replace(pricedLab, "repeat = 5", "repeat = 50", 1))})
		d.Apply(cmd)
		d.WaitFor("the requests are written", d.Laboratory().Ready)
		d.Answer("")
		d.Flush()
		d.Shows("the lab has changed meanwhile")
		if asked > 0 || d.Laboratory().Busy() {
			t.Errorf("%d requests were sent", asked)
		}
	})
}

// The requests go to the gateway that is connected when they are sent, which here may charge.
func TestALabFollowsTheConnection(t *testing.T) {
	runLab(t, nil, func(d *apptest.Driver) {
		d.OpenLab(t, apptest.LabFile)
		d.Apply(d.Desk.Connect(app.Connection{BaseURL: "http://other.example/api/v1", Key: profile.Key{Value: "k"}}, nil))
		d.Press("R")
		d.WaitFor("the limit is asked for", func() bool { return strings.Contains(d.Screen(), "Cost limit in USD") })
		d.Shows("to http://other.example/api/v1")
	})
}

// A run that is paid for is not ended by what is done elsewhere, and an edit says that it ended it.
func TestARunIsNotEndedWithoutAWord(t *testing.T) {
	slow := strings.Replace(strings.Replace(apptest.LabFile, "sim/coder", "fault/slow", 1), "repeat = 2", "repeat = 9", 1)
	runLab(t, nil, func(d *apptest.Driver) {
		d.OpenLab(t, slow)
		d.Press("R")
		d.WaitFor("an answer arrived", func() bool { return strings.Contains(d.Screen(), "1 of") })
		d.Do(screen.ShowLab{Text: []byte(apptest.LabFile)})
		d.Shows("a lab is running; alt+0 shows it, where esc stops it")
		if !d.Laboratory().Busy() {
			t.Fatal("it has ended")
		}
		d.Press("a")
		d.Choose("Type")
		d.Type("What is a key?")
		d.Press("enter")
		d.WaitFor("it is added", func() bool { return strings.Contains(d.Screen(), "added 1 prompt") })
		d.Shows("stopped: ")
	})
}

// Nothing goes to an address that only the file names, not even the question what its models cost, before the user agreed.
func TestAnAddressOfTheFileIsAskedAbout(t *testing.T) {
	asked := 0
	apptest.RunElsewhere(t, billing(http.StatusOK, &asked), nil, func(d *apptest.Driver) {
		d.OpenLab(t, strings.Replace(pricedLab, `name = "writer"`, "name = \"writer\"\nbase_url = \"http://stranger.example/api/v1\"", 1))
		d.Press("R")
		d.Shows("Only the lab file names http://stranger.example/api/v1.")
		d.Press("n")
		if asked > 0 || d.Laboratory().Busy() {
			t.Errorf("%d requests were sent", asked)
		}
		d.Press("R", "y")
		d.WaitFor("the limit is asked for", func() bool { return strings.Contains(d.Screen(), "Cost limit in USD") })
		d.Shows("stranger.example")
	})
}
