package app_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/apptest"
	"gatehouse/views/kit/text"
)

// TestNoCharacterIsLostNextToJoinedOnes: an emoji of two in a line of Chinese, at 47 cells, in a
// terminal that counts its parts and, once it has reported that, in one that counts it as one.
func TestNoCharacterIsLostNextToJoinedOnes(t *testing.T) {
	t.Cleanup(func() { text.SetJoined(false) })
	const prompt = "👨\u200d🚀一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥天地玄黄宇宙洪荒日月盈昃"
	apptest.Run(t, 47, 24, nil, func(d *apptest.Driver) {
		d.Type(prompt)
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("ctrl+home")
		fits := func(count func(string) int) {
			t.Helper()
			drawn := d.View().Content
			for line := range strings.Lines(drawn) {
				if n := count(strings.TrimSuffix(line, "\n")); n > 47 {
					t.Errorf("%d cells: %q", n, ansi.Strip(line))
				}
			}
			for _, r := range prompt {
				if r > 0x2fff && !strings.ContainsRune(drawn, r) {
					t.Errorf("%c is lost", r)
				}
			}
		}
		fits(ansi.StringWidthWc)
		d.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
		fits(ansi.StringWidth)
		if text.Width("👨\u200d🚀") != 2 {
			t.Error("the answer of the terminal changed nothing")
		}
		d.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeNotRecognized})
		if text.Width("👨\u200d🚀") != 4 {
			t.Error("a terminal that does not know the mode is taken for one that counts joined characters as one")
		}
	})
}
