package desk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// MaxVariants is how many variants a prompt can be sent to at once.
const MaxVariants = 6

// Variants are what the prompts of a conversation are sent to side by side. Their answers are branches of the
// conversation; the marked one is the branch that is on its path.
type Variants struct {
	List    []*Variant
	Threads bool // a variant's next prompt goes after its last answer, not after the marked one

	edited *Variant    // whose request is being changed in Build; nil: none
	shared *talk.Draft // the conversation's document meanwhile
}

// Variant is a way to send the prompts of a conversation.
type Variant struct {
	Patch     []byte     // a JSON merge patch (RFC 7386) on the conversation's document
	Profile   string     // of the connection that it is sent over; empty: that of the conversation
	From, Tip *talk.Turn // the branch that is shown of its answers; nil: it was asked nothing yet
}

// Asked reports whether one of the variants was asked: their answers are shown then. It may be called of nil.
func (v *Variants) Asked() bool {
	return v != nil && slices.ContainsFunc(v.List, func(one *Variant) bool { return one.Tip != nil })
}

// Of returns the variant whose branch ends in a turn; nil for none. It may be called of nil.
func (v *Variants) Of(t *talk.Turn) *Variant {
	if v == nil || t == nil {
		return nil
	}
	for _, one := range v.List {
		if one.Tip == t {
			return one
		}
	}
	return nil
}

// Names returns what the variants differ in, for each: its model and what else its patch changes, where it
// changes that. Equal names get a number.
func (c *Chat) Names() []string {
	model := c.shared().Model()
	var names []string
	for _, v := range c.Variants.List {
		words := talk.PatchWords(v.Patch)
		if !bytes.Contains(v.Patch, []byte(`"model"`)) && model != "" {
			words = slices.Insert(words, 0, model)
		}
		if v.Profile != "" {
			words = append(words, "@"+v.Profile)
		}
		name := strings.Join(words, " · ")
		for n := 2; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s (%d)", strings.Join(words, " · "), n)
		}
		names = append(names, name)
	}
	return names
}

// shared returns the document that all variants change.
func (c *Chat) shared() *talk.Draft {
	if c.Variants != nil && c.Variants.edited != nil {
		return c.Variants.shared
	}
	return c.Conv.Draft
}

// CompareModels sends the next prompts of the shown conversation to several models side by side.
func (d *Desk) CompareModels(slugs []string) tea.Cmd {
	d.TakeVariant()
	c := d.Shown()
	v := &Variants{}
	for _, slug := range slugs {
		one := &Variant{Patch: talk.ModelPatch(slug)}
		if c.Variants != nil { // its answers stay, and what else was changed
			if at := slices.IndexFunc(c.Variants.List, func(o *Variant) bool { return bytes.Equal(o.Patch, one.Patch) }); at >= 0 {
				one = c.Variants.List[at]
			}
		}
		v.List = append(v.List, one)
	}
	c.Variants = v
	return d.sideBySide()
}

// ToggleVariants sends the next prompts of the shown conversation to the variants that it had last, or to one
// again.
func (d *Desk) ToggleVariants() tea.Cmd {
	d.TakeVariant()
	c := d.Shown()
	switch {
	case c.Variants != nil:
		c.before, c.Variants = c.Variants, nil
		d.Arrange()
		return d.Notify("the next prompt goes to %s alone; %s leads back side by side", c.Conv.Draft.Model(), d.Keys.Name(views.ActSideBySide))
	case c.before == nil:
		return tea.Batch(d.ChooseModel(), d.Notify("mark the models with %s", d.Keys.Name(views.ActListMark)))
	}
	c.Variants = c.before
	return d.sideBySide()
}

func (d *Desk) sideBySide() tea.Cmd {
	n := len(d.Shown().Variants.List)
	d.Arrange()
	return tea.Batch(d.focusComposer(), d.Notify("the next prompt goes to %s side by side; %s ends that", figures.Counted(n, "variant"), d.Keys.Name(views.ActSideBySide)))
}

// variantTurns adds the turns of a request for all variants of a conversation: a branch for each. The marked one's
// is current.
func (d *Desk) variantTurns(c *Chat, r request) (turns []turnToSend, err error) {
	v := c.Variants
	marked, parent := v.Of(c.Conv.Current), c.parent()
	for _, one := range v.List {
		from, body := parent, r.body
		thread := v.Threads && one.Tip != nil && c.Editing == nil && len(r.input) > 0
		if thread {
			from = one.Tip
			c.Conv.Select(from)
			if body, err = c.Conv.Body(r.text, d.bodyOptions()); err != nil {
				return nil, err
			}
		}
		if body, err = talk.MergePatch(body, one.Patch); err != nil {
			return nil, err
		}
		over, err := d.linkOf(c, one)
		if err != nil {
			return nil, err
		}
		var turn *talk.Turn
		switch {
		case r.again != nil:
			turn = c.Conv.AddSibling(r.again)
		case len(r.input) > 0, len(turns) == 0:
			turn = c.Conv.TurnToSend(from, r.input)
		default: // what waits in the document
			turn = c.Conv.AddSibling(turns[0].Turn)
		}
		if !thread {
			one.From = turn
		}
		one.Tip = turn
		turns = append(turns, turnToSend{turn, body, over})
	}
	if marked == nil {
		marked = v.List[0]
	}
	c.Conv.Select(marked.Tip)
	return turns, nil
}

// Mark puts the branch of a variant on the path of its conversation: the next prompt goes after its answer.
func (d *Desk) Mark(v *Variant) {
	if c := d.Shown(); v.Tip != nil && c.Conv.Current != v.Tip {
		c.Conv.Select(v.Tip)
	}
}

// ContinueWith continues the shown conversation with the answer and the settings of a variant, and sends to it
// alone.
func (d *Desk) ContinueWith(v *Variant) tea.Cmd {
	c := d.Shown()
	d.Mark(v)
	doc, err := talk.MergePatch(c.Conv.Draft.Bytes(), v.Patch)
	if err != nil {
		return d.Notify("not continued: %v", err)
	}
	c.before, c.Variants = c.Variants, nil
	cmd := d.change(func(text string) (string, error) { return text, c.Conv.Draft.Replace(doc) })
	d.Arrange()
	return tea.Batch(cmd, d.focusComposer(), d.Notify("continues with %s; %s leads back side by side", c.Conv.Draft.Model(), d.Keys.Name(views.ActSideBySide)))
}

// AskAgain sends the last prompt of a variant again, to it alone.
func (d *Desk) AskAgain(v *Variant) tea.Cmd {
	c := d.Shown()
	switch {
	case v.Tip == nil:
		return d.NothingSent()
	case v.Tip.Exchange != nil && v.Tip.Exchange.Running():
		return d.Notify("its answer is still arriving; %s stops it", d.stopKey())
	}
	body, err := c.Conv.ResendBody(v.Tip, d.bodyOptions())
	if err == nil {
		body, err = talk.MergePatch(body, v.Patch)
	}
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	over, err := d.linkOf(c, v)
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	turn := c.Conv.AddSibling(v.Tip)
	if v.From == v.Tip {
		v.From = turn
	}
	v.Tip = turn
	return d.start(c, turn, over, c.call(body))
}

// SharedRequest returns the request that the last prompt of a variant would be sent with, but for what the variants
// differ in; nil where there is none.
func (d *Desk) SharedRequest(v *Variant) []byte {
	if v.Tip == nil {
		return nil
	}
	body, err := d.Shown().Conv.ResendBody(v.Tip, d.bodyOptions())
	if err != nil {
		return nil
	}
	return body
}

// EditVariant shows the request of a variant in Build: what is changed there until Chat is shown again is what it
// differs in.
func (d *Desk) EditVariant(v *Variant) tea.Cmd {
	d.TakeVariant()
	c := d.Shown()
	doc, err := talk.MergePatch(c.Conv.Draft.Bytes(), v.Patch)
	var draft *talk.Draft
	if err == nil {
		draft, err = talk.ParseDraft(doc)
	}
	if err != nil {
		return d.Notify("not edited: %v", err)
	}
	c.Variants.edited, c.Variants.shared, c.Conv.Draft = v, c.Conv.Draft, draft
	c.Conv.Version++
	return d.Do(views.RunAction{Action: views.ActBuild})
}

// TakeVariant ends the editing of a variant in Build: it differs from now on in what was changed there.
func (d *Desk) TakeVariant() {
	c := d.Shown()
	v := c.Variants
	if v == nil || v.edited == nil {
		return
	}
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		d.Warn("not taken for the variant: " + wrong)
	}
	v.edited.Patch = talk.MergeDiff(v.shared.Bytes(), c.Conv.Draft.Bytes())
	c.Conv.Draft, v.edited, v.shared = v.shared, nil, nil
	c.Conv.Version++
}

// AddVariant adds a copy of a variant, and shows its request in Build.
func (d *Desk) AddVariant(like *Variant) tea.Cmd {
	v := d.Shown().Variants
	if len(v.List) == MaxVariants {
		return d.Notify("there are %d variants, as many as there can be", MaxVariants)
	}
	one := &Variant{Patch: like.Patch}
	v.List = append(v.List, one)
	return d.EditVariant(one)
}

// RemoveVariant removes a variant of the shown conversation; its answers stay branches of it.
func (d *Desk) RemoveVariant(v *Variant) tea.Cmd {
	c := d.Shown()
	if len(c.Variants.List) == 2 {
		return d.Notify("two variants are the least; %s continues with one", d.Keys.In(views.Variant).Name(views.ActContinueWith))
	}
	c.StopVariant(v)
	c.Variants.List = slices.DeleteFunc(c.Variants.List, func(o *Variant) bool { return o == v })
	d.Arrange()
	return nil
}

// RunOf returns the exchange of a variant that is on its way; nil for none.
func (c *Chat) RunOf(v *Variant) *screen.Exchange {
	for _, x := range c.Runs {
		if v != nil && v.Tip == x.Turn {
			return x
		}
	}
	return nil
}

// SendVariantOver sends a variant over the connection of a profile; empty: over that of the conversation.
func (d *Desk) SendVariantOver(v *Variant, profile string) tea.Cmd {
	if _, err := d.LinkFor(&expect.Check{Profile: profile}); err != nil {
		return d.Notify("not changed: %v", err)
	}
	v.Profile = profile
	return d.Notify("from the next prompt on")
}

// linkOf returns the link that a variant is sent over.
func (d *Desk) linkOf(c *Chat, v *Variant) (*screen.Link, error) {
	if v.Profile == "" {
		return c.Link, nil
	}
	return d.LinkFor(&expect.Check{Profile: v.Profile})
}

// StopVariant stops the answer of a variant, if it is arriving.
func (c *Chat) StopVariant(v *Variant) {
	if x := c.RunOf(v); x != nil {
		x.Cancel()
	}
}

// StopAll stops all answers that are arriving in a conversation.
func (c *Chat) StopAll() {
	for _, x := range slices.Clone(c.Runs) {
		x.Cancel()
	}
}

// variantNote describes what the next prompt goes to, while variants wait for it or one is edited.
func (d *Desk) variantNote() []string {
	c := d.Shown()
	if c.Variants == nil {
		return nil
	}
	names := c.Names()
	if e := c.Variants.edited; e != nil {
		return []string{"this is what variant " + names[slices.Index(c.Variants.List, e)] + " sends: what you change here is what it differs in; " +
			d.Keys.Name(views.ActChat) + " leads back"}
	}
	if !c.Variants.Asked() {
		return []string{"goes to " + strings.Join(names, " │ ")}
	}
	return nil
}

// models returns the models of the variants that differ in nothing else. It may be called of nil.
func (v *Variants) models() (slugs []string) {
	if v == nil {
		return nil
	}
	for _, one := range v.List {
		if words := talk.PatchWords(one.Patch); len(words) == 1 && bytes.Equal(one.Patch, talk.ModelPatch(words[0])) {
			slugs = append(slugs, words[0])
		}
	}
	return slugs
}
