package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

var oneLink = regexp.MustCompile(`\x1b\]8;(id=\d+);(https://[!-~]+)\a(.+?)\x1b\]8;;\a`)

// TestAWrappedLinkIsOneLink: a terminal marks all of it, and each line ends its part.
func TestAWrappedLinkIsOneLink(t *testing.T) {
	styles := themes.Dark()
	lines := drawAll(&styles, "See [the long manual of all things](https://e.org/a?b=c) here.", 16)
	ids, words := map[string]bool{}, ""
	for _, line := range lines {
		for _, found := range oneLink.FindAllStringSubmatch(line, -1) {
			ids[found[1]] = true
			words += strings.TrimSpace(ansi.Strip(found[3])) + " "
			if found[2] != "https://e.org/a?b=c" {
				t.Errorf("it leads to %s", found[2])
			}
		}
	}
	if len(ids) != 1 || !strings.Contains(words, "the long manual of all things") || len(lines) < 3 {
		t.Errorf("links %v of %q in\n%q", ids, words, lines)
	}
}

// TestALinkDoesNotHideWhereItLeads: words that look like another address do not stand
// alone, and bytes that would end the sequence are encoded.
func TestALinkDoesNotHideWhereItLeads(t *testing.T) {
	styles := themes.Dark()
	for src, want := range map[string]string{
		"[https://bank.example](https://evil.example/)":                       "https://evil.example/",
		"[bank.example](<https://evil.example/a\x1b]8;;https://b.example\a>)": "https://evil.example/a%1B]8;;https://b.example%07",
		"[a](https://bank.example@evil.example/)":                             "https://bank.example@evil.example/",
		"[a](https://e.org/" + "\u009c" + "\u202e)":                           "https://e.org/%C2%9C%E2%80%AE",
	} {
		drawn := strings.Join(drawAll(&styles, src, 100), "\n")
		if !strings.Contains(ansi.Strip(drawn), want) {
			t.Errorf("%q is drawn without %s: %q", src, want, drawn)
		}
		if text.Guard(drawn) != drawn {
			t.Errorf("%q is not safe: %q", src, drawn)
		}
	}
}
