package report

import (
	"slices"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

// part is consecutive pieces of a prompt in the same state.
type part struct {
	from, to int // pieces
	bytes    int
	media    bool
	state    readState
}

// readState is whether a cache had a part of a prompt.
type readState uint8

const (
	wasRead readState = iota // from the cache
	readHalf
	couldRead // it was in the cache, and sent in full
	firstDiffers
	recurs // it was in the prompt before too, after the first difference
	recursInPart
	isNew
)

var readWords = [...]Span{
	wasRead: {"read", Good}, readHalf: {"read in part", Good}, couldRead: {"sent again in full", Warn}, firstDiffers: {"← differs", Bad},
	recurs: {"sent again in full", Warn}, recursInPart: {"sent again in part", Warn}, isNew: {"new", Quiet},
}

// A part is shown as read if the estimate of where it ends is beyond what was read by no more than this
// share of all tokens, or this many: the bytes of a token differ from place to place.
const marginPercent, minMargin = 2, 8

// parts returns the parts of the prompt in their order.
func (c Caching) parts() (list []part) {
	a := c.Found
	recurring := make([]int, len(c.Now.Prompt.Pieces))
	if a.Before != nil {
		recurring = a.Diff.Recurring(&c.Now.Prompt, &a.Before.Prompt)
	}
	all, upto := 0, 0
	for _, p := range c.Now.Prompt.Pieces {
		all += p.Size
	}
	tokens := func(bytes int) int { return int(int64(a.In) * int64(bytes) / int64(max(all, 1))) }
	slack := max(a.In*marginPercent/100, minMargin)
	for i, p := range c.Now.Prompt.Pieces {
		now := part{from: i, to: i + 1, bytes: p.Size, media: p.Media}
		from := upto
		upto += p.Size
		// What is after all that both prompts have was not read, unless more was than the other stored.
		after := a.Before != nil && i >= a.Diff.Pieces && a.Read <= a.Could
		switch {
		case a.Before != nil && a.Diff.Change != cache.Same && i == a.Diff.Pieces:
			now.state = firstDiffers
		case !after && a.Read > 0 && tokens(upto) <= a.Read+slack:
			now.state = wasRead
		case !after && a.Read > 0 && tokens(from) < a.Read:
			now.state = readHalf
		case a.Before != nil && i < a.Diff.Pieces:
			now.state = couldRead
		case recurring[i] > 0 && recurring[i] == p.Size:
			now.state = recurs
		case recurring[i] > 0:
			now.state = recursInPart
		default:
			now.state = isNew
		}
		if n := len(list) - 1; n >= 0 && list[n].state == now.state && c.group(list[n].from) == c.group(i) && now.state != firstDiffers {
			list[n].to, list[n].bytes, list[n].media = i+1, list[n].bytes+now.bytes, list[n].media || now.media
			continue
		}
		list = append(list, now)
	}
	return list
}

func (c Caching) group(i int) run.Group { return c.Now.Prompt.Pieces[i].Group }

// promptBar is the width of the bar for all tokens, in cells.
const promptBar = 24

func (c Caching) tree() Table {
	if c.Now.Prompt.Elsewhere() { // how much of the tokens its pieces are is not known
		return Table{}
	}
	t := Table{Columns: []Column{{MaxWidth: 34}, {Title: "tokens", Right: true}, {Title: "", MaxWidth: promptBar, Spare: 1}, {Title: ""}}}
	parts := c.parts()
	all, media := 0, false // media have an unknown number of tokens, so the share of the texts is unknown too
	for _, p := range parts {
		all, media = all+p.bytes, media || p.media
	}
	if all == 0 || len(parts) == 0 {
		return Table{}
	}
	for _, p := range parts {
		tokens := "–"
		if c.Found.In > 0 && !media && c.Now.Prompt.Complete() { // else the tokens are not those of the parts alone
			tokens = "~" + figures.Thousands(int(int64(c.Found.In)*int64(p.bytes)/int64(all)))
		}
		cell, shown := "█", readWords[p.state]
		if p.state == couldRead || p.state == recurs || p.state == recursInPart {
			cell = "░"
		}
		bar := Span{strings.Repeat(cell, max(p.bytes*promptBar/all, 1)), shown.Role}
		if mark := c.marked(p); mark != "" {
			shown.Text += "   " + mark
		}
		t.Rows = append(t.Rows, Row{ID: PieceRow + c.Now.Prompt.Pieces[p.from].Path, Cells: []Span{{c.placeOf(p), Mark}, quiet(tokens), bar, shown}})
	}
	return t
}

// PieceRow begins the IDs of the rows of a prompt; the path of the piece follows.
const PieceRow = "piece "

// marked describes where a part has cache_control marks; empty for none.
func (c Caching) marked(p part) string {
	pieces := c.Now.Prompt.Pieces[p.from:p.to]
	switch {
	case pieces[len(pieces)-1].Mark != run.NoMark:
		return "breakpoint"
	case slices.ContainsFunc(pieces, func(x run.Piece) bool { return x.Mark != run.NoMark }):
		return "breakpoint within"
	}
	return ""
}

// placeOf returns the paths of a part: the first and the last item of several.
func (c Caching) placeOf(p part) string {
	first, last := c.Now.Prompt.Pieces[p.from].Path, c.Now.Prompt.Pieces[p.to-1].Path
	if c.group(p.from) == run.Tools && p.to-p.from > 1 {
		return figures.Counted(p.to-p.from, "tool")
	}
	a, b := item(first), item(last)
	if a == b {
		if p.to-p.from == 1 {
			return first
		}
		return a
	}
	if open := strings.IndexByte(a, '['); open > 0 && strings.HasPrefix(b, a[:open+1]) {
		return strings.TrimSuffix(a, "]") + "…" + b[open+1:]
	}
	return a + " … " + b
}

// item returns the part of a path up to its first index: input[3] for input[3].content.
func item(path string) string {
	if end := strings.IndexByte(path, ']'); end > 0 {
		return path[:end+1]
	}
	return path
}

// around is how much of a text is shown on each side of a difference, in bytes.
const around = 60

func (c Caching) difference() Report {
	a := c.Found
	if a.Before == nil || a.Diff.Change == cache.Same {
		return Report{}
	}
	d := a.Diff
	now, was := c.Now.Prompt.Pieces[d.Pieces], a.Before.Prompt.Pieces[d.Pieces]
	r := Report{Title: "FIRST DIFFERENCE", Sum: quiet(now.Path)}
	if was.Text == "" && now.Text == "" {
		return r
	}
	removed := Words{Sign: Span{"- ", Removed}, Spans: []Span{{begin(was.Text), Removed}}}
	added := Words{Sign: Span{"+ ", Added}, Spans: []Span{{begin(now.Text), Added}}}
	switch {
	case d.Change == cache.Added || now.Group < was.Group:
		r.Blocks = append(r.Blocks, added)
	case d.Change == cache.Removed || now.Group > was.Group:
		r.Blocks = append(r.Blocks, removed)
	case d.Change == cache.Moved:
		r.Blocks = append(r.Blocks, removed, added)
	default:
		r.Blocks = append(r.Blocks, changed(was.Text, now.Text, d.At, tree.Removed), changed(was.Text, now.Text, d.At, tree.Added))
	}
	return r
}

func begin(text string) string { return strings.ToValidUTF8(spelling.ShortenBytes(text, 2*around), "") }

// compared is how many bytes beyond the shown text are compared, so that text inserted in one of the
// two does not mark the end of the other as different.
const compared = 400

// changed returns the text before (tree.Removed) or after (tree.Added) around the first difference, with
// the different words marked.
func changed(was, now string, at int, kind tree.ChangeKind) Words {
	sign, role := "- ", Removed
	if kind == tree.Added {
		sign, role = "+ ", Added
	}
	from := max(at-around, 0)
	cut := func(s string) string {
		return strings.ToValidUTF8(s[min(from, len(s)):min(at+around+compared, len(s))], "")
	}
	a, b := cut(was), cut(now)
	w := Words{Sign: Span{sign, role}}
	if from > 0 {
		w.Spans = append(w.Spans, quiet("…"))
	}
	left := at - from + around
	for _, p := range tree.DiffWords(a, b) {
		if p.Kind != tree.Same && p.Kind != kind {
			continue
		}
		shown := Span{p.Of(a, b), role}
		if p.Kind == tree.Same {
			shown.Role = Quiet
		}
		if len(shown.Text) > left {
			shown.Text = strings.ToValidUTF8(shown.Text[:left], "")
			w.Spans = append(w.Spans, shown, quiet("…"))
			break
		}
		left -= len(shown.Text)
		w.Spans = append(w.Spans, shown)
	}
	return w
}
