package routing

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
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
	short  naming = iota // the provider's, and of the model's the end where it tells two apart
	enough               // the provider's, and the model's where it tells two apart
	both
)

// picture draws the pipeline from left to right, where it fits: with as much of
// the names and of what its stages did as there is room for. Where it does not
// fit the parts of the page themselves are the picture, from top to bottom.
func (b *builder) picture() {
	for _, with := range []struct {
		names    naming
		outcomes bool
	}{{both, true}, {enough, true}, {short, true}, {short, false}} {
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
	line := func(words string) string { return s.Text.Render(text.SafeLine(words)) }
	list := []column{
		{title: "requested", lines: []string{line(or(r.Requested, "–"))}},
		{title: "strategy", lines: []string{line(or(r.Strategy, "–"))}},
	}
	stages, answer := b.passed(outcomes)
	var endpoints, attempts []string
	name := func(provider, model string, withModel bool) string {
		if names == short {
			model = b.ending(model)
		}
		if withModel || provider == "" {
			provider = strings.TrimSpace(or(provider, "–") + " " + model)
		}
		return line(provider)
	}
	twice, several := b.twice(), b.severalModels()
	for _, e := range r.Endpoints[:drawn(len(r.Endpoints))] {
		mark, style := b.chosen(e)
		endpoints = append(endpoints, style.Render(mark+" ")+name(e.Provider, e.Model, names == both || twice[e.Provider]))
	}
	for _, a := range r.Attempts[:drawn(len(r.Attempts))] {
		mark, style := sign(b, a.Status)
		who := name(a.Provider, a.Model, several || twice[a.Provider])
		attempts = append(attempts, style.Render(mark+" ")+who+style.Render(" "+text.Truncate(text.SafeLine(or(explain.AttemptStatus(a), "–")), 12, "…")))
	}
	if r.PipelineAs == wire.Malformed {
		stages = []string{s.Dim.Render("unexpected type")}
		list = append(list, column{title: "stages", lines: stages})
	} else if len(stages) > 0 {
		list = append(list, column{"stages", stages, len(r.Pipeline) - len(stages) - len(answer)})
	}
	none, told := s.Dim.Render("not reported"), b.routing.EndpointsAs == wire.Listed
	switch {
	case r.EndpointsAs == wire.Malformed:
		none = s.Dim.Render("unexpected type")
	case b.noneLeft():
		none = s.Bad.Render("none left")
	case told:
		none = s.Dim.Render("none listed")
	case r.Total != wire.None:
		none = s.Dim.Render("not listed")
	}
	list = append(list, column{"endpoints", some(endpoints, none), len(r.Endpoints) - len(endpoints)})
	list = append(list, column{"attempts", some(attempts, s.Dim.Render(text.SafeLine(b.untried()))), len(r.Attempts) - len(attempts)})
	if len(answer) > 0 {
		list = append(list, column{title: "answer", lines: answer})
	}
	return append(list, column{title: "served", lines: []string{b.servedBy()}})
}

// passed draws the stages of the request, and those of the answer.
func (b *builder) passed(outcomes bool) (request, answer []string) {
	stages := b.routing.Pipeline
	for _, s := range stages[:drawn(len(stages))] {
		line := b.Styles.Accent.Render("◆ ") + b.Styles.Text.Render(text.SafeLine(or(s.Name, or(s.Type, "–"))))
		if word := explain.Outcome(s, b.x); word != "" && outcomes {
			line += " " + views.OutcomeStyle(b.Styles, s).Render(text.SafeLine(word))
		}
		if explain.OfAnswer(s) {
			answer = append(answer, line)
		} else {
			request = append(request, line)
		}
	}
	return request, answer
}

// servedBy is the end of the picture: the model, marked by how its answer ended.
func (b *builder) servedBy() string {
	model, _, nobody := b.server()
	mark := b.Styles.Good.Render("● ")
	if v := b.x.Verdict; v != state.Completed {
		mark = views.VerdictStyle(b.Styles, v).Render(explain.Sign(v) + " ")
	}
	switch {
	case nobody:
		return b.Styles.Bad.Render("✗ none")
	case model == "":
		return mark + b.Styles.Dim.Render("not reported")
	}
	return mark + b.Styles.Text.Render(text.SafeLine(model))
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

// ending is the end of a model's slug, behind its vendor: all of it where another
// model that was considered or tried ends the same.
func (b *builder) ending(model string) string {
	end := model[strings.LastIndexByte(model, '/')+1:]
	same := func(other string) bool { return other != model && strings.HasSuffix("/"+other, "/"+end) }
	r := b.routing
	if slices.ContainsFunc(r.Endpoints, func(e wire.Endpoint) bool { return same(e.Model) }) ||
		slices.ContainsFunc(r.Attempts, func(a wire.Attempt) bool { return same(a.Model) }) {
		return model
	}
	return end
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
			c.lines = append(c.lines, b.Styles.Dim.Render("… "+figures.Thousands(c.more)+" more"))
		}
		height = max(height, len(c.lines)+1)
	}
	lines = make([]string, height)
	for i, c := range columns {
		wide := text.Width(c.title)
		for _, l := range c.lines {
			wide = max(wide, text.Width(l))
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
			lines[row] += cell + strings.Repeat(" ", wide-text.Width(cell))
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
