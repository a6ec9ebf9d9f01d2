package desk

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/expect"
	"gatehouse/state/request/talk"
)

// sentTo is the body of a request for a variant, and how it is sent.
type sentTo struct {
	body  []byte
	over  *screen.Link
	after *talk.Turn // nil: the first turn
	again *talk.Turn // whose prompt it sends again; nil: none
}

// forVariants returns what each variant is sent of a request. Nothing of the conversation is changed.
func (d *Desk) forVariants(c *Chat, r request) (all []sentTo, err error) {
	was, version := c.Conv.Current, c.Conv.Version
	defer func() {
		if c.Conv.Current != was {
			c.Conv.Select(was)
		}
		c.Conv.Version = version // nothing has changed
	}()
	for _, one := range c.Variants.List {
		to := sentTo{body: r.body, after: c.parent(), again: r.again}
		if to.over, err = d.linkOf(c, one); err != nil {
			return nil, err
		}
		options := talk.BodyOptions{MessageModel: to.over.MessageModel}
		switch separate := c.Variants.Separate && one.Tip != nil && c.Editing == nil; {
		case r.again != nil && separate:
			to.again = one.Tip
			to.body, err = c.Conv.ResendBody(one.Tip, options)
		case r.again != nil:
			to.body, err = c.Conv.ResendBody(r.again, options)
		case separate && len(r.input) > 0:
			to.after = one.Tip
			c.Conv.Select(one.Tip)
			to.body, err = c.Conv.Body(r.text, options)
			c.Conv.Select(was)
		}
		if err == nil {
			to.body, err = talk.MergePatch(to.body, one.Patch)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, to)
	}
	return all, nil
}

// variantTurns adds the turns of a request for all variants of a conversation: a branch for each. That of the
// current one stays on the path.
func (d *Desk) variantTurns(c *Chat, r request) (turns []turnToSend, err error) {
	v := c.Variants
	all, err := d.forVariants(c, r)
	if err != nil {
		return nil, err
	}
	current := max(slices.Index(v.List, v.Of(c.Conv.Current)), 0)
	for i := range v.List {
		var turn *talk.Turn
		switch to := all[i]; {
		case to.again != nil:
			turn = c.Conv.AddSibling(to.again)
		case len(r.input) > 0, i == 0:
			turn = c.Conv.TurnToSend(to.after, r.input)
		default: // what waits in the document
			turn = c.Conv.AddSibling(turns[0].Turn)
		}
		turns = append(turns, turnToSend{turn, all[i].body, all[i].over})
	}
	for i, one := range v.List {
		c.replaced(one, turns[i].Turn)
	}
	c.Conv.Select(v.List[current].Tip)
	return turns, nil
}

// replaced shows another turn of a variant: one after its previous, in the same branch, or instead of it.
func (c *Chat) replaced(v *Variant, turn *talk.Turn) {
	if !c.Variants.Separate || v.From == nil || v.From == v.Tip && turn.Parent == v.Tip.Parent {
		v.From = turn
	}
	v.Tip, v.sent = turn, c.settingsOf(v)
}

// makeAnsweredCurrent makes a variant current whose answer is part of the next request, if that of the current one is not.
func (d *Desk) makeAnsweredCurrent(c *Chat) {
	if c.Variants == nil || c.Editing != nil {
		return
	}
	answered := func(v *Variant) bool {
		if v == nil || v.Tip == nil {
			return false
		}
		ok, _ := v.Tip.Included()
		return ok && v.Tip.Exchange != nil
	}
	current := c.Variants.Of(c.Conv.Current)
	if at := slices.IndexFunc(c.Variants.List, answered); current != nil && !answered(current) && at >= 0 {
		d.MakeCurrent(c.Variants.List[at])
	}
}

// AskAgain sends the last prompt of a variant again, to it alone.
func (d *Desk) AskAgain(v *Variant) tea.Cmd {
	c := d.Shown()
	switch {
	case v.Tip == nil:
		return d.NothingSent()
	case c.RunOf(v) != nil:
		return d.Notify("its answer is still arriving; %s stops it", d.stopKey())
	}
	over, err := d.linkOf(c, v)
	var body []byte
	if err == nil {
		body, err = c.Conv.ResendBody(v.Tip, talk.BodyOptions{MessageModel: over.MessageModel})
	}
	if err == nil {
		body, err = talk.MergePatch(body, v.Patch)
	}
	if err != nil {
		return d.Notify("not sent: %v", err)
	}
	return d.startAll(c, []turnToSend{{c.again(v.Tip), body, over}})
}

// again adds a turn that sends another one again; the variant of that shows it.
func (c *Chat) again(turn *talk.Turn) *talk.Turn {
	v := c.Variants.Of(turn)
	next := c.Conv.AddSibling(turn)
	if v != nil {
		c.replaced(v, next)
	}
	return next
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

// RunOf returns the exchange of a variant that is on its way; nil for none.
func (c *Chat) RunOf(v *Variant) *screen.Exchange {
	for _, x := range c.Runs {
		if v != nil && v.Tip == x.Turn {
			return x
		}
	}
	return nil
}

// linkOf returns the link that a variant is sent over.
func (d *Desk) linkOf(c *Chat, v *Variant) (*screen.Link, error) {
	if v.Profile == "" {
		return c.Link, nil
	}
	return d.LinkFor(&expect.Check{Profile: v.Profile})
}
