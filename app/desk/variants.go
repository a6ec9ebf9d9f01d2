package desk

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
)

// MaxVariants is how many variants a prompt can be sent to at once.
const MaxVariants = 6

// Variants are what the prompts of a conversation are sent to side by side. Their answers are branches of the
// conversation; that of the current one is on its path.
type Variants struct {
	List     []*Variant
	Separate bool // each continues its branch: the next prompt goes after its previous answer, not after the current one
}

// edited is the variant whose request a conversation is made of, to be changed in Build.
type edited struct {
	chat    *Chat // whose variant it is
	variant *Variant
}

// Variant is a way to send the prompts of a conversation.
type Variant struct {
	Patch     []byte // a JSON merge patch (RFC 7386) on the conversation's document
	Profile   string // of the connection that it is sent over; empty: that of the conversation
	settings  string // what settingsOf returned last, of madeFrom
	madeFrom  sentAs
	sent      string        // the settings and the profile that Tip was sent with
	lost      [2]*talk.Turn // From and Tip that were deleted, and may return by an undo
	From, Tip *talk.Turn    // the branch that is shown of its answers; nil: it was asked nothing yet
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

// Names returns what the variants differ in, for each: its model and what else its patch changes, and the
// connection where that is another. Equal names get a number.
func (c *Chat) Names() []string {
	var names []string
	for _, v := range c.Variants.List {
		words := talk.PatchWords(v.Patch)
		if model := c.Conv.Draft.Model(); scan.Get(v.Patch, "model") == nil && model != "" {
			words = slices.Insert(words, 0, model)
		}
		if v.Profile != "" {
			words = append(words, "@"+v.Profile)
		}
		names = append(names, spelling.Unique(strings.Join(words, " · "), func(name string) bool { return slices.Contains(names, name) }))
	}
	return names
}

// onlyModel returns the model of a variant that differs in nothing else from the document of its conversation.
func (c *Chat) onlyModel(v *Variant) (slug string, ok bool) {
	doc := c.Conv.Draft.Bytes()
	full, err := talk.MergePatch(doc, v.Patch)
	if err != nil || v.Profile != "" {
		return "", false
	}
	slug = scan.Text(scan.Get(full, "model"))
	alone, err := talk.MergePatch(doc, talk.ModelPatch(slug))
	return slug, err == nil && slug != "" && scan.Same(full, alone)
}

// CompareModels sends the next prompts of the shown conversation to several models side by side. Variants that
// differ in more than the model stay.
func (d *Desk) CompareModels(slugs []string) tea.Cmd {
	c := d.Shown()
	if e := c.edits; e != nil {
		return d.Notify("a variant has one model; %s returns to all variants", d.Keys.Name(views.ActChat))
	}
	v := &Variants{}
	known := map[string]*Variant{}
	if c.Variants != nil {
		v.Separate = c.Variants.Separate
		for _, one := range c.Variants.List {
			if slug, ok := c.onlyModel(one); ok {
				known[slug] = one
			} else {
				v.List = append(v.List, one)
			}
		}
	}
	for _, slug := range slugs {
		one := known[slug]
		if one == nil {
			one = &Variant{Patch: talk.ModelPatch(slug)}
		}
		v.List = append(v.List, one)
	}
	if len(v.List) > MaxVariants {
		return d.Notify("%d variants; at most %d can be compared", len(v.List), MaxVariants)
	}
	c.Variants = v
	return d.sideBySide()
}

// models returns the models of the variants that differ in nothing else.
func (c *Chat) models() (slugs []string) {
	if c.Variants == nil {
		return nil
	}
	for _, v := range c.Variants.List {
		if slug, ok := c.onlyModel(v); ok {
			slugs = append(slugs, slug)
		}
	}
	return slugs
}

// ToggleVariants sends the next prompts of the shown conversation to the variants that it had last, or to one
// again. One that had none begins with two of its document.
func (d *Desk) ToggleVariants() tea.Cmd {
	cmd := d.TakeVariant()
	c := d.Shown()
	switch {
	case c.Variants != nil:
		c.before, c.Variants = c.Variants, nil
		d.Arrange()
		return tea.Batch(cmd, d.Notify("the next prompt goes to %s alone; %s restores the comparison", c.Conv.Draft.Model(), d.Keys.Name(views.ActSideBySide)))
	case c.before == nil:
		c.before = &Variants{List: []*Variant{{Patch: []byte("{}")}, {Patch: []byte("{}")}}}
	}
	c.Variants = c.before
	return tea.Batch(cmd, d.sideBySide())
}

func (d *Desk) sideBySide() tea.Cmd {
	n := len(d.Shown().Variants.List)
	d.Arrange()
	return tea.Batch(d.focusComposer(), d.Notify("the next prompt goes to %s side by side; %s chooses models, %s ends that",
		figures.Counted(n, "variant"), d.Keys.Name(views.ActModel), d.Keys.Name(views.ActSideBySide)))
}

// Forget takes the turns out of the variants that were deleted, and puts those back that an undo restored.
func (v *Variants) Forget(conv *talk.Conversation) {
	for _, one := range v.List {
		if was := one.lost[1]; one.Tip == nil && was != nil && conv.Find(was.ID) == was {
			one.From, one.Tip = one.lost[0], was
		}
		if one.Tip != nil && conv.Find(one.Tip.ID) != one.Tip {
			one.lost = [2]*talk.Turn{one.From, one.Tip}
			one.From, one.Tip = nil, nil
		}
		if one.From != nil && conv.Find(one.From.ID) != one.From {
			one.From = one.Tip
		}
	}
}

// sentAs is what the settings of a variant are made from.
type sentAs struct {
	draft          *talk.Draft
	version        uint64 // of the draft
	patch, profile string
}

// settingsOf returns the settings that a variant is sent with, and its profile, in one text.
func (c *Chat) settingsOf(v *Variant) string {
	from := sentAs{c.Conv.Draft, c.Conv.Draft.Version(), string(v.Patch), v.Profile}
	if v.madeFrom == from {
		return v.settings
	}
	full, err := talk.MergePatch(c.Conv.Draft.Bytes(), v.Patch)
	if err != nil {
		full = v.Patch
	}
	v.madeFrom, v.settings = from, v.Profile+" "+string(full)
	return v.settings
}

// Changed reports whether a variant, or what it shares with the others, was changed after its last turn was sent.
func (c *Chat) Changed(v *Variant) bool { return v.Tip != nil && v.sent != c.settingsOf(v) }

// MakeCurrent puts the branch of a variant on the path of its conversation: the next prompt goes after its answer.
func (d *Desk) MakeCurrent(v *Variant) {
	if c := d.Shown(); v.Tip != nil && c.Conv.Current != v.Tip {
		c.Conv.Select(v.Tip)
	}
}

// ContinueWith continues the shown conversation with the answer, the settings and the connection of a variant, and
// sends to it alone. The others differ from that as they did before.
func (d *Desk) ContinueWith(v *Variant) tea.Cmd {
	c := d.Shown()
	was := c.Conv.Draft.Bytes()
	doc, err := talk.MergePatch(was, v.Patch)
	link, wrong := d.linkOf(c, v)
	if err = cmp.Or(err, wrong); err != nil {
		return d.Notify("not continued: %v", err)
	}
	if v.Tip == nil {
		return d.NothingSent()
	}
	d.MakeCurrent(v)
	var use tea.Cmd
	if link != c.Link {
		d.setLink(c, link)
		use = d.Use(link)
	}
	c.before, c.Variants = c.Variants, nil
	edit := d.change(func(text string) (string, error) { return text, c.Conv.Draft.Replace(doc) })
	for _, one := range c.before.List {
		if full, err := talk.MergePatch(was, one.Patch); err == nil {
			one.Patch = talk.MergeDiff(doc, full)
		}
	}
	v.Profile = ""
	d.Arrange()
	return tea.Batch(use, edit, d.focusComposer(), d.Notify("continues with %s; %s restores the comparison", c.Conv.Draft.Model(), d.Keys.Name(views.ActSideBySide)))
}

// EditVariant shows the request of a variant in Build, as a separate conversation: what is changed there until
// Build is left is what it differs in.
func (d *Desk) EditVariant(v *Variant) tea.Cmd {
	c := d.Shown()
	doc, err := talk.MergePatch(c.Conv.Draft.Bytes(), v.Patch)
	var draft *talk.Draft
	if err == nil {
		draft, err = talk.ParseDraft(doc)
	}
	if err != nil {
		return d.Notify("not edited: %v", err)
	}
	made := d.newChat("")
	made.Conv, made.fresh = talk.NewConversation(draft), draft.Bytes()
	made.Link, made.Headers = c.Link, c.Headers.clone()
	made.Conv.SetHeaders(made.Headers.doc)
	made.edits = &edited{c, v}
	d.Chats = append(d.Chats, made)
	d.swap(len(d.Chats) - 1)
	return d.Do(views.RunAction{Action: views.ActBuild})
}

// swap shows another conversation in place.
func (d *Desk) swap(index int) {
	d.Builder.Leave()
	d.Shown().text = d.Composer.Text()
	d.shown = index
	d.Composer.SetText(d.Shown().text)
}

// TakeVariant ends the editing of a variant in Build, if one is edited: it differs from now on in what was changed
// there.
func (d *Desk) TakeVariant() tea.Cmd {
	made := d.Shown()
	e := made.edits
	if e == nil {
		return nil
	}
	if wrong := d.Builder.CommitEdits(); wrong != "" {
		d.Warn("not taken for the variant: " + wrong)
	}
	e.variant.Patch = talk.MergeDiff(e.chat.Conv.Draft.Bytes(), made.Conv.Draft.Bytes())
	d.swap(slices.Index(d.Chats, e.chat))
	d.Chats = slices.DeleteFunc(d.Chats, func(c *Chat) bool { return c == made })
	return d.Use(d.Shown().Link)
}

// AddVariant adds a copy of a variant, and shows its request in Build.
func (d *Desk) AddVariant(like *Variant) tea.Cmd {
	v := d.Shown().Variants
	if len(v.List) == MaxVariants {
		return d.Notify("at most %d variants", MaxVariants)
	}
	one := &Variant{Patch: like.Patch, Profile: like.Profile}
	v.List = append(v.List, one)
	return d.EditVariant(one)
}

// RemoveVariant removes a variant of the shown conversation; its answers stay branches of it.
func (d *Desk) RemoveVariant(v *Variant) tea.Cmd {
	c := d.Shown()
	if len(c.Variants.List) == 2 {
		return d.Notify("at least 2 variants; %s continues with one", d.Keys.In(views.Variant).Name(views.ActContinueWith))
	}
	if x := c.RunOf(v); x != nil {
		x.Cancel()
	}
	name := c.Names()[slices.Index(c.Variants.List, v)]
	c.Variants.List = slices.DeleteFunc(c.Variants.List, func(o *Variant) bool { return o == v })
	d.Arrange()
	return d.Notify("removed %s; its answers remain in the conversation", name)
}

// SendVariantOver sends a variant over the connection of a profile; empty: over that of the conversation.
func (d *Desk) SendVariantOver(v *Variant, profile string) tea.Cmd {
	link, err := d.LinkFor(&expect.Check{Profile: profile})
	if err != nil {
		return d.Notify("not changed: %v", err)
	}
	d.ForgetKey(link.Key)
	d.warnExposed(link)
	v.Profile = profile
	if profile == "" {
		return d.Notify("this variant is now sent over the conversation's connection")
	}
	return d.Notify("this variant is now sent over @%s", profile)
}

// variantNote describes what is being edited, or what the next prompt goes to where that is not on the screen.
func (d *Desk) variantNote() []string {
	c := d.Shown()
	switch e := c.edits; {
	case e != nil:
		name := e.chat.Names()[slices.Index(e.chat.Variants.List, e.variant)]
		return []string{"Editing variant " + name + ": changes apply to it alone; " + d.Keys.Name(views.ActChat) + " returns to Chat"}
	case c.Variants != nil && !c.SideBySide():
		return []string{"goes to " + strings.Join(c.Names(), " │ ")}
	}
	return nil
}

// SideBySide reports whether the variants of a conversation are shown: once one was asked, or where there is nothing
// else to show.
func (c *Chat) SideBySide() bool {
	return c.Variants != nil && (c.Conv.Current == nil || c.Variants.Asked())
}
