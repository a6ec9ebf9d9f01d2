package routing

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
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

// picture draws the pipeline from left to right, where it fits: first with the
// models of its endpoints, then without, then without what its stages did. Where
// it does not fit the parts of the page themselves are the picture, from top to
// bottom.
func (b *builder) picture() {
	for _, with := range []struct{ models, outcomes bool }{{true, true}, {false, true}, {false, false}} {
		columns := b.columns(with.models, with.outcomes)
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

func (b *builder) columns(models, outcomes bool) []column {
	s, r := b.Styles, b.routing
	text := func(words string) string { return s.Text.Render(body.SafeLine(words)) }
	list := []column{
		{title: "requested", lines: []string{text(or(r.Requested, "–"))}},
		{title: "strategy", lines: []string{text(or(r.Strategy, "–"))}},
	}
	var stages, endpoints, attempts []string
	for _, st := range r.Pipeline[:drawn(len(r.Pipeline))] {
		line := s.Accent.Render("◆ ") + text(or(st.Name, or(st.Type, "–")))
		if word := outcome(st); word != "" && outcomes {
			line += " " + b.styleOf(st).Render(body.SafeLine(word))
		}
		stages = append(stages, line)
	}
	twice := b.twice()
	name := func(provider, model string) string {
		switch {
		case models:
			return text(strings.TrimSpace(or(provider, "–") + " " + model))
		case twice[provider]: // it is the model that tells them apart
			return text(or(model, provider))
		}
		return text(or(provider, model))
	}
	for _, e := range r.Endpoints[:drawn(len(r.Endpoints))] {
		mark, style := b.chosen(e)
		endpoints = append(endpoints, style.Render(mark+" ")+name(e.Provider, e.Model))
	}
	for _, a := range r.Attempts[:drawn(len(r.Attempts))] {
		mark, style := sign(b, a.Status)
		who := text(or(a.Provider, "–"))
		if twice[a.Provider] {
			who = text(or(a.Model, a.Provider))
		}
		attempts = append(attempts, style.Render(mark+" ")+who+style.Render(" "+status(a.Status)))
	}
	if len(stages) > 0 {
		list = append(list, column{"stages", stages, len(r.Pipeline) - len(stages)})
	}
	list = append(list, column{"endpoints", some(endpoints, s.Bad.Render("none left")), len(r.Endpoints) - len(endpoints)})
	list = append(list, column{"attempts", some(attempts, s.Dim.Render("none")), len(r.Attempts) - len(attempts)})
	served := s.Bad.Render("✗ nobody")
	for _, e := range r.Endpoints {
		if e.Selected {
			served = s.Good.Render("● ") + text(or(b.x.Model, e.Model))
		}
	}
	if r.Endpoints == nil && b.x.Model != "" {
		served = text(b.x.Model)
	}
	return append(list, column{title: "served", lines: []string{served}})
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

func status(n int) string {
	if n < 0 {
		return "–"
	}
	return strconv.Itoa(n)
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

// outcome says in a few words what a stage did, as far as its data tells.
func outcome(s wire.Stage) string {
	data := s.Data
	word := func(name string) string {
		if v := raw.Get(data, name); raw.KindOf(v) == raw.String {
			return raw.Text(v)
		} else if !raw.IsNull(v) && (raw.KindOf(v) == raw.Number || raw.KindOf(v) == raw.Bool) {
			return string(v)
		}
		return ""
	}
	switch {
	case word("action") != "" && word("detected") == "false":
		return word("action") + ", nothing detected"
	case word("action") != "" && word("detected") != "":
		return word("action") + ", detected"
	case word("action") != "":
		return word("action")
	case word("detected") != "":
		return "detected " + word("detected")
	case word("emptied_by") != "":
		return "emptied by " + word("emptied_by")
	case word("original_count") != "" && word("compressed_count") != "":
		return compressed(word("original_count"), word("compressed_count"), word("input_type"))
	case word("improved") == "true":
		if before, after := word("original_length"), word("healed_length"); before != "" && after != "" {
			return "repaired, length " + figure(before) + " → " + figure(after)
		}
		return "repaired"
	case word("improved") == "false":
		return "nothing to repair"
	case word("steps") != "":
		return count(number(word("steps")), "step")
	}
	return ""
}

// compressed says how much of the input was kept: items of a list of messages,
// tokens of a prompt.
func compressed(before, after, kind string) string {
	unit := "items"
	if kind == "prompt" {
		unit = "tokens"
	}
	switch {
	case before == after:
		return "all " + figure(before) + " " + unit + " kept"
	case number(after) > number(before):
		return figure(before) + " → " + figure(after) + " " + unit
	}
	return figure(after) + " of " + figure(before) + " " + unit + " kept"
}

// figure writes a count that came as a word; what is no whole number as it came.
func figure(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		return views.Thousands(n)
	}
	return word
}

// untold says what a stage's data leaves open that one looks for; empty for
// nothing.
func untold(s wire.Stage, request []byte, stream bool) string {
	dropped := number(string(raw.Get(s.Data, "original_count"))) - number(string(raw.Get(s.Data, "compressed_count")))
	switch {
	case raw.Get(s.Data, "compressed_count") != nil && dropped > 0:
		words := views.Thousands(dropped) + " dropped"
		if raw.Text(raw.Get(s.Data, "engine")) == "middle-out" {
			words += " from the middle"
		}
		if string(raw.At(request, "debug", "echo_upstream_body")) == "true" {
			return words + ". The Request page compares what was sent with what was sent on."
		}
		if stream {
			return words + ". Which ones is not told; with debug.echo_upstream_body the Request page would show it."
		}
		return words + ". Which ones is not told; a stream with debug.echo_upstream_body would show it in the Request page."
	case string(raw.Get(s.Data, "improved")) == "true":
		return "What the model wrote before the repair is not sent: the answer holds the repaired text only."
	}
	return ""
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// styleOf is the colour of what a stage did: red where it stopped the request,
// yellow where it changed it.
func (b *builder) styleOf(s wire.Stage) lipgloss.Style {
	action := raw.Text(raw.Get(s.Data, "action"))
	switch {
	case strings.HasPrefix(action, "block"), raw.Get(s.Data, "emptied_by") != nil:
		return b.Styles.Bad
	case action != "" && action != "pass" && action != "allowed":
		return b.Styles.Warn
	}
	return b.Styles.Dim
}

// contents is what a stage unfolds to: its data, or all of it where it has
// members that this page does not draw.
func contents(s wire.Stage) []byte {
	const known = " type name summary guardrail_id guardrail_scope data "
	for m := range raw.Members(s.Raw) {
		if !strings.Contains(known, " "+m.Key+" ") {
			return s.Raw
		}
	}
	if raw.KindOf(s.Data) == raw.Object || raw.KindOf(s.Data) == raw.Array {
		return s.Data
	}
	if raw.IsNull(s.Data) && raw.KindOf(s.Raw) == raw.Object {
		return nil
	}
	return s.Raw
}
