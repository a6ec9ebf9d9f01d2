package transcript

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/state/rope"
	"gatehouse/state/tooluse"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/json"
	"gatehouse/views/text"
)

func (b *builder) input() {
	for i, item := range b.tv.turn.Input {
		s, fresh := b.section(key{part: partInput, item: i}, 1)
		if fresh {
			b.inputItem(s, item)
			s.images = imagesIn(item)
		}
		if i == 0 {
			b.sibling(s)
		}
		b.finish(s)
		b.inputImages(s)
	}
}

func (b *builder) inputItem(s *section, item []byte) {
	styles := b.styles
	it := gjson.ParseBytes(item)
	kind, role := it.Get("type").String(), it.Get("role").String()
	if kind != "" && kind != "message" || role == "" {
		b.inputTool(s, item, kind)
		return
	}
	name, style := "You", styles.User
	if role != "user" {
		name, style = text.SanitizeLine(role), styles.Tool
	}
	s.gutter = " " + style.Render("▌") + " "
	s.head = []string{styles.Strong.Render(name)}
	words := contentText(it.Get("content"))
	b.text(s, rope.Plain(words), styles.Text)
	s.what, s.source = "your message", func() string { return words }
}

// inputTool shows an item that is no message, for example a call's output.
func (b *builder) inputTool(s *section, item []byte, kind string) {
	styles := b.styles
	s.gutter = " " + styles.Tool.Render("▌") + " "
	s.folds, s.inset, s.json = true, bodyInset, true
	u, known := tooluse.Read(item)
	spelled := b.spelled(s.key)
	read := len(u.Blocks) > 0 && !spelled
	s.folded = b.folded(s.key, !spelled && !(read && (u.AlwaysOpen || u.IsShort())))
	if read {
		b.use(s, &u)
	} else {
		s.body = json.NewPretty(styles, b.m.lexers, rope.Plain(string(item)))
	}
	s.what, s.source = "item", func() string {
		if read {
			return u.Text().String()
		}
		return string(item)
	}
	if known {
		s.head = []string{b.useHead(kind, scan.Text(scan.Get(item, "status")), &u, s.folded)}
		return
	}
	s.head = []string{b.line(styles.Tool.Render(sanitized(kind, "item")), styles.Dim.Render(b.brief(gjson.ParseBytes(item))))}
}

// sibling says which of the turns next to each other this is.
func (b *builder) sibling(s *section) {
	if b.tv.siblings < 2 || len(s.head) == 0 {
		return
	}
	at := 1
	for i, t := range b.m.conv.Siblings(b.tv.turn) {
		if t == b.tv.turn {
			at = i + 1
		}
	}
	s.head[0] = b.styles.Strong.Render("You") + b.styles.Dim.Render(strings.TrimRight(fmt.Sprintf("   %d of %d  %s", at, b.tv.siblings, b.m.branchKeys()), " "))
}

// contentText is what a message says: a string, or the texts of its parts with
// a word for each other part.
func contentText(content gjson.Result) string {
	if !content.IsArray() {
		return content.String()
	}
	parts := content.Array()
	for n := len(parts); n > 0 && isImage(parts[n-1]); n-- { // their rows follow
		parts = parts[:n-1]
	}
	var words []string
	for _, p := range parts {
		switch kind := p.Get("type").String(); kind {
		case "input_text", "output_text", "text":
			words = append(words, p.Get("text").String())
		case "refusal":
			words = append(words, p.Get("refusal").String())
		default:
			words = append(words, "["+attachment(p, kind)+"]")
		}
	}
	return strings.Join(words, "\n")
}

func attachment(p gjson.Result, kind string) string {
	for _, member := range []string{"filename", "image_url", "file_url", "file_id"} {
		if v := p.Get(member).String(); v != "" {
			if media, size, ok := tree.ParseDataURL(v); ok {
				return kind + " " + media + " " + figures.Size(size)
			}
			if member == "image_url" { // nothing is loaded that a message names
				return kind + " " + v + ", not loaded"
			}
			return kind + " " + v
		}
	}
	return kind
}

// branchKeys names the keys that lead to the branches next to a turn, as far as
// there are any.
func (m *Model) branchKeys() string {
	var names []string
	for _, a := range []views.Action{views.ActBranchPrev, views.ActBranchNext} {
		if c, ok := m.keys.Command(a); ok && len(c.Keys) > 0 {
			names = append(names, views.KeyName(c.Keys[0]))
		}
	}
	return strings.Join(names, " ")
}
