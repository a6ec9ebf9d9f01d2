package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

// passed compares the text that was sent with the text that the provider received, if the gateway
// reported it.
func (of *guarded) passed() Report {
	r := Report{ID: "after", Title: "BEFORE AND AFTER"}
	switch list := of.Read.Guards.Passed; {
	case explain.Blocked(of.Exchange):
		r.Blocks = []Block{Span{Text: "Nothing was forwarded: the request was blocked."}}
	case len(list) == 0:
		r.Blocks = []Block{Span{Text: "What the provider received is not known. A stream with debug {\"echo_upstream_body\": true} returns what the gateway forwarded."}}
		if of.Exchange.Known.Request {
			r.Blocks = append(r.Blocks, echoAction)
		}
	case explain.NoRequest(of.Exchange) != "":
		r.Blocks = []Block{Span{Text: "What was redacted is not known: " + explain.NoRequest(of.Exchange) + ". The Request tab shows what was forwarded."}}
	default:
		for i, p := range list {
			r.Blocks = append(r.Blocks, quiet(receivers(p.To)), Span{Text: became(p)})
			for j, c := range p.Redactions {
				r.Blocks = append(r.Blocks, change(fmt.Sprintf("after/%d/%d", i, j), c))
			}
			if more := p.Changed + p.Dropped + p.Added - len(p.Redactions); more > 0 {
				r.Blocks = append(r.Blocks, quiet("… and "+figures.Thousands(more)+" more"))
			}
		}
	}
	return r
}

func receivers(to []explain.UpstreamBody) string {
	var words []string
	for _, p := range to[:min(len(to), maxRows)] {
		if p.Provider == "" {
			words = append(words, p.Place)
		} else {
			words = append(words, p.Provider+" ("+p.Place+")")
		}
	}
	if more := len(to) - maxRows; more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return "to " + strings.Join(words, "; ")
}

// became describes what happened to the messages.
func became(p explain.UpstreamChange) string {
	c := p.Counts
	switch {
	case p.Wrong != nil:
		return "Not compared: the request or the upstream body is not valid JSON. The Request tab shows both."
	case c.Unchanged+c.Changed+c.Dropped+c.Added == 0:
		return "No text to compare."
	}
	moved := ""
	if c.Moved > 0 {
		moved = ", " + figures.Thousands(c.Moved) + " of them reordered"
	}
	words := "All message parts were forwarded unchanged" + moved + "."
	if !c.AllUnchanged() {
		words = "Message parts: " + strings.Join(slices.DeleteFunc([]string{
			fate(c.Unchanged, "unchanged"+moved), fate(c.Changed, "changed"), fate(c.Dropped, "not found upstream"),
		}, func(s string) bool { return s == "" }), ", ") + "."
		if c.Unchanged+c.Changed+c.Dropped == 0 {
			words = "The request contains no text."
		}
	}
	if c.Added > 0 {
		words += " " + fate(c.Added, "added") + "."
	}
	if c.Unknown {
		words += " The format of the upstream body is unknown: all strings in it were searched."
	}
	if c.Cut {
		words += " The bodies are too long: only the beginning was compared."
	}
	return words
}

func fate(n int, words string) string {
	if n == 0 {
		return ""
	}
	return figures.Thousands(n) + " " + words
}

// change reports a text that the guardrails changed: its place and both versions around the differences.
func change(id string, c explain.Redaction) Row {
	row := Row{ID: id}
	cells := func(place, about string) { row.Cells = []Span{{place, Mark}, quiet(about)} }
	switch a, b := c.Before, c.After; {
	case c.Change == dialect.Dropped:
		cells(a.Path, "not found upstream")
	case c.Change == dialect.Added:
		cells(b.Path, "added")
	default:
		place, about := a.Path, ""
		if b.Path != place {
			place += " → " + b.Path
		}
		if a.Role != b.Role && a.Kind == dialect.Text && b.Role != "" {
			about = "role " + a.Role + " → " + b.Role
		}
		cells(place, about)
	}
	if c.Before != nil && c.Old != c.New {
		row.Below = append(row.Below, side("− ", c, tree.Added, Removed))
	}
	if c.After != nil && c.Old != c.New {
		row.Below = append(row.Below, side("+ ", c, tree.Removed, Added))
	}
	return row
}

// Limits of the shown text, in bytes.
const (
	aroundChange = 120     // on each side of a change
	maxSide      = 4 << 10 // for each version
	maxLoneSide  = 240     // for a text that only one side has
)

// side returns one of the two versions.
func side(sign string, c explain.Redaction, other tree.ChangeKind, role Role) Words {
	words := Words{Sign: Span{sign, map[Role]Role{Removed: Bad, Added: Good}[role]}}
	left := maxSide
	if c.Before == nil || c.After == nil {
		left = maxLoneSide
	}
	for i, p := range c.Pieces {
		if p.Kind == other {
			continue
		}
		piece := Span{Text: p.Of(c.Old, c.New), Role: role}
		if p.Kind == tree.Same {
			piece = Span{Text: unchanged(piece.Text, i > 0, i < len(c.Pieces)-1)}
		}
		long := len(piece.Text)
		piece.Text = spelling.ShortenBytes(piece.Text, left)
		words.Spans = append(words.Spans, piece)
		if left -= long; left < 0 {
			break
		}
	}
	return words
}

// unchanged shortens text that did not change to its parts next to a change before or after it.
func unchanged(words string, changeBefore, changeAfter bool) string {
	start, end := "", ""
	if changeBefore {
		start = strings.TrimSuffix(spelling.ShortenBytes(words, aroundChange), "…")
	}
	if changeAfter {
		at := max(len(words)-aroundChange, 0)
		for at < len(words) && !utf8.RuneStart(words[at]) {
			at++
		}
		end = words[at:]
	}
	switch {
	case len(start)+len(end) >= len(words):
		return words
	case changeBefore && changeAfter:
		return start + " … " + end
	}
	return start + "…" + end
}
