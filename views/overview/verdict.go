package overview

import (
	"slices"
	"sort"
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/frames"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// verdict draws how the exchange stands or ended, and what stands beside that. The
// column says only what stands beside it: the transcript next to it tells the rest.
func (m *Model) verdict(p pen) block {
	x := m.subject.Exchange
	about := explain.Context{BaseURL: m.subject.BaseURL, KeySent: m.subject.KeySent, WaitOver: m.subject.Waited,
		ModelsKeys: p.keys.Name(views.ActModel), RouteKeys: p.keys.Name(views.ActTabRoute), GuardsKeys: p.keys.Name(views.ActTabGuardrails),
		ConnectKeys: p.keys.Name(views.ActConnections),
		Chat:        "in the chat, and press " + p.keys.Name(views.ActSend)}
	plain, explained := explain.Exchange(x, about)
	if !explained {
		plain, explained = explain.Incomplete(x, about)
	}
	var b block
	if !m.compact {
		b.lines = append(p.standing(x, plain.Title), p.asked(m.subject)...)
	}
	if explained && !m.compact {
		if plain.Message != "" {
			b.lines = append(b.lines, p.quoted(plain.Message)...)
		}
		b.lines = append(b.lines, p.errorNames(x)...)
		b.lines = append(b.lines, p.wrapped(plain.Meaning, p.styles.Text)...)
		for _, try := range plain.SuggestionTexts() {
			b.lines = append(b.lines, p.hanging("→ ", try)...)
		}
	}
	b.lines = append(b.lines, page.Changes(p.styles, m.changes(), p.keys, "", p.width)...)
	if kind := explain.ErrorType(x); kind != "" {
		b.lines = append(b.lines, p.wrapped("⚠ "+kind, p.styles.Warn)...)
	}
	for _, w := range endFirst(x.Warnings) {
		b.lines = append(b.lines, m.warning(p, w, explained && isEnd(w.Code))...)
	}
	if !m.compact {
		b.lines = append(b.lines, lacking(p, x)...)
	}
	return b
}

// standing is the verdict with what happened, in words; the service's word for
// it stands beside or below.
func (p pen) standing(x *state.Exchange, title string) []string {
	style := views.VerdictStyle(p.styles, x.Verdict).Bold(true)
	words, reason := explain.Standing(x), ""
	if title != "" {
		words, reason = string(x.Verdict)+": "+title, text.SafeLine(x.Reason)
		if strings.Contains(title, x.Reason) || strings.Contains(title, strings.ReplaceAll(x.Reason, "_", " ")) {
			reason = ""
		}
	}
	if name, finish := x.Finished(); finish != "" {
		reason = name + " " + text.SafeLine(finish)
	}
	lines := p.wrapped(explain.Sign(x.Verdict)+" "+words, style)
	switch last := len(lines) - 1; {
	case reason == "":
	case p.fits(lines[last], reason):
		lines[last] = p.spread(lines[last], p.styles.Dim.Render(reason))
	default:
		lines = append(lines, p.hanging("  ", reason)...)
	}
	return lines
}

// isEnd reports whether a warning tells of how the answer broke off: the
// explanation of that says it already.
func isEnd(code string) bool {
	return code == state.WarnNoTerminal || code == state.WarnLost || code == state.WarnIdle || code == state.WarnLineCap || code == state.WarnBodyCap || code == state.WarnEncoding || code == state.WarnUnread || code == state.WarnChecksum
}

// endFirst puts the warnings that tell of how the answer ended before the others,
// which may not have room, and the general one behind what caused it.
func endFirst(warnings []state.Warning) []state.Warning {
	rank := func(w state.Warning) int {
		switch {
		case !isEnd(w.Code):
			return 2
		case w.Code == state.WarnNoTerminal:
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(warnings), func(a, b state.Warning) int { return rank(a) - rank(b) })
}

// warning draws what stands beside the verdict: what happened, what that means,
// its code and its moment. Of what was told already, what happened is left out.
func (m *Model) warning(p pen, w state.Warning, told bool) []string {
	if m.compact {
		if isEnd(w.Code) {
			return nil // the transcript tells of the end
		}
		return []string{p.styles.Warn.Render("⚠ " + text.SafeLine(w.Message))}
	}
	x := m.subject.Exchange
	about := text.SafeLine(w.Code)
	if w.AtUS >= 0 {
		about += ", at " + figures.Moment(w.AtUS)
	}
	if last, ok := figures.Total(x); ok && isEnd(w.Code) && figures.Moment(last) != figures.Moment(x.End.AtUS) {
		about = text.SafeLine(w.Code) + ", detected at " + figures.Moment(w.AtUS) + "; last byte at " + figures.Moment(last)
	}
	if n := x.FrameList.Count(frames.Unknown); w.Code == state.WarnUnknown && n > 1 { // as Events counts them
		about += ", in " + figures.Thousands(n) + " frames"
	} else if w.Count > 1 {
		about += ", " + figures.Thousands(w.Count) + " times"
	}
	if frame, alone, ok := m.frameOf(w); ok {
		if alone {
			word := ", frame "
			if w.Count > 1 {
				word = ", first in frame "
			}
			about += word + figures.Thousands(frame+1)
		}
		about += ": " + p.keys.Name(views.ActFrameWarning) + " shows it in Events"
	}
	const most = 4 // lines of what is ours
	words := w.Message
	switch {
	case !told || x.NoBody:
	case w.Code == state.WarnUnread, w.Code == state.WarnChecksum: // the failure's words are not of the file
		words = explain.Warning(x, w.Code)
	default: // they say what happened and what that means
		words, about = "cut off: "+about, ""
	}
	lines := p.wrapped("⚠ "+words, p.styles.Warn)
	if proof := explain.MissingText(x, w.Code); proof != "" {
		lines = append(lines, p.below(proof, most)...)
	}
	if meaning := explain.Warning(x, w.Code); !told && meaning != "" {
		lines = append(lines, p.below(meaning, most)...)
	}
	if about == "" {
		return lines
	}
	return append(lines, p.below(about, most)...)
}

// frameOf finds the frame that a warning is about, counted from 0; alone says
// that no other came at its moment. ok is false for what the list of events does
// not mark.
func (m *Model) frameOf(w state.Warning) (frame int, alone, ok bool) {
	switch w.Code {
	case state.WarnSequence, state.WarnUndecodable, state.WarnUnknown, state.WarnAfterEnd:
	default:
		return 0, false, false
	}
	if m.subject.Capture == nil {
		return 0, false, false
	}
	refs := m.subject.Capture.Frames.All()
	at := sort.Search(len(refs), func(i int) bool { return refs[i].AtUS >= w.AtUS })
	if at == len(refs) || refs[at].AtUS != w.AtUS {
		return 0, false, false
	}
	return at, at+1 == len(refs) || refs[at+1].AtUS != w.AtUS, true
}

// lacking says in what the capture is not what was on the wire.
func lacking(p pen, x *state.Exchange) []string {
	var lines []string
	if x.Redacted > 0 {
		lines = append(lines, p.styles.Dim.Render(figures.Thousands(x.Redacted)+" bytes of secrets overwritten with *"))
	}
	if x.Dropped > 0 {
		lines = append(lines, p.styles.Dim.Render(figures.Thousands(int(x.Dropped))+" bytes of the response not stored"))
	}
	return lines
}
