package overview

import (
	"maps"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
)

// twoColumns is the width from which the sections stand in two columns, in
// cells; between is the room that the rule between them takes.
const (
	twoColumns = 108
	between    = 5
)

// full draws the page. Where it is wide, what happened stands on the left and
// what it took on the right; what was asked for and what came back is below
// both.
func (m *Model) full(p pen) []string {
	if p.width < twoColumns {
		return p.stacked(m.verdict(p), m.route(p, 1), p.time(m.subject, m.silences(), false), p.output(m.subject, false), p.caller(m.subject), m.frames(p, 0), m.echo(p), m.headers(p))
	}
	left, right := p, p
	left.width = (p.width - between) / 2
	right.width = p.width - between - left.width
	lines := beside(left, left.stacked(m.verdict(left), m.route(left, 1), left.output(m.subject, false)),
		right.stacked(right.time(m.subject, m.silences(), false), right.caller(m.subject), m.frames(right, 0), m.headers(right)))
	if e := m.echo(p); !e.empty() {
		lines = append(append(lines, ""), p.rows(e)...)
	}
	return lines
}

// beside puts two columns next to each other, a thin rule between them.
func beside(p pen, left, right []string) []string {
	out := make([]string, max(len(left), len(right)))
	rule := p.styles.Rule.Render("│")
	for i := range out {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		out[i] = padded(l, p.width) + "  " + rule + "  " + r
	}
	return out
}

// column draws what fits in a height: whole sections from the top, and of the
// frames as many as there is room for.
func (m *Model) column(p pen, height int) []string {
	lines := m.verdict(p).lines
	time, output := p.time(m.subject, quiet{}, true), p.output(m.subject, true)
	const fewFrames = 5 // that what the stages say may leave, with their title
	most := 4
	route := m.route(p, most)
	for ; most > 1 && len(lines)+len(p.stacked(route, time, output))+2+fewFrames > height; most-- {
		route = m.route(p, most-1)
	}
	for _, b := range []block{route, time, output} {
		more := p.rows(b)
		if len(lines) > 0 {
			more = append([]string{""}, more...)
		}
		if len(lines)+len(more) > height && len(lines) > 0 {
			return fill(lines, height)
		}
		lines = append(lines, more...)
	}
	const leastFrames = 3 // the title and two frames
	if room := height - len(lines) - 1; room >= leastFrames {
		if b := m.frames(p, room-1); !b.empty() {
			lines = append(append(lines, ""), p.rows(b)...)
		}
	}
	return fill(lines, height)
}

// fill cuts what is higher than the column: of what stands first only.
func fill(lines []string, height int) []string { return lines[:min(len(lines), height)] }

// output draws what came in tokens: how many, how fast, for how much.
func (p pen) output(s views.Subject, compact bool) block {
	x := s.Exchange
	b := block{title: "TOKENS"}
	tokens := figures.TokensOf(x)
	var words []string
	told := figures.TokenFigures(tokens)
	if r := x.Ranking; r != nil && r.Usage != nil { // a rerank tells of no more than all
		for _, all := range []struct {
			label string
			n     int
		}{{"all", r.Usage.Total}, {"search units", r.Usage.Searches}} {
			if all.n >= 0 {
				told = append(told, figures.Figure{Label: all.label, Value: figures.Thousands(all.n)})
			}
		}
		if odd := r.Usage.Odd.Total; odd != "" {
			told = append(told, figures.Figure{Label: "all", Value: figures.OddCount(odd)})
		}
	}
	for _, f := range told {
		words = append(words, p.figure(f.Label, f.Value))
	}
	if cost, ok := figures.CostOf(x); ok {
		words = append(words, p.styles.Text.Render(text.SafeLine(figures.Price(cost))))
	} else if none := figures.NoCost(x); none != "" && !compact {
		words = append(words, p.figure("cost", none))
	}
	b.lines = p.flow(words, 3)
	if !compact {
		b.lines = append(b.lines, p.oddCounts(tokens)...)
		b.lines = append(b.lines, p.unread(x)...)
		b.lines = append(b.lines, p.costs(x)...)
	}
	b.right = figures.EstimatedBy(tokens)
	if us, ok := figures.TTFT(x); ok {
		words := []string{p.figure("TTFT", figures.Duration(us)+figures.FirstOf(x))}
		if word, ok := figures.FirstText(x); ok {
			words = append(words, p.figure("first word", figures.Duration(word)))
		}
		b.lines = append(b.lines, p.flow(words, 3)...)
	}
	if line, ok := p.speed(x, s.NowUS); ok {
		b.lines = append(b.lines, line)
	}
	if len(b.lines) == 0 {
		words := "No usage reported."
		switch {
		case x.Running():
			words = "None yet."
		case !x.Known.Answer:
			words = notRecorded
		}
		b.lines = []string{p.styles.Dim.Render(words)}
	}
	return b
}

// notRecorded is said where the answer would tell, and the file does not hold it.
const notRecorded = "Not known: the answer was not recorded."

// mostHeaders bounds the headers shown: the page of the response has them all.
const mostHeaders = 24

// headers draws the headers worth knowing, and the ids by which the service
// knows the exchange.
func (m *Model) headers(p pen) block {
	x := m.subject.Exchange
	b := block{title: "HEADERS AND IDS"}
	about, id := "", x.ResponseID
	if x.Head == nil {
		if id != "" {
			b.title, b.lines = "IDS", p.more("response", p.styles.Dim.Render("id"), text.SafeLine(id), p.styles.Text)
		}
		return b
	}
	b.right = strings.TrimSpace(text.SafeLine(x.Head.Proto) + " " + x.Head.StatusText())
	row := func(about, name, value string) {
		b.lines = append(b.lines, p.more(about, p.styles.Dim.Render(text.SafeLine(name)), text.SafeLine(value), p.styles.Text)...)
	}
	for i, h := range figures.HeadersOf(x.Head.Header) {
		if i == mostHeaders {
			b.lines = append(b.lines, p.fact("", p.styles.Dim.Render("and more")))
			break
		}
		if h.Value == id && id != "" {
			h.Value = "same as the response id"
		}
		row(once(h.About != about, h.About), h.Name, h.Value)
		about = h.About
	}
	if x.End != nil {
		for i, name := range slices.Sorted(maps.Keys(x.End.Trailer)) {
			if i == mostHeaders {
				b.lines = append(b.lines, p.fact("", p.styles.Dim.Render("and more")))
				break
			}
			row(once(i == 0, "trailer"), name, strings.Join(x.End.Trailer[name], ", "))
		}
	}
	if id != "" {
		row("response", "id", id)
	}
	created := "created_at"
	if x.Kind().IsForeign() {
		created = "created"
	}
	for _, at := range []struct {
		name  string
		value []byte
	}{{created, x.CreatedAt}, {"completed_at", x.CompletedAt}} {
		if !scan.IsNull(at.value) {
			row(once(id == "" && at.name == created, "response"), at.name, unixTime(at.value))
		}
	}
	if x.Failure != nil && x.Failure.UserID != nil {
		row("user", "user_id", *x.Failure.UserID)
	}
	if x.Known.Request { // a file has none
		row("exchange", "id", x.ID)
	}
	return b
}

// echo is the table of settings, sent against echoed.
func (m *Model) echo(p pen) block {
	b := block{title: "SETTINGS"}
	if !m.subject.Exchange.Kind().IsOwn() { // other APIs echo no settings
		return block{}
	}
	rows := m.echoes()
	if rows == nil {
		words := "No response object, so nothing was echoed."
		switch x := m.subject.Exchange; {
		case x.Running():
			words = "The final response echoes the settings."
		case !x.Known.Answer:
			words = notRecorded
		}
		b.lines = []string{p.styles.Dim.Render(words)}
		return b
	}
	wrong, sent := 0, 0
	var silent, null, unechoed []string
	for _, e := range rows {
		if e.Verdict.Wrong() {
			wrong++
		}
		if e.Verdict != figures.NotSent {
			sent++
		}
		switch {
		case e.Verdict == figures.Unechoed:
			unechoed = append(unechoed, text.SafeLine(e.Name))
			continue
		case e.Verdict == figures.NotSent && scan.IsNull(e.Echoed):
			if e.Sent != nil {
				null = append(null, text.SafeLine(e.Name))
			} else {
				silent = append(silent, e.Name)
			}
			continue
		}
		b.lines = append(b.lines, p.setting(e)...)
	}
	switch {
	case !m.subject.Exchange.Known.Request:
		b.title, b.right = "SETTINGS ECHOED", explain.Saved(m.subject.Exchange)+" does not include the request"
		b.lines = own(p, rows, "")
		return b
	case sent == 0:
		b.lines, b.right = own(p, rows, "the response reports: "), "the request sets none"
		return b
	}
	if len(b.lines) > 0 {
		b.lines = append([]string{p.styles.Dim.Render(p.settingRow("  setting", "sent", "echoed", ""))}, b.lines...)
	}
	if b.right = figures.EchoSummary(rows); wrong > 0 {
		b.right = p.styles.Warn.Render("≠ " + b.right)
	}
	if len(unechoed) > 0 {
		b.lines = append(b.lines, p.wrapped("not echoed: "+strings.Join(unechoed, ", "), p.styles.Dim)...)
	}
	if len(null) > 0 {
		b.lines = append(b.lines, p.wrapped("sent as null, no value echoed: "+strings.Join(null, ", "), p.styles.Dim)...)
	}
	if len(silent) > 0 {
		lines := p.wrapped("not set: "+strings.Join(silent, ", "), p.styles.Dim)
		b.lines = append(b.lines, lines...)
	}
	return b
}

// own is one line about the settings of a result when none of them was sent.
func own(p pen, rows []figures.Echo, whose string) []string {
	var words []string
	for _, e := range rows {
		if !scan.IsNull(e.Echoed) {
			words = append(words, e.Name+" "+value(e.Name, e.Echoed))
		}
	}
	if len(words) == 0 {
		return []string{p.styles.Dim.Render("None in the response.")}
	}
	return p.wrapped(whose+strings.Join(words, ", "), p.styles.Dim)
}

// setting draws one row of the table.
func (p pen) setting(e figures.Echo) []string {
	sign, style := " ", p.styles.Dim
	switch e.Verdict {
	case figures.Same:
		sign = "="
	case figures.Changed:
		sign, style = "≠", p.styles.Warn
	case figures.Null:
		sign, style = "∅", p.styles.Warn
	case figures.Missing:
		sign, style = "?", p.styles.Warn
	}
	plain := p.styles.Text
	if e.Verdict == figures.NotSent {
		plain = p.styles.Dim
	}
	lines := []string{p.settingRow(style.Render(sign+" ")+p.styles.Dim.Render(text.SafeLine(e.Name)),
		plain.Render(value(e.Name, e.Sent)), plain.Render(value(e.Name, e.Echoed)), style.Render(e.Verdict.String()))}
	why := e.Note
	if e.Where != "" {
		why = "differs at " + text.SafeLine(e.Name+e.Where)
	}
	if why != "" {
		lines = append(lines, p.styles.Dim.Render("  └ "+why))
	}
	return lines
}

// settingRow puts the drawn cells of a row of the table in their columns.
func (p pen) settingRow(name, sent, echoed, verdict string) string {
	const names, verdicts = 22, 9 // the longest of each
	room := max((p.width-names-verdicts-4)/2, 4)
	return padded(name, names) + " " + padded(sent, room) + " " + padded(echoed, room) + "  " + verdict
}
