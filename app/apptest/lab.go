package apptest

import (
	"os"
	"path/filepath"
	"testing"

	"gatehouse/app/lab"
	"gatehouse/views"
)

// Laboratory returns the screen Lab.
func (d *Driver) Laboratory() *lab.Screen { return screenOf[*lab.Screen](d) }

// LabFile is a lab of two cases and two variants, each sent twice; the second case fails for one of them.
const LabFile = `repeat = 2
[[variant]]
name = "writer"
request = { model = "sim/writer" }
[[variant]]
name = "coder"
request = { model = "sim/coder" }
[[check]]
name = "greets"
request = { input = "hello", stream = true }
[[check]]
name = "by the writer"
request = { input = "what can you do?", stream = true }
[check.expect]
served = "sim/writer"
`

// OpenLab opens a lab file with a text.
func (d *Driver) OpenLab(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rotate.lab.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Do(views.OpenFile{Path: path})
	d.WaitFor("the lab is shown", d.Laboratory().Ready)
}

// RunLab runs what is missing of the lab.
func (d *Driver) RunLab() {
	d.T.Helper()
	d.Press("R")
	d.WaitFor("the lab has run", func() bool { return !d.Laboratory().Busy() })
	d.Flush()
}
