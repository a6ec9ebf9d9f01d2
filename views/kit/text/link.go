package text

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// LinkOff ends an OSC 8 hyperlink.
const LinkOff = "\x1b]8;;\a"

// LinkOn begins an OSC 8 hyperlink to a target of LinkTarget. All parts of a wrapped link have one id, so
// that a terminal marks them together.
func LinkOn(target string) string {
	id := fnv.New32a()
	id.Write([]byte(target))
	return fmt.Sprintf("\x1b]8;id=%d;%s\a", id.Sum32(), target)
}

// TakesLinks reports by the environment whether a terminal knows hyperlinks (OSC 8), or
// at least skips them: the Linux console, Emacs and the terminals that draw nothing
// write their addresses on the screen.
func TakesLinks(getenv func(string) string) bool {
	term := getenv("TERM")
	return term != "linux" && term != "dumb" && !strings.HasPrefix(term, "eterm") && !strings.HasPrefix(term, "vt")
}

// Unlinked returns a drawn line without its hyperlinks. Their words stay.
func Unlinked(line string) string {
	const link = "\x1b]8;"
	before, rest, found := strings.Cut(line, link)
	if !found {
		return line
	}
	var b strings.Builder
	for found {
		b.WriteString(before)
		_, rest, _ = strings.Cut(rest, "\a") // Guard lets no other end through
		before, rest, found = strings.Cut(rest, link)
	}
	b.WriteString(before)
	return b.String()
}

// LinkTarget returns a link's target as it may be handed to the terminal, percent-
// encoded to printable ASCII; ok is false unless it is a http or https URL
// with a host. Nothing else is made clickable: a file: or a custom scheme
// would start a program by a click on text that a model wrote.
func LinkTarget(url string) (safe string, ok bool) {
	scheme, rest, _ := strings.Cut(url, "://")
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return "", false
	}
	if rest == "" || strings.IndexAny(rest[:1], "/?#") == 0 || len(url) > 2048 {
		return "", false
	}
	return percent(url), true
}

// percent writes every byte that is not plain printable ASCII, and those that
// could end or bend an OSC 8 sequence, in percent-encoding (RFC 3986 2.1).
func percent(url string) string {
	var b strings.Builder
	for i := 0; i < len(url); i++ {
		if c := url[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
