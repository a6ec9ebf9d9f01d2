package chat

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/state/share/page"
	"gatehouse/views"
	"gatehouse/views/chat/variant"
	"gatehouse/views/kit/picker"
)

// variantPane returns the page of a variant, by its place.
func variantPane(n int) screen.ID { return screen.ID(fmt.Sprintf("chat/variant-%d", n+1)) }

// sideBySide reports whether the answers of variants are shown side by side.
func (s *Screen) sideBySide() bool { return s.desk.Shown().SideBySide() }

// variantPages returns the pages of the variants, those that there are not as absent. Where one alone is drawn,
// they are tabs.
func (s *Screen) variantPages() []screen.Page {
	var list []*desk.Variant
	if s.sideBySide() {
		list = s.desk.Shown().Variants.List
	}
	var names []string
	if s.drawsOneVariant() {
		names = s.desk.Shown().Names()
	}
	pages := make([]screen.Page, len(s.variants))
	for i, pane := range s.variants {
		pages[i] = screen.Page{ID: variantPane(i), Scopes: []views.Scope{views.Variant}, Pane: pane, Paste: ComposerPane, Absent: i >= len(list)}
		if i < len(list) {
			pages[i].Short = fmt.Sprint(i + 1)
			if x := exchangeOf(list[i]); x != nil {
				pages[i].Short += " " + explain.Sign(x.Verdict)
			}
			if names != nil {
				pages[i].Title = pages[i].Short + " " + names[i]
			}
		}
	}
	return pages
}

func exchangeOf(v *desk.Variant) *state.Exchange {
	if v.Tip == nil {
		return nil
	}
	return v.Tip.Exchange
}

func exchangesOf(list []*desk.Variant) (all []*state.Exchange) {
	for _, v := range list {
		all = append(all, exchangeOf(v))
	}
	return all
}

// variantOf returns the variant of a page; nil for another page.
func (s *Screen) variantOf(id screen.ID) *desk.Variant {
	if !s.sideBySide() {
		return nil
	}
	for i, v := range s.desk.Shown().Variants.List {
		if variantPane(i) == id {
			return v
		}
	}
	return nil
}

// current returns the place of the variant whose branch is on the path; -1 if none is.
func (s *Screen) current() int {
	c := s.desk.Shown()
	return slices.Index(c.Variants.List, c.Variants.Of(c.Conv.Current))
}

// focused returns the place of the variant that has the focus, else of the current one, else 0.
func (s *Screen) focused() int {
	for i := range s.desk.Shown().Variants.List {
		if variantPane(i) == s.Focus() {
			return i
		}
	}
	return max(s.current(), 0)
}

// answerPane returns the page with the shown answer.
func (s *Screen) answerPane() screen.ID {
	if s.sideBySide() {
		return variantPane(s.focused())
	}
	return TranscriptPane
}

// minVariant is the narrowest width of a variant next to others, in cells.
const minVariant = 38

// arrangeVariants draws the variants instead of the transcript: side by side where each gets minVariant
// cells, else the current one below the tabs of all.
func (s *Screen) arrangeVariants(l screen.Layout) screen.Layout {
	at := l.Pages[TranscriptPane]
	l.Tabs = views.Rect{Y: at.Y, W: l.Width, H: min(at.H, 1)}
	at.Y, at.H = at.Y+l.Tabs.H, at.H-l.Tabs.H
	delete(l.Pages, TranscriptPane)
	if l.TooSmall {
		return l
	}
	n := len(s.desk.Shown().Variants.List)
	if width := (l.Width - n + 1) / n; width >= minVariant {
		at.W = l.Width
		for i := range n - 1 {
			l.Pages[variantPane(i)], l.Bars[i], at = at.Split((at.W - (n - i - 1)) / (n - i))
		}
		l.Pages[variantPane(n-1)] = at
		return l
	}
	l.Pages[variantPane(s.focused())] = at
	return l
}

// drawsOneVariant reports whether one variant is drawn below the tabs of all.
func (s *Screen) drawsOneVariant() bool {
	return s.sideBySide() && len(s.layout.Pages) == 2
}

// heading returns the line above the variants: the prompt that they answer.
func (s *Screen) heading() string {
	if prompt := s.asked(); prompt != "" {
		return "❯ " + prompt
	}
	return ""
}

// asked returns the first line of the prompt that the shown answers are to; empty for none.
func (s *Screen) asked() string {
	if !s.sideBySide() {
		return ""
	}
	v := s.desk.Shown().Variants.List[s.focused()]
	turn := v.From
	if s.desk.Shown().Variants.Separate { // what is above its previous prompt is in its branch
		turn = v.Tip
	}
	if turn == nil {
		return ""
	}
	return screen.FirstLine(screen.UserText(turn))
}

// refreshVariants passes changes to the panes of the variants.
func (s *Screen) refreshVariants(c *desk.Chat) tea.Cmd {
	if !s.sideBySide() || !s.isShown() {
		return nil
	}
	c.Variants.Forget(c.Conv)
	best, names, current := variant.Best(exchangesOf(c.Variants.List)), c.Names(), s.current()
	var cmds []tea.Cmd
	for i, v := range c.Variants.List {
		subject := variant.Subject{Name: names[i], From: v.From, Tip: v.Tip, Best: best[i], Tied: !s.untied, Changed: c.Changed(v), Current: !c.Variants.Separate && i == current}
		if x := exchangeOf(v); x != nil && x.Running() {
			now, tick := s.look.Now(x, v.Tip.Capture)
			subject.NowUS = now
			cmds = append(cmds, tick)
		}
		s.variants[i].SetSubject(c.Conv, subject)
		cmds = append(cmds, screen.Address(variantPane(i), s.variants[i].Work()))
	}
	return tea.Batch(cmds...)
}

// stopVariants is what esc stops: the answer of the variant that has the focus, else all that are arriving.
func (s *Screen) stopVariants() screen.Escape {
	c := s.desk.Shown()
	if v := s.variantOf(s.Focus()); c.RunOf(v) != nil {
		return screen.Escape{Word: "stop this", Do: func() tea.Cmd { c.RunOf(v).Cancel(); return nil }}
	}
	return screen.EscapeIf(s.sideBySide() && s.Focus() == ComposerPane && len(c.Runs) > 0, "stop all", func() tea.Cmd {
		for _, x := range slices.Clone(c.Runs) {
			x.Cancel()
		}
		return nil
	})
}

// vary does an action of the variant that has the focus, or of the current one.
func (s *Screen) vary(action views.Action) tea.Cmd {
	if !s.sideBySide() {
		return nil
	}
	c, d := s.desk.Shown(), s.desk
	at := s.focused()
	v := c.Variants.List[at]
	switch action {
	case views.ActContinueWith:
		return d.ContinueWith(v)
	case views.ActTurnResend:
		return d.AskAgain(v)
	case views.ActTurnEdit:
		return d.EditVariant(v)
	case views.ActVariantAdd:
		return d.AddVariant(v)
	case views.ActVariantLink:
		return s.chooseConnection(v)
	case views.ActDelete:
		return s.removeVariant(at)
	case views.ActTurnCompare:
		return s.compareVariants(at)
	case views.ActRepeat, views.ActVariantGrid:
		return s.toLab(v, action == views.ActRepeat)
	case views.ActTie:
		s.untied = !s.untied
		if s.untied {
			return s.Notify("variants scroll separately")
		}
		return s.Notify("variants scroll together")
	case views.ActSeparate:
		c.Variants.Separate = !c.Variants.Separate
		if c.Variants.Separate {
			return s.Notify("each variant continues from its previous answer")
		}
		return s.Notify("all variants continue from the current answer (▸)")
	}
	for i := range c.Variants.List {
		if i == at || !s.untied {
			s.variants[i].Perform(action)
		}
	}
	return nil
}

func (s *Screen) removeVariant(at int) tea.Cmd {
	c := s.desk.Shown()
	cmd := s.desk.RemoveVariant(c.Variants.List[at])
	next := c.Variants.List[min(at, len(c.Variants.List)-1)]
	s.desk.MakeCurrent(next)
	return tea.Batch(cmd, s.SetFocus(s.answerPane()))
}

// compareVariants shows the differences between the exchanges of a variant and of the next one that has one.
func (s *Screen) compareVariants(at int) tea.Cmd {
	c := s.desk.Shown()
	list := c.Variants.List
	a := list[at]
	if exchangeOf(a) == nil {
		return s.desk.NothingSent()
	}
	for i := 1; i < len(list); i++ {
		if b := list[(at+i)%len(list)]; exchangeOf(b) != nil {
			return s.desk.Do(screen.CompareExchanges{A: s.desk.ExchangeOf(c, a.Tip), B: s.desk.ExchangeOf(c, b.Tip)})
		}
	}
	return s.Notify("no other variant has an answer to compare with")
}

// repeats is how often the lab asks each variant when a comparison is repeated.
const repeats = 5

// toLab takes the prompt of a variant and all variants to the lab; with run it asks each of them several times.
func (s *Screen) toLab(v *desk.Variant, run bool) tea.Cmd {
	request := s.desk.SharedRequest(v)
	if request == nil {
		return s.desk.NothingSent()
	}
	times := 1
	if run {
		times = repeats
	}
	text := fmt.Sprintf("repeat = %d\n", times) + expect.CaseText(screen.Short(s.asked(), maxCaseName), request)
	names := s.desk.Shown().Names()
	for i, one := range s.desk.Shown().Variants.List {
		text += expect.VariantText(names[i], one.Patch, one.Profile)
	}
	return s.desk.Do(screen.ShowLab{Text: []byte(text), Run: run})
}

// maxCaseName is how many cells of a prompt name its case.
const maxCaseName = 48

// comparisons returns what can be copied, or written to a file, of all variants together.
func (s *Screen) comparisons() []picker.Item {
	if !s.sideBySide() {
		return nil
	}
	c := s.desk.Shown()
	all := exchangesOf(c.Variants.List)
	if slices.ContainsFunc(all, func(x *state.Exchange) bool { return x != nil && x.Running() }) {
		return nil
	}
	prompt := s.asked()
	names := c.Names()
	for i, v := range c.Variants.List {
		if c.Changed(v) {
			names[i] += " (variant changed after this answer)"
		}
	}
	reports := func() []report.Report { return report.SideBySide(prompt, names, all) }
	row := func(name, ext string, text func() string) picker.Item {
		return picker.Item{
			Label: name, Words: "all variants, a column for each", Right: ext, Verb: "copy",
			Choose: func() views.Intent { return views.CopyWritten{What: "side by side", Text: text} },
			File:   screen.FileOf(export.Copy{Name: "side by side", Ext: ext, Text: text}),
		}
	}
	return []picker.Item{
		row("all side by side", ".md", func() string { return export.Reports(reports()...) + "\n" }),
		row("all side by side, a page", ".html", func() string {
			made, _ := page.Reports(prompt, reports()...)
			return string(made)
		}),
	}
}

// chooseConnection lists the connections that a variant can be sent over.
func (s *Screen) chooseConnection(v *desk.Variant) tea.Cmd {
	row := func(label, words, profile string) picker.Item {
		return picker.Item{Label: label, Words: words, Choose: func() views.Intent {
			return screen.Confirmed{Do: func() tea.Cmd { return s.desk.SendVariantOver(v, profile) }}
		}}
	}
	items := []picker.Item{row("that of the conversation", s.desk.Shown().Link.InFull(), "")}
	if file := s.Options.File; file != nil {
		for _, name := range slices.Sorted(maps.Keys(file.Profiles)) {
			items = append(items, row("@"+name, file.Profiles[name].BaseURL, name))
		}
	}
	if len(items) == 1 {
		return s.Notify("there is no other connection; %s adds one", s.Keys.Name(views.ActConnections))
	}
	return s.OpenList("Send this variant over", items)
}

// variantHint returns what the empty composer says while several variants are asked: after whose answer.
func (s *Screen) variantHint(c *desk.Chat) string {
	words := fmt.Sprintf("Ask %d variants something", len(c.Variants.List))
	switch at := s.current(); {
	case c.Variants.Separate && c.Variants.Asked():
		words += ", each after its previous answer"
	case at >= 0:
		words += ", after the answer of " + c.Names()[at]
	}
	return words + "."
}
