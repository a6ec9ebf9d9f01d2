package state

import "slices"

// partKey finds a part of an item. Content parts share one row of indices
// whatever their kind, summary parts another; parts that the service counts
// otherwise have a row of their own. The entry under wire.None and a kind's
// own name is the latest part of that kind.
type partKey struct {
	lane  PartKind
	index int
}

const laneContent PartKind = "content"

func lane(kind PartKind) PartKind {
	switch kind {
	case PartSummary, PartTranscript, PartAudio, PartCommand, PartStdout, PartStderr:
		return kind
	}
	return laneContent
}

// partsByKey finds the parts of an item: a list while they are few, as those of nearly
// every item are, for a map takes ten times the room.
type partsByKey struct {
	few  []partEntry
	many map[partKey]*Part // in place of few
}

type partEntry struct {
	key  partKey
	part *Part
}

// mostFew is how many entries are looked through one by one.
const mostFew = 8

// at returns the part under a key, or nil.
func (x *partsByKey) at(k partKey) *Part {
	if x.many != nil {
		return x.many[k]
	}
	for i := range x.few {
		if x.few[i].key == k {
			return x.few[i].part
		}
	}
	return nil
}

func (x *partsByKey) set(k partKey, p *Part) {
	switch x.remove(k); {
	case x.many != nil:
		x.many[k] = p
	case len(x.few) < mostFew:
		x.few = append(x.few, partEntry{k, p})
	default:
		x.many = map[partKey]*Part{k: p}
		for _, e := range x.few {
			x.many[e.key] = e.part
		}
		x.few = nil
	}
}

func (x *partsByKey) remove(k partKey) {
	delete(x.many, k)
	x.few = slices.DeleteFunc(x.few, func(e partEntry) bool { return e.key == k })
}
