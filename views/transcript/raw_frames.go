package transcript

import (
	"sort"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/figures"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// shownOfFrame is how much of one frame is drawn, in bytes; a longer one says
// how long it is.
const shownOfFrame = 8 << 10

// frames is a response body whose blocks are its frames. What is not in view
// is not even cut out of the body.
type frames struct {
	text.Drawn[int] // by the version of the styles
	styles          *themes.Styles
	text            *wire.Body
	refs            []wire.FrameRef
}

var _ text.Long = (*frames)(nil)

func (f *frames) Len() int { return len(f.refs) }

func (f *frames) Source() string { return string(f.text.All()) }

func (f *frames) Size() int { return int(f.text.Len()) }

func (f *frames) Block(offset int) int {
	i := sort.Search(len(f.refs), func(i int) bool { return f.refs[i].Offset > int64(offset) })
	return max(i-1, 0)
}

func (f *frames) Height(i int) int {
	if n, ok := f.Known(i); ok {
		return n
	}
	return 3 + min(int(f.refs[i].Length), shownOfFrame)/max(f.Width, 1)
}

func (f *frames) Lines(i int) []string {
	return f.Get(i, f.styles.Version, func() []string { return f.draw(i) })
}

func (f *frames) draw(i int) []string {
	ref := f.refs[i]
	about := figures.Thousands(i + 1)
	if ref.AtUS >= 0 { // else it is not told: see wire.Head
		about += "  " + figures.Moment(ref.AtUS)
	}
	if i > 0 && ref.AtUS >= 0 {
		about += "  +" + figures.Duration(ref.AtUS-f.refs[i-1].AtUS)
	}
	switch ref.Kind {
	case wire.FrameComment:
		about += "  comment"
	case wire.FrameTorn:
		about += "  truncated: no blank line at its end"
	case wire.FrameControl:
		about += "  control frame"
	case wire.FrameSent:
		about += "  sent by the client"
	}
	style := f.styles.Text
	if ref.Kind != wire.FrameEvent {
		style = f.styles.Dim
	}
	lines := []string{f.styles.Dim.Render(about)}
	shown := f.text.Bytes(ref.Shown(), min(ref.End(), ref.Shown()+shownOfFrame))
	words := strings.TrimRight(string(shown), "\r\n")
	lines = append(append(lines, text.Paragraph(f.styles, style, 0, f.Width, words)...), "")
	if more := ref.End() - ref.Shown() - shownOfFrame; more > 0 {
		lines = append(lines, f.styles.Dim.Render("… "+figures.Size(int(more))+" more in this frame"))
	}
	return lines
}
