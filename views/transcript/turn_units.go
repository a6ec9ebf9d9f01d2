package transcript

import (
	"slices"

	"gatehouse/state"
)

// A turn is a row of units: what stands before the answer, each item of the answer, and
// what stands behind it. The sections of an item are made when the unit is asked for,
// because it is near the screen or was gone to, and dropped when it has not been asked
// for in a while: an answer of a hundred thousand items costs what is looked at. What
// the person did is kept by the keys of sections, and survives that.

// unit is the sections of one item of an answer, or those before or behind all items.
type unit struct {
	sections []*section

	item    *state.Item // nil where they are of none
	version uint64      // of the item, when they were made
	told    uint64      // version of the exchange then: what has not ended depends on it, and how much was thought
	look    int         // of the turn then
	used    int         // when it was asked for last, on the turn's clock
	large   bool        // it holds so much that it is not dropped
}

// noUnit is that of an item without a section.
var noUnit unit

const (
	// keptUnits is how many units of a turn are kept that are not on the screen.
	keptUnits = 512
	// largeUnit is from how many bytes of text on a unit is kept for good: to cut the
	// text again takes long, and what is held beside it is little.
	largeUnit = 16 << 10
)

// units is how many units a turn has.
func (tv *turnView) units() int { return len(tv.items) + 2 }

// unitAt returns a unit of a turn, with the gap above it: none below the model's name,
// so that name and words belong together, and none between rows that are folded.
func (m *Model) unitAt(turn, n int) *unit {
	tv := m.turnAt(turn)
	switch n {
	case 0:
		return &tv.before
	case tv.units() - 1:
		return &tv.behind
	}
	u := m.unitOf(tv, tv.items[n-1])
	if len(u.sections) == 0 {
		return u
	}
	s, above := u.sections[0], m.above(tv, n)
	s.gap = 1
	if above != nil && (above.key.part == partModel || above.oneRow() && s.oneRow()) {
		s.gap = 0
	}
	return u
}

// above returns the last section above a unit of the same turn; nil for none.
func (m *Model) above(tv *turnView, n int) *section {
	sections := tv.before.sections
	for n--; n > 0; n-- {
		if u := m.unitOf(tv, tv.items[n-1]); len(u.sections) > 0 {
			sections = u.sections
			break
		}
	}
	if len(sections) == 0 {
		return nil
	}
	return sections[len(sections)-1]
}

// unitOf returns the unit of an item, made where it is not or has changed; all but the
// gap above it.
func (m *Model) unitOf(tv *turnView, it *state.Item) *unit {
	if version, ok := tv.empty[it.Serial]; ok && version == it.Version {
		return &noUnit
	}
	u := tv.made[it.Serial]
	if u == nil {
		u = &unit{}
		tv.made[it.Serial] = u
	}
	tv.clock++
	u.used = tv.clock
	if u.item == it && u.version == it.Version && u.look == tv.look && (u.told == tv.version || it.Done && it.Type != "reasoning") {
		return u
	}
	b := m.builder(tv)
	b.item(it)
	u.sections, u.item, u.version, u.told, u.look = b.sections, it, it.Version, tv.version, tv.look
	tv.setLarge(u)
	if len(u.sections) == 0 { // those that step over it again need not make it
		tv.empty[it.Serial] = it.Version
		delete(tv.made, it.Serial)
	}
	return u
}

// since returns the places of the items that came behind the first known ones.
func (tv *turnView) since(known int) []int {
	var places []int
	for n := len(tv.items) - 1; n >= 0 && len(places) < len(tv.items)-known; n-- { // one that comes late stands before others
		if tv.items[n].Serial >= known {
			places = append(places, n)
		}
	}
	slices.Reverse(places)
	return places
}

// setLarge tells whether a unit is large.
func (tv *turnView) setLarge(u *unit) {
	size := 0
	for _, s := range u.sections {
		if s.body != nil {
			size += s.body.Size()
		}
	}
	if large := size >= largeUnit; large != u.large {
		if u.large = large; large {
			tv.large++
		} else {
			tv.large--
		}
	}
}

// drop drops the units that were not asked for in a while, once there are twice as many
// as are to be kept.
func (m *Model) drop(tv *turnView) {
	if len(tv.made)-tv.large < 2*m.keep {
		return
	}
	var used []int
	for _, u := range tv.made {
		if !u.large {
			used = append(used, u.used)
		}
	}
	slices.Sort(used)
	since := used[len(used)-m.keep]
	for serial, u := range tv.made {
		if u.large || u.used >= since {
			continue
		}
		for _, s := range u.sections {
			delete(tv.sections, s.key)
		}
		delete(tv.made, serial)
	}
}

// placeIn returns the place of the item with a serial number; -1 where there is none.
// Most stand where they came, or near to it.
func placeIn(items []*state.Item, serial int) int {
	if serial < 0 || serial >= len(items) {
		return -1
	}
	for step := range len(items) {
		for _, at := range [2]int{serial - step, serial + step} {
			if at >= 0 && at < len(items) && items[at].Serial == serial {
				return at
			}
		}
	}
	return -1
}
