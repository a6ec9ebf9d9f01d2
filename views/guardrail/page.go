package guardrail

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// builder makes the rows of the page.
type builder struct {
	page.Rows
	m      *Model
	x      *state.Exchange
	stages []guard.Stage

	last  guard.Match // whose place was counted
	chars int         // in front of it
}

func (b *builder) page() {
	if b.x == nil {
		b.Styled("empty", b.Styles.Strong.Render("Nothing sent yet."))
		b.Para("empty-how", b.Styles.Dim, 0, "Send a request to see which guardrails checked it and which words they matched.")
		return
	}
	if len(b.stages) == 0 {
		b.none()
		return
	}
	b.Para("", b.Styles.Dim, 0, "A guardrail is a rule about what may be sent.")
	for i, s := range b.stages {
		b.stage(i, s)
	}
	if b.m.subject.Resendable() && slices.ContainsFunc(b.stages, guard.Stage.Blocked) {
		b.Blank()
		b.Press("edit", b.m.keys.Name(views.ActReadEdit), "edit the text and send it again", nil)
	}
	b.redacted()
}

// none says why no guardrail is shown.
func (b *builder) none() {
	if len(b.x.Routing) > 0 && b.unlisted() {
		return
	}
	if len(b.x.Routing) > 0 {
		b.Styled("none", b.Styles.Good.Render("✓ ")+b.Styles.Strong.Render("No guardrail acted."))
		b.Para("none-why", b.Styles.Dim, 0, "The routing metadata lists no guardrail stage.")
		return
	}
	b.Styled("none", b.Styles.Strong.Render("No guardrail reported."))
	b.Para("none-why", b.Styles.Text, 0, "Guardrails are reported in the routing metadata. "+explain.NoRouting(b.x, b.m.subject.Metadata, explain.MetadataHeader(b.m.subject.Service)))
	if b.m.subject.Unasked() {
		key := b.m.keys.Name(views.ActReadMetadata)
		b.Press("none-ask", key, "send again with routing metadata", nil)
	}
}

// unlisted says that the metadata has no list of stages, which leaves open
// whether a guardrail acted, and reports whether that is so.
func (b *builder) unlisted() bool {
	title := "The response does not say whether a guardrail acted."
	switch read.Routing(b.x.Routing).PipelineAs {
	case wire.Missing:
		b.Styled("none", b.Styles.Strong.Render(title))
		b.Para("none-why", b.Styles.Text, 0, "Guardrails are reported as pipeline stages, and this routing metadata has no pipeline.")
		return true
	case wire.Malformed:
		b.Styled("none", b.Styles.Strong.Render(title))
		b.Para("none-why", b.Styles.Text, 0, "Guardrails are reported as pipeline stages, and this pipeline is not a list of stages. As received:")
		pipeline := scan.Get(b.x.Routing, "pipeline")
		b.Unfolding("none-pipeline", b.Styles.Text.Render("pipeline")+"  "+b.Styles.Dim.Render(figures.Size(len(pipeline))), pipeline)
		return true
	}
	return false
}

// stageID begins the IDs of all rows of the stage of an index.
func stageID(i int) string { return "stage/" + strconv.Itoa(i) }

// stageOf returns the index of the stage that a row is of; ok is false for a row
// outside of the stages.
func stageOf(id string) (i int, ok bool) {
	rest, ok := strings.CutPrefix(id, "stage/")
	number, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(number)
	return i, ok && err == nil
}

// stage shows one guardrail: what it is, what it did, what it found.
func (b *builder) stage(i int, s guard.Stage) {
	id := stageID(i)
	b.Blank()
	style := b.styleOf(s)
	name := s.Name
	if name == "" {
		name = "unnamed guardrail"
	}
	action := guard.Did(s.Action, b.x)
	if action == "" {
		action = "action not reported"
	}
	line := style.Render("◆ ") + b.Styles.Strong.Render(text.SafeLine(name)) + "   " + style.Bold(true).Render(text.SafeLine(action))
	if scan.KindOf(s.Data) == scan.Object || scan.KindOf(s.Data) == scan.Array {
		b.Unfolding(id, line, s.Data)
	} else {
		b.Styled(id, line)
	}
	if did := b.did(s); did != "" {
		b.Para(id+"/did", b.Styles.Text, 0, did)
	}
	if s.Summary != "" {
		b.Quote(id+"/summary", b.Styles.Text, 0, "“"+s.Summary+"”")
	}
	dash := func(text string) string {
		if text == "" {
			return "–"
		}
		return text
	}
	facts := []page.Fact{
		{Name: "id", Value: dash(s.GuardrailID)}, {Name: "scope", Value: dash(s.Scope)}, {Name: "detected", Value: dash(s.Detected)},
		{Name: "engines", Value: dash(strings.Join(s.Engines, ", "))}, {Name: "patterns", Value: dash(listed(s.Patterns))},
	}
	if len(s.Reasons) > 0 {
		facts = append(facts, page.Fact{Name: "reasons", Value: strings.Join(s.Reasons, ", ")})
	}
	b.Facts(id+"/facts", facts...)
	if s.Flagged != "" {
		b.Quote(id+"/flagged", b.Styles.Text, 0, "It quotes the request: “"+s.Flagged+"”")
	}
	if b.m.looked != nil {
		b.matches(id, s, b.m.looked.found[i])
	} else {
		b.Para(id+"/looking", b.Styles.Dim, 0, "Searching the request, "+figures.Size(len(b.x.Request))+" …")
	}
}

// listed names patterns, an empty one too.
func listed(patterns []string) string {
	names := slices.Clone(patterns)
	for i, p := range names {
		if strings.TrimSpace(p) == "" {
			names[i] = "(empty)"
		}
	}
	return strings.Join(names, ", ")
}

func (b *builder) styleOf(s guard.Stage) lipgloss.Style {
	switch {
	case s.Blocked():
		return b.Styles.Bad
	case s.Action == "pass" || s.Action == "allowed" || s.Detected == "false":
		return b.Styles.Good
	}
	return b.Styles.Warn
}

// shownMatches is how many places of one guardrail are listed.
const shownMatches = 40

// matches shows the words in the request's own text.
func (b *builder) matches(id string, s guard.Stage, f guard.Found) {
	if len(s.Patterns) == 0 && s.Flagged == "" {
		if s.Detected != "false" {
			b.Para(id+"/nopattern", b.Styles.Dim, 0, "It reports no pattern and quotes nothing, so the match cannot be located in the text.")
		}
		return
	}
	kinds := false
	if len(f.Matches) > 0 {
		b.Styled(id+"/in", b.Styles.Dim.Render("in your text:"))
	}
	for j, match := range f.Matches {
		if j == shownMatches {
			b.Para(id+"/more", b.Styles.Dim, 2, "… and "+figures.Thousands(len(f.Matches)-j)+" more matches")
			break
		}
		kinds = kinds || match.Kind == guard.Category
		b.match(fmt.Sprintf("%s/match/%d", id, j), match)
	}
	if kinds {
		b.Para(id+"/kind", b.Styles.Dim, 2, "The gateway reports only a category. The highlighted text looks like that category; the gateway's own pattern may differ.")
	}
	if why := explain.NoRequest(b.x); why != "" {
		b.Para(id+"/none", b.Styles.Dim, 0, "The match cannot be highlighted: "+why+".")
		return
	}
	if f.QuoteMissing {
		b.Para(id+"/absent", b.Styles.Warn, 0, "The quoted text does not appear verbatim in the request, so it cannot be highlighted.")
	}
	for _, p := range f.Unmatched {
		words := "Nothing in the request matches “" + p + "”, as text or as a regular expression, so the match cannot be highlighted."
		switch how := guard.ReadPattern(p); {
		case strings.TrimSpace(p) == "":
			words = "One pattern is empty, so there is nothing to search for."
		case how == guard.NamePattern:
			words = "“" + p + "” does not appear in the request: it may be the gateway's name for a rule. Which words matched is not known."
		case how == guard.UnreadablePattern:
			words = "“" + p + "” cannot be searched for here as a regular expression. Which words matched is not known."
		}
		b.Para(id+"/none/"+p, b.Styles.Warn, 0, words)
	}
	if f.Cut {
		b.Para(id+"/cut", b.Styles.Warn, 0, "The request is long: only part of its text was searched, the last messages first.")
	}
}

// did says what a guardrail did, and what it would have done where another stopped
// the request; empty for an action that is not known.
func (b *builder) did(s guard.Stage) string {
	stopped := slices.ContainsFunc(b.stages, guard.Stage.Blocked) || b.x.Failure != nil && b.x.Failure.Guardrail
	switch flagged := strings.HasPrefix(s.Action, "flag"); {
	case s.Blocked():
		return "It blocked the request."
	case s.Redacted() && stopped:
		return "On its own, it would have redacted the match and passed the request on."
	case s.Redacted():
		return "It redacted the match and passed the request on."
	case flagged && stopped:
		return "It flagged the match; on its own, it would have passed the request on."
	case flagged:
		return "It flagged the match and passed the request on."
	}
	return ""
}

// match shows a place: where it is, and its words with what stands around them.
func (b *builder) match(id string, m guard.Match) {
	looked := b.m.looked.texts[m.Text]
	how := map[guard.MatchKind]string{guard.Literal: "words", guard.Regexp: "regular expression", guard.Category: "looks like it", guard.Quote: "quoted"}[m.Kind]
	where := b.Styles.Accent.Render(text.SafeLine(looked.Path)) + "   " + b.Styles.Dim.Render(text.SanitizeLine(
		fmt.Sprintf("character %s   %s: %s", figures.Thousands(b.character(m)), how, m.Pattern)))
	b.Add(page.Row{ID: id, Of: m, Line: func() string { return "  " + where }})
	// The words stand in the middle of what fits on a line.
	before, found, after := m.Around(looked.Text, max(b.Width, 40))
	const beside = 9 // cells of the page's margin, the indent and the brackets
	room := max(b.Width-beside, 4)
	found = text.Truncate(text.SanitizeLine(found), room, "…")
	room -= text.Width(found)
	before, after = text.SanitizeLine(before), text.SanitizeLine(after)
	left := max(room/2, room-text.Width(after))
	switch w := text.Width(before); {
	case w > left && left < 2:
		before = strings.Repeat("…", left)
	case w > left:
		before = text.TruncateLeft(before, w-left+1, "…")
	}
	after = text.Truncate(after, max(room-text.Width(before), 0), "…")
	line := b.Styles.Text.Render(before) + b.Styles.MatchHere.Render("["+found+"]") + b.Styles.Text.Render(after)
	b.Add(page.Row{ID: id + "/words", Of: m, Line: func() string { return "    " + line }})
}

// character counts the characters up to a match, from 1; on from the match
// before it where that is in the same text.
func (b *builder) character(m guard.Match) int {
	if m.Text != b.last.Text || m.From < b.last.From {
		b.last, b.chars = guard.Match{Text: m.Text}, 0
	}
	b.chars += utf8.RuneCountInString(b.m.looked.texts[m.Text].Text[b.last.From:m.From])
	b.last = m
	return b.chars + 1
}
