package composer

import (
	"slices"
	"strings"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// maxListed is how many paths are shown at a time.
const maxListed = 5

// complete is the list of paths that the word at the cursor could become. A
// word that begins with @ names a file.
type complete struct {
	prefix string // that was asked for, after the @
	asked  bool
	list   []string
	at     int
}

// escape writes a path as a word.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, " ", `\ `, "\t", "\\\t").Replace(path)
}

// ask asks what the word at the cursor could become, if it names a file and has
// changed. If it names none, the list closes.
func (m *Model) ask() views.Intent {
	word, isFile := strings.CutPrefix(m.buf.Word(), "@")
	if !isFile {
		if m.complete.asked {
			m.complete = complete{}
			m.changed()
		}
		return nil
	}
	prefix := strings.NewReplacer(`\\`, `\`, `\ `, " ", "\\\t", "\t").Replace(word)
	if m.complete.asked && m.complete.prefix == prefix {
		return nil
	}
	m.complete = complete{prefix: prefix, asked: true}
	m.changed()
	return views.CompleteFile{Prefix: prefix}
}

// NameFile begins a word that names a file, unless the cursor is at one.
func (m *Model) NameFile() views.Intent {
	switch word := m.buf.Word(); {
	case strings.HasPrefix(word, "@"):
	case word != "":
		m.Insert(" @")
	default:
		m.Insert("@")
	}
	m.complete = complete{} // the list opens again, also where it was closed
	return m.ask()
}

// SetCompletions shows the paths that a prefix could become, unless the word
// has changed since.
func (m *Model) SetCompletions(prefix string, paths []string) {
	if !m.complete.asked || m.complete.prefix != prefix {
		return
	}
	m.complete.list, m.complete.at = paths, 0
	m.changed()
}

// closeList closes the list; ok is false if there is none. The word stays in the
// text.
func (m *Model) closeList() (ok bool) {
	if ok = len(m.complete.list) > 0; ok {
		m.complete.list = nil
		m.changed()
	}
	return ok
}

// Completing reports whether the list of paths is open: the key that goes to
// the next pane then completes the word.
func (m *Model) Completing() bool { return len(m.complete.list) > 0 }

func (m *Model) StopWord() string {
	if m.Completing() {
		return "close list"
	}
	return ""
}

// extend makes the word as much as all paths of the list have in common; where
// that is no more than it has, the selected path.
func (m *Model) extend() views.Intent {
	c := &m.complete
	path := c.list[c.at]
	if common := text.CommonPrefix(c.list); c.at == 0 && len(common) > len(c.prefix) {
		path = common
	}
	return m.replaceWord(path)
}

// replaceWord makes the word a path, and asks what that could become.
func (m *Model) replaceWord(path string) views.Intent {
	m.buf.ReplaceWord("@" + escape(path))
	m.changed()
	return m.ask()
}

func (m *Model) listRows() int { return min(len(m.complete.list), maxListed) }

// choose takes the selected path: a folder goes into the text, to continue from
// there, a file is attached.
func (m *Model) choose() views.Intent {
	path := m.complete.list[m.complete.at]
	if strings.HasSuffix(path, "/") {
		return m.replaceWord(path)
	}
	m.buf.ReplaceWord("")
	m.complete = complete{}
	m.changed()
	return views.Attach{Path: path}
}

// listKey does what a key means for the open list; ok is false for one that
// means nothing to it.
func (m *Model) listKey(action views.Action) (answer views.Answer, ok bool) {
	n := len(m.complete.list)
	if n == 0 {
		return answer, false
	}
	switch action {
	case views.ActSend:
		return views.AnswerOf(m.choose(), nil, true), true
	case views.ActUp:
		m.complete.at = (m.complete.at + n - 1) % n
	case views.ActDown:
		m.complete.at = (m.complete.at + 1) % n
	default:
		return answer, false
	}
	m.changed()
	return views.Answer{Used: n > 1}, true
}

// listTop returns the first path that is shown: a window around the selected one.
func (m *Model) listTop() int {
	return max(min(m.complete.at-maxListed/2, len(m.complete.list)-maxListed), 0)
}

func (m *Model) listLines() []string {
	c := m.complete
	var out []string
	for i := m.listTop(); i < len(c.list) && len(out) < maxListed; i++ {
		style, mark := m.styles.Dim, "     "
		if i == c.at {
			style, mark = m.styles.Selection, "   ▸ "
		}
		path := text.SanitizeLine(c.list[i])
		path = text.TruncateLeft(path, max(text.Width(path)-max(m.width-6, 1), 0), "…")
		out = append(out, mark+style.Render(path))
	}
	return out
}

// looksLikePath reports whether a paste may be a file that was dropped on the
// terminal: one line that begins as a path does.
func looksLikePath(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxPath || strings.ContainsAny(text, "\n\r") {
		return false
	}
	text = strings.TrimLeft(text, `'"`)
	return slices.ContainsFunc([]string{"/", "~/", "./", "../", "file://"}, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// maxPath bounds the length of a path, in bytes.
const maxPath = 4096
