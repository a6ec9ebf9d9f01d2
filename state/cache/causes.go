package cache

import (
	"slices"
	"strings"
	"time"

	"gatehouse/state/answer/run"
)

// Cause is what by itself prevented that more of a prompt was read. Bytes, ids, a published rule or the words of
// the provider prove it.
type Cause struct {
	Verdict Verdict
	Of      *Use // the exchange before whose cache was not read for it; nil: the provider reports the cause
}

// Differs reports whether the cause is that the prompts differ.
func (c Cause) Differs() bool {
	return c.Verdict == Edited || c.Verdict == Reordered || c.Verdict == ToolsChanged
}

// causes returns what is proven to have prevented a read of the prompt, compared with an exchange
// before. A change explains what follows it: if the beginning before it was not read either, it is
// only named together with a cause of that.
func (e *explaining) causes(r *earlier) (causes []Cause) {
	add := func(v Verdict, proven bool) {
		if proven {
			causes = append(causes, Cause{Verdict: v, Of: r.Use})
		}
	}
	unread := e.unread(r)
	if unread || e.now.Cached <= 0 {
		add(ModelChanged, e.otherModel(r))
		add(ProviderChanged, e.otherProvider(r))
		unused := r.Written <= 0 && r.Cached <= 0
		add(NotAsked, e.rule.Marked && !r.Marks() && unused || e.rule.Asks && !e.now.Marks())
		add(BelowMinimum, r.In > 0 && r.In < e.rule.Least && unused)
		add(Expired, e.expired(r))
	}
	if !unread || len(causes) > 0 {
		add(r.diff.verdict(), e.changed(r))
	}
	return causes
}

func (d *Difference) verdict() Verdict {
	switch {
	case d.Change == Same:
		return ""
	case d.Change == Moved:
		return Reordered
	case d.Group == run.Tools:
		return ToolsChanged
	}
	return Edited
}

// differs reports whether the prompts differ before the end of what would else have been read.
func (e *explaining) differs(r *earlier) bool {
	if r.diff.Change == Same {
		return false
	}
	if e.rule.Marked && r.lastMark(r.diff.Pieces) == 0 && r.Marks() {
		return true
	}
	recurring := e.tokens(r.diff.Recurs)
	return recurring > e.tolerance(e.now.In) || recurring < 0 && r.diff.Recurs > 0
}

// changed reports whether it is proven that nothing after the first difference could be read: the bytes
// compared are all of the prompts, and no more was read, which an exchange that is not known has stored.
func (e *explaining) changed(r *earlier) bool {
	upto := e.tokens(r.diff.Upto)
	return e.differs(r) && e.now.Prompt.Complete() && r.Prompt.Complete() && (upto < 0 || e.now.Cached <= upto*estimateFactor)
}

func (e *explaining) otherModel(r *earlier) bool {
	return e.now.Served != "" && r.Served != "" && e.now.Served != r.Served
}

// askedOther reports whether the exchange before was served by another model because that was asked for.
func (e *explaining) askedOther(r *earlier) bool {
	return e.otherModel(r) && e.now.Asked != "" && r.Asked != "" && e.now.Asked != r.Asked
}

// otherProvider reports whether the answers name different providers, of models of one vendor: that
// another vendor's model has another provider is no second cause.
func (e *explaining) otherProvider(r *earlier) bool {
	return e.now.Provider != "" && r.Provider != "" && e.now.Provider != r.Provider &&
		!(e.otherModel(r) && vendorOf(e.now.Served) != vendorOf(r.Served))
}

// vendorOf returns the part of a model's name before the slash; empty for none.
func vendorOf(model string) string {
	vendor, _, found := strings.Cut(model, "/")
	if !found {
		return ""
	}
	return vendor
}

// expired reports whether the published lifetime is over, of the exchange before and of all others
// that stored or read more, and that the same provider and model may have served: a read extends it.
func (e *explaining) expired(of *earlier) bool {
	for i := range e.before {
		r := &e.before[i]
		counts := r.Use == of.Use || (e.unread(r) || r.Cached > e.now.Cached) && !e.otherModel(r) && !e.otherProvider(r)
		older := !r.Undated && !e.now.Undated && time.Duration(e.now.Key-r.Ended)*time.Microsecond >= e.lifetime(r)
		if counts && !older {
			return false
		}
	}
	return true
}

// lifetime returns the time after which by the published rule nothing that an exchange stored remains.
func (e *explaining) lifetime(r *earlier) (longest time.Duration) {
	if !e.rule.Marked || !r.Marks() {
		return e.rule.Later
	}
	for _, p := range r.Prompt.Pieces {
		switch d := p.Mark.Duration(); {
		case p.Mark == run.NoMark:
		case d == 0: // a lifetime that is not known
			return Forever
		default:
			longest = max(longest, d)
		}
	}
	return longest
}

// SettingsThatDiffer returns the members of two requests, other than tools and messages, that differ.
func SettingsThatDiffer(now, before *run.Prompt) (names []string) {
	for _, s := range slices.Concat(now.Settings, before.Settings) {
		if now.Setting(s.Name) != before.Setting(s.Name) && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}
