package guardrail

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
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
		b.Styled("empty", b.Styles.Strong.Render("Nothing was sent yet."))
		b.Para("empty-how", b.Styles.Dim, 0, "Send something, and this page shows the guardrails that looked at it, and the words that they found.")
		return
	}
	if len(b.stages) == 0 {
		b.none()
		return
	}
	b.Para("", b.Styles.Dim, 0, "A guardrail is a rule on what may be sent.")
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
		b.Para("none-why", b.Styles.Dim, 0, "None of the stages that the routing metadata tells of is a guardrail.")
		return
	}
	b.Styled("none", b.Styles.Strong.Render("No guardrail is known of."))
	b.Para("none-why", b.Styles.Text, 0, "Guardrails tell of themselves in the routing metadata. "+explain.NoRouting(b.x, b.m.subject.Metadata, explain.MetadataHeader(b.m.subject.Service)))
	if b.m.subject.Unasked() {
		key := b.m.keys.Name(views.ActReadMetadata)
		b.Press("none-ask", key, "send the request again and ask for it", nil)
	}
}

// unlisted says that the metadata has no list of stages, which leaves open
// whether a guardrail acted, and reports whether that is so.
func (b *builder) unlisted() bool {
	title := "Whether a guardrail acted is not told."
	switch read.Routing(b.x.Routing).PipelineAs {
	case wire.Missing:
		b.Styled("none", b.Styles.Strong.Render(title))
		b.Para("none-why", b.Styles.Text, 0, "Guardrails tell of themselves as stages of the pipeline, and the routing metadata of this exchange has no pipeline.")
		return true
	case wire.Malformed:
		b.Styled("none", b.Styles.Strong.Render(title))
		b.Para("none-why", b.Styles.Text, 0, "Guardrails tell of themselves as stages of the pipeline, and the pipeline of this exchange is no list of stages. It is shown as it came:")
		pipeline := scan.Get(b.x.Routing, "pipeline")
		b.Unfolding("none-pipeline", b.Styles.Text.Render("pipeline")+"  "+b.Styles.Dim.Render(views.Size(len(pipeline))), pipeline)
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
		name = "a guardrail that gives no name"
	}
	action := s.Action
	if action == "" {
		action = "no action is told"
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
		b.Quote(id+"/flagged", b.Styles.Text, 0, "It quotes of the request: “"+s.Flagged+"”")
	}
	if b.m.looked != nil {
		b.matches(id, s, b.m.looked.found[i])
	} else {
		b.Para(id+"/looking", b.Styles.Dim, 0, "Looking through the request, "+views.Size(len(b.x.Request))+" …")
	}
}

// listed names patterns, an empty one too.
func listed(patterns []string) string {
	names := slices.Clone(patterns)
	for i, p := range names {
		if strings.TrimSpace(p) == "" {
			names[i] = "an empty one"
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
			b.Para(id+"/nopattern", b.Styles.Dim, 0, "It names no pattern and quotes nothing, so its words cannot be looked for in the text.")
		}
		return
	}
	kinds := false
	if len(f.Matches) > 0 {
		b.Styled(id+"/in", b.Styles.Dim.Render("in your text:"))
	}
	for j, match := range f.Matches {
		if j == shownMatches {
			b.Para(id+"/more", b.Styles.Dim, 2, "… and "+views.Thousands(len(f.Matches)-j)+" more places")
			break
		}
		kinds = kinds || match.Kind == guard.Category
		b.match(fmt.Sprintf("%s/match/%d", id, j), match)
	}
	if kinds {
		b.Para(id+"/kind", b.Styles.Dim, 2, "The gateway names only the kind of what it found. What is marked looks like that kind; the gateway's own pattern may differ.")
	}
	if why := views.NoRequest(b.x); why != "" {
		b.Para(id+"/none", b.Styles.Dim, 0, "What was found cannot be marked: "+why+".")
		return
	}
	if f.QuoteMissing {
		b.Para(id+"/absent", b.Styles.Warn, 0, "What it quotes does not stand in the request's texts as it is written there: it cannot be marked.")
	}
	for _, p := range f.Unmatched {
		words := "Nothing in the request matches “" + p + "”, neither as words nor as a regular expression. The text that it found cannot be marked."
		switch how := guard.ReadPattern(p); {
		case strings.TrimSpace(p) == "":
			words = "A pattern is empty: nothing can be looked for by it."
		case how == guard.NamePattern:
			words = "“" + p + "” does not stand in the request: it may be the gateway's name for what it looks for. Which words it found cannot be told here."
		case how == guard.UnreadablePattern:
			words = "“" + p + "” cannot be looked for here as a regular expression. Which words it found cannot be told here."
		}
		b.Para(id+"/none/"+p, b.Styles.Warn, 0, words)
	}
	if f.Cut {
		b.Para(id+"/cut", b.Styles.Warn, 0, "The request is long: not all of its text was looked at, and the last messages first.")
	}
}

// did says what a guardrail did, and what it would have done where another stopped
// the request; empty for an action that is not known.
func (b *builder) did(s guard.Stage) string {
	stopped := slices.ContainsFunc(b.stages, guard.Stage.Blocked) || b.x.Failure != nil && b.x.Failure.Guardrail
	switch flagged := strings.HasPrefix(s.Action, "flag"); {
	case s.Blocked():
		return "It stopped the request."
	case s.Redacted() && stopped:
		return "By itself it would have let the request on without what it found."
	case s.Redacted():
		return "It let the request on without what it found."
	case flagged && stopped:
		return "It noted what it found; by itself it would have let the request on."
	case flagged:
		return "It noted what it found, and let the request on."
	}
	return ""
}

// match shows a place: where it is, and its words with what stands around them.
func (b *builder) match(id string, m guard.Match) {
	looked := b.m.looked.texts[m.Text]
	how := map[guard.MatchKind]string{guard.Literal: "words", guard.Regexp: "regular expression", guard.Category: "looks like it", guard.Quote: "quoted"}[m.Kind]
	where := b.Styles.Accent.Render(text.SafeLine(looked.Path)) + "   " + b.Styles.Dim.Render(text.SanitizeLine(
		fmt.Sprintf("character %s   %s: %s", views.Thousands(b.character(m)), how, m.Pattern)))
	b.Add(page.Row{ID: id, Of: m, Line: func() string { return "  " + where }})
	// The words stand in the middle of what fits on a line.
	before, found, after := m.Around(looked.Text, max(b.Width, 40))
	const beside = 9 // cells of the page's margin, the indent and the brackets
	room := max(b.Width-beside, 4)
	found = ansi.Truncate(text.SanitizeLine(found), room, "…")
	room -= ansi.StringWidth(found)
	before, after = text.SanitizeLine(before), text.SanitizeLine(after)
	left := max(room/2, room-ansi.StringWidth(after))
	switch w := ansi.StringWidth(before); {
	case w > left && left < 2:
		before = strings.Repeat("…", left)
	case w > left:
		before = ansi.TruncateLeft(before, w-left+1, "…")
	}
	after = ansi.Truncate(after, max(room-ansi.StringWidth(before), 0), "…")
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
