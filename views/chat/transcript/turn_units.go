package transcript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/rope"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/text"
)

// A turn is a row of units: what is before the answer, each item of the answer, and
// what is after it. The sections of an item are made when the unit is asked for,
// because it is near the screen or was gone to, and dropped when it has not been asked
// for in a while: an answer of a hundred thousand items costs what is looked at. What
// the user did is stored by the keys of sections, and survives that.

// unit is the sections of one item of an answer, or those before or after all items.
type unit struct {
	sections []*section

	item            *state.Item // nil where they belong to none
	version         uint64      // of the item, when they were made
	exchangeVersion uint64      // version of the exchange then: what has not ended depends on it, and how much was thought
	look            int         // of the turn then
	used            int         // the drawing of the turn that asked for it last
}

const (
	// cachedUnits is after how many new units those that are not on the screen are dropped.
	cachedUnits = 512
	// largeUnit is the size from which a unit is never dropped, in bytes of text: to cut the
	// text again takes long, and the sections take little memory besides it.
	largeUnit = 16 << 10
)

func (tv *turnView) units() int { return len(tv.items) + 2 }

// unitAt returns a unit of a turn, with the gap above it: none below the model's name,
// so that name and words belong together, and none between rows that are folded.
func (m *Model) unitAt(turn, n int) *unit {
	tv := m.turnAt(turn)
	switch n {
	case 0:
		return &tv.before
	case tv.units() - 1:
		return &tv.after
	}
	u := m.unitOf(tv, tv.items[n-1])
	if len(u.sections) == 0 {
		return u
	}
	s, above := u.sections[0], m.above(tv, n)
	s.gap = 1
	if above != nil && (above.key.part == partModel || above.oneRow() && s.oneRow()) {
		s.gap = 0
	}
	return u
}

// above returns the last section above a unit of the same turn; nil for none.
func (m *Model) above(tv *turnView, n int) *section {
	sections := tv.before.sections
	for n--; n > 0; n-- {
		if u := m.unitOf(tv, tv.items[n-1]); len(u.sections) > 0 {
			sections = u.sections
			break
		}
	}
	if len(sections) == 0 {
		return nil
	}
	return sections[len(sections)-1]
}

// unitOf returns the unit of an item, made where it is not or has changed; all but the
// gap above it.
func (m *Model) unitOf(tv *turnView, it *state.Item) *unit {
	u := tv.made[it.Serial]
	if u == nil {
		u = &unit{}
		tv.made[it.Serial] = u
	}
	u.used = tv.drawing
	if u.item == it && u.version == it.Version && u.look == tv.look && (u.exchangeVersion == tv.version || it.Done && it.Type != "reasoning") {
		return u
	}
	b := m.builder(tv)
	b.item(it)
	u.sections, u.item, u.version, u.exchangeVersion, u.look = b.sections, it, it.Version, tv.version, tv.look
	return u
}

// since returns the places of the items that arrived after the first known ones.
func (tv *turnView) since(known int) []int {
	var places []int
	for n := len(tv.items) - 1; n >= 0 && len(places) < len(tv.items)-known; n-- { // one that arrives late is before others
		if tv.items[n].Serial >= known {
			places = append(places, n)
		}
	}
	slices.Reverse(places)
	return places
}

func (u *unit) size() int {
	size := 0
	for _, s := range u.sections {
		if s.body != nil {
			size += s.body.Size()
		}
	}
	return size
}

// drop drops the units that the last drawing of a turn did not need, once there are many.
func (m *Model) drop(tv *turnView) {
	if len(tv.made) >= tv.maxMade {
		for serial, u := range tv.made {
			if u.used == tv.drawing || u.size() >= largeUnit {
				continue
			}
			for _, s := range u.sections {
				delete(tv.sections, s.key)
			}
			delete(tv.made, serial)
		}
		tv.maxMade = len(tv.made) + m.cachedUnits
	}
	tv.drawing++
}

// placeIn returns the place of the item with a serial number; -1 where there is none.
// Most are at that index, or near to it.
func placeIn(items []*state.Item, serial int) int {
	if serial < 0 || serial >= len(items) {
		return -1
	}
	for step := range len(items) {
		for _, at := range [2]int{serial - step, serial + step} {
			if at >= 0 && at < len(items) && items[at].Serial == serial {
				return at
			}
		}
	}
	return -1
}

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

// sibling adds which of the turns next to each other this is.
func (b *builder) sibling(s *section) {
	if b.tv.siblings < 2 || len(s.head) == 0 {
		return
	}
	at := slices.IndexFunc(b.m.conv.Siblings(b.tv.turn), func(t *talk.Turn) bool { return t.ID == b.tv.id }) + 1 // it may be a copy: see SetEarlier
	words := fmt.Sprintf("   %d of %d ", at, b.tv.siblings)
	for _, a := range []views.Action{views.ActBranchPrev, views.ActBranchNext} {
		if c, ok := b.m.keys.Command(a); ok && len(c.Keys) > 0 {
			words += " " + views.KeyName(c.Keys[0])
		}
	}
	s.head[0] = b.styles.Strong.Render("You") + b.styles.Dim.Render(strings.TrimRight(words, " "))
}

// contentText returns what a message says: a string, or the texts of its parts with
// a word for each other part.
func contentText(content gjson.Result) string {
	if !content.IsArray() {
		return content.String()
	}
	parts := content.Array()
	for n := len(parts) - 1; n >= 0; n-- {
		if _, isImage := imageOf(parts[n]); !isImage { // their rows follow
			break
		}
		parts = parts[:n]
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
