package source

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/themes"
	"gatehouse/views/viewstest"
)

var request = `{
  "model": "auto",
  "instructions": "Answer briefly. Name the keys that a person should rotate first, and say why; 日本語 too.",
  "input": [
    {
      "role": "user",
      "content": [
        {"type": "input_text", "text": "a bell\u0007, an é and a bidi ` + "\u202e" + ` mark"},
        {"type": "input_file", "filename": "r.pdf", "file_data": "data:application/pdf;base64,` + strings.Repeat("JVBERi0x", 2000) + `"}
      ]
    }
  ],
  "temperature": 0.20,
  "plugins": [
    {
      "id": "auto-router",
      "allowed_models": ["borealis/*", "cobalt/coder-*"],
      "max_results": "5"
    }
  ],
  "store": false
}
`

func faults() []report.Finding {
	return report.Checked(validate.Report{
		Faults: []validate.Finding{
			{Path: "plugins[0].max_results", Pointer: "/plugins/0/max_results", Message: "a string, must be an integer"},
			{Path: "plugins[0].enabled", Pointer: "/plugins/0/enabled", Message: "must be true or false"},
		},
		Warnings: []validate.Finding{{Path: "plugins[0].allowed_models", Pointer: "/plugins/0/allowed_models", Message: "the second pattern lets no model through"}},
		Hints:    []validate.Finding{{Path: "instructions", Pointer: "/instructions", Message: "long"}},
	})
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{30, 20}, {60, 20}, {120, 30}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, request, size[0], size[1])
			d.SetFindings(nil, d.version)
			viewstest.Golden(t, "whole-"+name, d.screen())
			d.SetFindings(faults(), d.version)
			d.press("]")
			viewstest.Golden(t, "faults-"+name, d.screen())
			d.press("g", "j", "enter", "end", "backspace", "x")
			viewstest.Golden(t, "broken-"+name, d.screen())
			d.press("esc", "/", "b", "o", "r", "e")
			viewstest.Golden(t, "find-"+name, d.screen())
		})
	}
}

func TestColours(t *testing.T) {
	for _, name := range themes.Names() {
		d := newDesk(t, request, 60, 40)
		d.SetFindings(faults(), d.version)
		d.press("/", "a", "u", "enter", "j")
		theme, _ := themes.ByName(name)
		d.styles.Set(theme)
		viewstest.Golden(t, "colours-"+name, strings.ReplaceAll(d.View(), "\x1b", "␛")+"\n")
	}
}

func TestEverySizeIsExact(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {0, 5}, {5, 0}, {2, 3}, {3, 9}, {4, 2}, {7, 40}, {30, 3}, {500, 200}} {
		d := newDesk(t, request, size[0], size[1])
		d.SetFindings(faults(), d.version)
		for _, keys := range [][]string{{}, {"]"}, {"/", "a"}, {"enter"}, {"enter", "x", "esc"}, {"esc"}, {"u"}, {"G"}} {
			d.press(keys...)
			d.screen()
			d.Cursor()
		}
	}
}
