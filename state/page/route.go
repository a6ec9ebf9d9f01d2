package page

import (
	"cmp"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
)

// route is the picture of how a request was routed: what was asked, the stages that it
// passed, and the endpoints that were there, in the order in which they were tried.
type route struct {
	Width, Height int
	Asked         box
	Stages        []box
	Ends          []box
	Lines         []line
	Summary       string
	Strategy      string
	Region        string
	More          string // endpoints that are not drawn
}

// box is a rounded rectangle with two lines of text.
type box struct {
	X, Y, W, H  int
	Title, Note string
	Whole       string // both, not shortened
	Class       string
}

// TextX, TitleY and NoteY are where the lines of text begin.
func (b box) TextX() int  { return b.X + 14 }
func (b box) TitleY() int { return b.Y + b.H/2 - 4 }
func (b box) NoteY() int  { return b.Y + b.H/2 + 14 }

// line is a curve from one box to another.
type line struct {
	Path  string
	Class string
}

// Sizes of the picture, in its own units.
const (
	routeWidth = 940
	boxHeight  = 48
	boxGap     = 12
	askedWidth = 220
	stageWidth = 280
	endWidth   = 300
	mostEnds   = 9
	mostStages = 9
)

// routeOf is the route in the routing metadata; without any, why there is none.
func routeOf(x *state.Exchange) (*route, string) {
	if len(x.Routing) == 0 {
		return nil, "No routing metadata was returned."
	}
	of := read.Routing(x.Routing)
	r := &route{Width: routeWidth, Summary: of.Summary, Strategy: of.Strategy, Region: of.Region}
	ends, more := endsOf(of)
	if more > 0 {
		r.More = figures.Counted(more, "more endpoint") + " not drawn"
	}
	stages := of.Pipeline
	if n := len(stages) - mostStages; n > 0 {
		stages = stages[n:]
	}
	rows := max(len(ends), len(stages), 1)
	r.Height = rows*(boxHeight+boxGap) - boxGap + 4
	r.Asked = box{X: 2, W: askedWidth, H: boxHeight, Title: cut(cmp.Or(of.Requested, x.RequestModel, "server default"), 26), Note: "requested", Class: "asked"}
	r.Asked.Y = middle(r.Height, 1)
	for i, s := range stages {
		b := box{X: (routeWidth - stageWidth) / 2, Y: middle(r.Height, len(stages)) + i*(boxHeight+boxGap), W: stageWidth, H: boxHeight, Class: "stage"}
		name, did := cmp.Or(s.Name, s.Type, "stage"), cmp.Or(s.Summary, s.Type)
		b.Title, b.Note, b.Whole = cut(name, 32), cut(did, 40), name+": "+did
		r.Stages = append(r.Stages, b)
	}
	for i := range ends {
		ends[i].Y = middle(r.Height, len(ends)) + i*(boxHeight+boxGap)
	}
	r.Ends = ends
	r.connect()
	return r, ""
}

// middle is where so many boxes begin that are centred.
func middle(height, boxes int) int {
	return max((height-boxes*(boxHeight+boxGap)+boxGap)/2, 2)
}

// endsOf are the endpoints: those that were tried, in that order, then the others.
func endsOf(of wire.Routing) (ends []box, more int) {
	seen := map[[2]string]bool{}
	add := func(provider, model, note, class string) {
		ends = append(ends, box{X: routeWidth - endWidth - 2, W: endWidth, H: boxHeight, Title: cut(cmp.Or(provider, "endpoint"), 32), Note: cut(note, 44), Whole: provider + ": " + note, Class: class})
		seen[[2]string{provider, model}] = true
	}
	for i, a := range of.Attempts {
		class := "failed"
		if a.Status >= 200 && a.Status < 300 {
			class = "selected"
		}
		add(a.Provider, a.Model, strconv.Itoa(i+1)+". "+explain.AttemptWords(a)+" · "+a.Model, class)
	}
	for _, e := range of.Endpoints {
		if seen[[2]string{e.Provider, e.Model}] {
			continue
		}
		class, note := "free", "available"
		if e.Selected {
			class, note = "selected", "selected"
		}
		add(e.Provider, e.Model, note+" · "+e.Model, class)
	}
	if more = len(ends) - mostEnds; more > 0 {
		ends = ends[:mostEnds]
	}
	return ends, more
}

// connect draws the lines: from what was asked through the stages to every endpoint.
func (r *route) connect() {
	from := r.Asked
	if len(r.Stages) > 0 {
		r.Lines = append(r.Lines, line{curve(from, r.Stages[0]), "way"})
		for i := 1; i < len(r.Stages); i++ {
			a, b := r.Stages[i-1], r.Stages[i]
			x := strconv.Itoa(a.X + a.W/2)
			r.Lines = append(r.Lines, line{"M" + x + " " + strconv.Itoa(a.Y+a.H) + "V" + strconv.Itoa(b.Y), "way"})
		}
		from = r.Stages[len(r.Stages)-1]
	}
	for _, class := range []string{"free", "failed", "selected"} { // the selected one on top
		for _, e := range r.Ends {
			if e.Class == class {
				r.Lines = append(r.Lines, line{curve(from, e), "way " + class})
			}
		}
	}
}

// curve leads from the right side of one box to the left side of another.
func curve(a, b box) string {
	x1, y1, x2, y2 := a.X+a.W, a.Y+a.H/2, b.X, b.Y+b.H/2
	half := strconv.Itoa((x1 + x2) / 2)
	return "M" + strconv.Itoa(x1) + " " + strconv.Itoa(y1) + "C" + half + " " + strconv.Itoa(y1) + " " + half + " " + strconv.Itoa(y2) + " " + strconv.Itoa(x2) + " " + strconv.Itoa(y2)
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}

// guardrail is what a guardrail did.
type guardrail struct {
	Name, Did, Class string
	About            []string
}

func guards(x *state.Exchange) (all []guardrail) {
	for _, s := range guard.Stages(x) {
		g := guardrail{Name: cmp.Or(s.Name, s.Type, "guardrail"), Did: cmp.Or(guard.Did(s.Action, x), "passed"), Class: "good"}
		switch {
		case s.Blocked():
			g.Class = "bad"
		case s.Action != "":
			g.Class = "warn"
		}
		for _, a := range []figure{{Name: "scope", Value: s.Scope}, {Name: "found", Value: s.Detected}} {
			if a.Value != "" {
				g.About = append(g.About, a.Name+": "+a.Value)
			}
		}
		for _, p := range s.Patterns {
			g.About = append(g.About, "pattern: "+p)
		}
		g.About = append(g.About, s.Reasons...)
		if s.Summary != "" {
			g.About = append(g.About, s.Summary)
		}
		all = append(all, g)
	}
	return all
}
