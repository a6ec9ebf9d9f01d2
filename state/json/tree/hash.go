package tree

import (
	"hash/maphash"
	"strconv"

	"gatehouse/client/scan"
)

// sums are two hashes of every value of a document: of its meaning, independent of the
// order of members and of the spelling of numbers and strings, and of its spelling. They
// are seeded, so that no document can be made to collide.
type sums struct {
	seed   maphash.Seed
	means  []uint64
	spells []uint64
}

func newSums(x *Index, seed maphash.Seed) *sums {
	s := &sums{seed: seed, means: make([]uint64, x.Len()), spells: make([]uint64, x.Len())}
	var nodes []node
	for k := len(x.blocks) - 1; k >= 0; k-- { // what is in a value follows it
		nodes = x.read(k, nodes)
		for j := len(nodes) - 1; j >= 0; j-- {
			s.add(x, int(x.blocks[k].first)+j, &nodes[j])
		}
	}
	return s
}

// add adds a value, whose members or elements were all added, to what is around it.
func (s *sums) add(x *Index, i int, n *node) {
	kind := x.kind(n.place)
	if x.container(n.place) {
		s.means[i] = mix(s.means[i] + uint64(kind))
		s.spells[i] = mix(s.spells[i] + uint64(kind))
	} else {
		v := x.leaf(n)
		s.means[i], s.spells[i] = s.bytes(meaning(v, kind)), s.bytes(v)
	}
	p := n.parent
	if p == none {
		return
	}
	if name := x.name(n.place); name != nil {
		s.means[p] += mix(s.bytes([]byte(scan.Text(name))) ^ mix(s.means[i]))
		s.spells[p] = mix(s.spells[p]^s.bytes(name)) + s.spells[i]
	} else {
		s.means[p] = mix(s.means[p]) + s.means[i]
		s.spells[p] = mix(s.spells[p]) + s.spells[i]
	}
}

// word writes what a value means as a word.
func (s *sums) word(i int) string { return strconv.FormatUint(s.means[i], 36) }

func (s *sums) bytes(b []byte) uint64 { return maphash.Bytes(s.seed, b) }

// mix is the finalizer of splitmix64.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Meaning returns a hash of what a document means, with the seed of Diff: it is
// independent of the order of members, of white space, and of how numbers and strings are
// spelled. ok is false for invalid JSON.
func Meaning(doc []byte, seed maphash.Seed) (sum uint64, ok bool) {
	x, err := New(doc)
	if err != nil {
		return 0, false
	}
	return newSums(x, seed).means[0], true
}

// Equal reports whether two documents mean the same, as Diff has it.
func Equal(a, b []byte) bool {
	if string(a) == string(b) {
		return true
	}
	if scan.KindOf(a) != scan.KindOf(b) {
		return false
	}
	seed := maphash.MakeSeed()
	first, okA := Meaning(a, seed)
	second, okB := Meaning(b, seed)
	return okA && okB && first == second
}
