package routing

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/views"
	"gatehouse/views/body"
)

// column is one step of the pipeline as it is drawn from left to right.
type column struct {
	title string
	lines []string // drawn, at most tallest
	more  int      // how many are not
}

// tallest is how many lines of a column are drawn; the rest are counted.
const tallest = 8

// naming is how much of an endpoint's name is drawn.
type naming int

const (
	oneName naming = iota // the provider's, or where that offers several of the models the model's
	enough                // the provider's, and the model's where it tells two apart
	both
)

// picture draws the pipeline from left to right, where it fits: with as much of
// the names and of what its stages did as there is room for. Where it does not
// fit the parts of the page themselves are the picture, from top to bottom.
func (b *builder) picture() {
	for _, with := range []struct {
		names    naming
		outcomes bool
	}{{both, true}, {enough, true}, {oneName, true}, {oneName, false}} {
		columns := b.columns(with.names, with.outcomes)
		if lines, width := joined(b, columns); width <= b.Width-4 {
			b.wide = true
			b.Blank()
			for i, l := range lines {
				b.Styled("picture/"+strconv.Itoa(i), l)
			}
			return
		}
	}
}

func (b *builder) columns(names naming, outcomes bool) []column {
	s, r := b.Styles, b.routing
	text := func(words string) string { return s.Text.Render(body.SafeLine(words)) }
	list := []column{
		{title: "requested", lines: []string{text(or(r.Requested, "–"))}},
		{title: "strategy", lines: []string{text(or(r.Strategy, "–"))}},
	}
	var stages, endpoints, attempts []string
	for _, st := range r.Pipeline[:drawn(len(r.Pipeline))] {
		line := s.Accent.Render("◆ ") + text(or(st.Name, or(st.Type, "–")))
		if word := views.Outcome(st, b.x); word != "" && outcomes {
			line += " " + views.OutcomeStyle(b.Styles, st).Render(body.SafeLine(word))
		}
		stages = append(stages, line)
	}
	twice := b.twice()
	name := func(provider, model string, names naming) string {
		switch {
		case names == both, names == enough && twice[provider]:
			return text(strings.TrimSpace(or(provider, "–") + " " + model))
		case twice[provider]:
			return text(or(model, provider))
		}
		return text(or(provider, or(model, "–")))
	}
	for _, e := range r.Endpoints[:drawn(len(r.Endpoints))] {
		mark, style := b.chosen(e)
		endpoints = append(endpoints, style.Render(mark+" ")+name(e.Provider, e.Model, names))
	}
	several := b.severalModels()
	for _, a := range r.Attempts[:drawn(len(r.Attempts))] {
		mark, style := sign(b, a.Status)
		who := name(a.Provider, a.Model, min(names, enough))
		switch {
		case several && names == oneName:
			who = text(or(a.Model, a.Provider))
		case several:
			who = name(a.Provider, a.Model, both)
		}
		attempts = append(attempts, style.Render(mark+" ")+who+style.Render(" "+ansi.Truncate(body.SafeLine(or(explain.AttemptStatus(a), "–")), 12, "…")))
	}
	if r.PipelineAs == wire.Bent {
		stages = []string{s.Dim.Render("other shape")}
		list = append(list, column{title: "stages", lines: stages})
	} else if len(stages) > 0 {
		list = append(list, column{"stages", stages, len(r.Pipeline) - len(stages)})
	}
	none, told := s.Dim.Render("not told"), b.routing.EndpointsAs == wire.Listed
	switch {
	case r.EndpointsAs == wire.Bent:
		none = s.Dim.Render("other shape")
	case b.noneLeft():
		none = s.Bad.Render("none left")
	case told:
		none = s.Dim.Render("none listed")
	case r.Total != wire.None:
		none = s.Dim.Render("not listed")
	}
	list = append(list, column{"endpoints", some(endpoints, none), len(r.Endpoints) - len(endpoints)})
	list = append(list, column{"attempts", some(attempts, s.Dim.Render(body.SafeLine(b.untried()))), len(r.Attempts) - len(attempts)})
	return append(list, column{title: "served", lines: []string{b.servedBy()}})
}

// servedBy is the end of the picture: the model, marked by how its answer ended.
func (b *builder) servedBy() string {
	model, _, nobody := b.server()
	mark := b.Styles.Good.Render("● ")
	if v := b.x.Verdict; v != state.Completed {
		mark = views.VerdictStyle(b.Styles, v).Render(views.Sign(v) + " ")
	}
	switch {
	case nobody:
		return b.Styles.Bad.Render("✗ nobody")
	case model == "":
		return mark + b.Styles.Dim.Render("not told")
	}
	return mark + b.Styles.Text.Render(body.SafeLine(model))
}

// twice are the providers that offer several of the models.
func (b *builder) twice() map[string]bool {
	model, twice := map[string]string{}, map[string]bool{}
	for _, e := range b.routing.Endpoints {
		if was, ok := model[e.Provider]; ok && was != e.Model {
			twice[e.Provider] = true
		}
		model[e.Provider] = e.Model
	}
	return twice
}

// severalModels reports whether the attempts are at more than one model: by the
// providers alone those at the second read as attempts at the first.
func (b *builder) severalModels() bool {
	all := b.routing.Attempts
	return slices.ContainsFunc(all, func(a wire.Attempt) bool { return a.Model != all[0].Model })
}

// drawn is how many of n things a column draws.
func drawn(n int) int {
	if n > tallest {
		return tallest - 1
	}
	return n
}

func some(lines []string, none string) []string {
	if len(lines) == 0 {
		return []string{none}
	}
	return lines
}

// joined puts columns side by side with arrows between them.
func joined(b *builder, columns []column) (lines []string, width int) {
	height := 1
	for i := range columns {
		c := &columns[i]
		if c.more > 0 {
			c.lines = append(c.lines, b.Styles.Dim.Render("… "+views.Thousands(c.more)+" more"))
		}
		height = max(height, len(c.lines)+1)
	}
	lines = make([]string, height)
	for i, c := range columns {
		wide := ansi.StringWidth(c.title)
		for _, l := range c.lines {
			wide = max(wide, ansi.StringWidth(l))
		}
		for row := range lines {
			if i > 0 {
				arrow := "    "
				if row == 1 {
					arrow = " ─▶ "
				}
				lines[row] += b.Styles.Dim.Render(arrow)
			}
			cell := ""
			switch {
			case row == 0:
				cell = b.Styles.Dim.Render(c.title)
			case row-1 < len(c.lines):
				cell = c.lines[row-1]
			}
			lines[row] += cell + strings.Repeat(" ", wide-ansi.StringWidth(cell))
		}
		width += wide
	}
	return lines, width + 4*(len(columns)-1)
}

// sign marks an attempt by its status.
func sign(b *builder, status int) (string, lipgloss.Style) {
	switch {
	case status >= 200 && status < 300:
		return "●", b.Styles.Good
	case status < 0:
		return "○", b.Styles.Dim
	}
	return "✗", b.Styles.Bad
}
