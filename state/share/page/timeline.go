package page

import (
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// timeline is the picture of times: the parts of the time in a bar, and the output below it.
type timeline struct {
	Width, Height int
	Parts         []part
	Output        []column
	First         float64 // position of the first token; -1: none
	FirstText     string
	Ticks         []tick
	Deltas        string
	OutputTop     float64
	AxisY         float64
}

// part is one part of the time.
type part struct {
	X, W  float64
	Name  string
	Time  string
	Class string
	Label bool // there is room for the name
}

// column is the amount of output in an interval.
type column struct{ X, Y, W, H float64 }

// tick is a moment on the axis.
type tick struct {
	X      float64
	Text   string
	Anchor string
}

const (
	timeWidth  = 940
	barHeight  = 30
	outHeight  = 70
	above      = 8 // space above the bar
	labelWidth = 7 // of a character
)

// timelineOf returns the timeline of an exchange that was made; nil for another.
func timelineOf(x *state.Exchange) *timeline {
	times := figures.TimesOf(x, 0)
	total := times.EndUS()
	if total <= 0 || len(times.Segments) == 0 {
		return nil
	}
	at := func(us int64) float64 { return float64(timeWidth) * float64(us) / float64(total) }
	t := &timeline{Width: timeWidth, First: -1, OutputTop: barHeight + 22}
	for _, s := range times.Segments {
		p := part{X: at(s.StartUS), W: max(at(s.LenUS), 1), Name: s.Part.String(), Time: figures.Duration(s.LenUS), Class: "p" + string(rune('a'+int(s.Part)))}
		p.Label = p.W > float64(labelWidth*len(p.Name)+12)
		t.Parts = append(t.Parts, p)
	}
	if us, ok := figures.TTFT(x); ok {
		t.First, t.FirstText = at(us), "TTFT "+figures.Duration(us)
	}
	axis := float64(barHeight + 8)
	if x.Pace.Deltas > 1 {
		t.output(x, at)
		axis = t.OutputTop + outHeight + 6
		t.Deltas = figures.Counted(x.Pace.Deltas, "delta") + ", each column " + figures.Duration(x.Pace.WidthUS)
	}
	t.AxisY = axis
	t.Height = int(axis) + 26 + above
	for i := range 5 {
		tick := tick{X: float64(timeWidth) * float64(i) / 4, Text: figures.Duration(total * int64(i) / 4), Anchor: "middle"}
		switch i {
		case 0:
			tick.Text, tick.Anchor = "0", "start"
		case 4:
			tick.Anchor = "end"
		}
		t.Ticks = append(t.Ticks, tick)
	}
	return t
}

// output draws the bytes of the deltas over time.
func (t *timeline) output(x *state.Exchange, at func(int64) float64) {
	most := int64(1)
	for _, n := range x.Pace.Bytes {
		most = max(most, n)
	}
	for i, n := range x.Pace.Bytes {
		if n == 0 {
			continue
		}
		h := max(outHeight*float64(n)/float64(most), 1)
		from := at(x.FirstDeltaUS + int64(i)*x.Pace.WidthUS)
		w := max(at(x.Pace.WidthUS)-0.5, 1)
		t.Output = append(t.Output, column{X: min(from, timeWidth-w), Y: t.OutputTop + outHeight - h, W: w, H: h})
	}
}
