package overview

import (
	"cmp"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
)

// route draws who was asked and who served. In the column, what each stage says
// has so many lines.
func (m *Model) route(p pen, lines int) block {
	x, r := m.subject.Exchange, m.routing()
	b := block{title: "ROUTE"}
	asked, served := x.Chain, x.Model
	if r != nil && r.Requested != "" && x.RequestModel == "" && scan.Get(x.Request, "models") == nil {
		asked = r.Requested // in the gateway's own words, as the Route tab has it
	}
	if asked == "" && !x.Known.Request {
		asked = "not reported"
	} else if asked == "" {
		asked = "server default"
	}
	if m.compact {
		b.lines = append(b.lines, m.asked(p, asked, served))
	} else {
		b.lines = append(b.lines, p.fact("requested", p.styles.Text.Render(text.SafeLine(asked))))
		if served != "" {
			b.lines = append(b.lines, p.fact(explain.Part(x), p.styles.Model.Render(text.SafeLine(served))))
		}
	}
	if rank := x.Ranking; rank != nil && rank.Provider != "" {
		b.lines = append(b.lines, p.fact("provider", p.styles.Text.Render(text.SafeLine(rank.Provider))))
	}
	if x.Provider != "" {
		b.lines = append(b.lines, p.fact("provider", p.styles.Text.Render(text.SafeLine(x.Provider))))
	}
	if r == nil {
		b.lines = append(b.lines, m.unrouted(p)...)
		return b
	}
	b.lines = append(b.lines, m.told(p, r, lines)...)
	return b
}

// asked draws the way from one model to the other, which one that never began an
// answer does not end.
func (m *Model) asked(p pen, asked, served string) string {
	way := " ─▶ "
	switch {
	case served == "":
		return p.styles.Text.Render(text.SafeLine(asked))
	case served == asked:
		return p.styles.Model.Render(text.SafeLine(served))
	case explain.Part(m.subject.Exchange) == explain.Named:
		way = "  reported "
	}
	return p.styles.Text.Render(text.SafeLine(asked)) + p.styles.Dim.Render(way) + p.styles.Model.Render(text.SafeLine(served))
}

// unrouted says why there is no routing metadata.
func (m *Model) unrouted(p pen) []string {
	switch x := m.subject.Exchange; {
	case !x.Known.Request && explain.RoutingPending(x) != "":
		return p.wrapped("Routing metadata "+explain.RoutingPending(x)+".", p.styles.Dim)
	case !x.Known.Request:
		return p.wrapped("No routing metadata in "+explain.Saved(x)+".", p.styles.Dim)
	case !x.Kind().IsOwn():
		return p.wrapped("No routing metadata in the answer.", p.styles.Dim)
	case x.IsRerank():
		return p.wrapped("Routing metadata is not available for rerank.", p.styles.Dim)
	case !m.subject.Metadata && m.subject.Turn == 0:
		return p.wrapped("Routing metadata not requested.", p.styles.Dim)
	case !m.subject.Metadata && !m.compact && !x.Running():
		return p.wrapped("Routing metadata not requested: "+p.keys.Name(views.ActReadMetadata)+" sends again with it.", p.styles.Dim)
	case !m.subject.Metadata:
		return p.wrapped("Routing metadata not requested: "+p.keys.Name(views.ActMetadata)+" turns it on.", p.styles.Dim)
	case x.Running():
		return p.wrapped("The route appears when the answer is complete.", p.styles.Dim)
	case !x.Known.Answer:
		return p.wrapped(notRecorded, p.styles.Dim)
	}
	return p.wrapped("Routing metadata: requested, not returned.", p.styles.Dim)
}

// mostRows bounds the rows of one list; the page of the route has them all.
const mostRows = 8

// told draws what the metadata tells, in short.
func (m *Model) told(p pen, r *wire.Routing, most int) []string {
	var lines []string
	add := func(label, drawn string) {
		if m.compact {
			lines = append(lines, drawn)
		} else {
			lines = append(lines, p.fact(label, drawn))
		}
	}
	plain := p.styles.Text
	for _, e := range r.Endpoints {
		if !e.Selected {
			continue
		}
		by := text.SafeLine(e.Provider)
		if r.Region != "" {
			by += ", region " + text.SafeLine(r.Region)
		}
		if r.BYOK {
			by += ", your own key"
		}
		if m.compact {
			by = "by " + by
		}
		add("provider", plain.Render(by))
		break
	}
	if r.Strategy != "" && !m.compact {
		add("strategy", plain.Render(text.SafeLine(r.Strategy)))
	}
	for i, s := range r.Pipeline {
		if i == mostRows {
			add("", p.styles.Dim.Render(figures.Thousands(len(r.Pipeline)-i)+" more stages"))
			break
		}
		lines = append(lines, m.stage(p, s, once(i == 0, "stages"), most)...)
	}
	return append(lines, m.attempts(p, r)...)
}

// stage draws its name, what it did, and its own words: in the column on so many
// lines at most, and of those only what there is room for.
func (m *Model) stage(p pen, s wire.Stage, label string, most int) []string {
	name := cmp.Or(s.Name, s.Type, "unnamed")
	lines := []string{p.styles.Text.Render("◆ " + text.SafeLine(name))}
	did := text.SafeLine(explain.OutcomeBeside(s, m.subject.Exchange))
	switch drawn := views.OutcomeStyle(p.styles, s).Render(did); {
	case did == "":
	case m.compact && !p.fits(lines[0], did):
		lines = append(lines, "  "+drawn)
	default:
		lines[0] += "  " + drawn
	}
	last := len(lines) - 1
	summary := text.SafeLine(explain.StageWords(s, m.subject.Exchange, len(m.routing().Pipeline)))
	switch {
	case !m.compact && summary != "":
		return p.more(label, lines[0], summary, p.styles.Dim)
	case !m.compact:
		return []string{p.fact(label, lines[0])}
	case summary == "":
	case most > 1 && !p.fits(lines[last], summary):
		return append(lines, p.below(summary, most)...)
	case did == "" || p.fits(lines[last], summary):
		lines[last] += "  " + p.styles.Dim.Render(summary)
	}
	return lines
}

// attempts draws the tries at an endpoint with their status.
func (m *Model) attempts(p pen, r *wire.Routing) []string {
	var lines []string
	differ := slices.ContainsFunc(r.Attempts, func(a wire.Attempt) bool { return a.Model != r.Attempts[0].Model })
	for i, a := range r.Attempts {
		sign, style := "✗ ", p.styles.Bad
		switch {
		case a.Status >= 200 && a.Status < 300:
			sign, style = "● ", p.styles.Good
		case a.Status == wire.None: // how it ended is not told
			sign, style = "○ ", p.styles.Dim
		}
		who := text.SafeLine(a.Provider)
		if scan.KindOf(a.Raw) != scan.Object {
			who = text.SafeLine(string(a.Raw)) // in another shape: as it came
		}
		status := text.SafeLine(cmp.Or(explain.AttemptStatus(a), "no status"))
		if x := m.subject.Exchange; a.Status >= 200 && a.Status < 300 && x.HasOutput() {
			switch x.Verdict {
			case state.Failed:
				status += ", then failed"
			case state.Truncated:
				status += ", then the answer was cut off"
			}
		}
		words := style.Render(sign+who) + p.styles.Dim.Render("  "+status)
		if differ {
			words = style.Render(sign+who) + p.styles.Dim.Render("  "+status+"  "+text.SafeLine(a.Model))
		}
		if i == mostRows {
			words = p.styles.Dim.Render(figures.Thousands(len(r.Attempts)-i) + " more attempts")
		}
		if !m.compact {
			words = p.fact(once(i == 0, "attempts"), words)
		}
		if lines = append(lines, words); i == mostRows {
			return lines
		}
	}
	if len(lines) == 0 && r.Attempt > 0 {
		words := p.figure("attempt", strconv.Itoa(r.Attempt))
		if !m.compact {
			words = p.fact("attempt", p.styles.Text.Render(strconv.Itoa(r.Attempt)))
		}
		lines = append(lines, words)
	}
	return lines
}

func once(is bool, label string) string {
	if is {
		return label
	}
	return ""
}
