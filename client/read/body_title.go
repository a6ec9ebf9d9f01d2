package read

import (
	"bytes"
	"html"
	"net/http"
	"regexp"
	"strings"

	"gatehouse/client/wire"
)

// titleLength is the length limit of a document's title, in bytes.
const titleLength = 300

var (
	titleElement = regexp.MustCompile(`(?is)<(?:title|h1)[^>]*>(.*?)</(?:title|h1)\s*>`)
	anyElement   = regexp.MustCompile(`(?s)<[^>]*>`)
)

// documentTitle describes in one line the body of a failure that is not JSON: the
// title of a web page, the first line of a text, or that it is empty.
func documentTitle(header http.Header, text []byte) string {
	coding := wire.UnsupportedCoding(header)
	switch {
	case len(text) == 0:
		return "the body is empty"
	case coding != "":
		return "the body is encoded as " + coding + ", although identity was requested"
	}
	text = text[:min(len(text), failureBody)]
	if text[0] != '<' {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		if line := strings.TrimSpace(strings.TrimLeft(string(first), "# ")); line != "" {
			return shorten(line)
		}
		return "a text without words"
	}
	for _, m := range titleElement.FindAllSubmatch(text, -1) {
		if title := words(m[1]); title != "" {
			return shorten(title)
		}
	}
	if plain := words(text); plain != "" {
		return shorten(plain)
	}
	return "a web page without a title"
}

// words returns the text of HTML, its white space collapsed.
func words(markup []byte) string {
	plain := html.UnescapeString(string(anyElement.ReplaceAll(markup, []byte(" "))))
	return strings.Join(strings.Fields(plain), " ")
}

// shorten truncates a line at the end of a character.
func shorten(s string) string {
	if len(s) <= titleLength {
		return s
	}
	return strings.ToValidUTF8(s[:titleLength], "") + "…"
}
