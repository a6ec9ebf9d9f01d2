package dialect

import "strings"

// near is how many parts without a partner are tried from where one would be:
// so the time stays linear in the size of the bodies.
const near = 8

// joins finds texts that were joined to one, as where a dialect allows one
// system prompt, and texts that were split. Only white space may be between them.
func (al *aligner) joins() {
	freeA, freeB := al.free(al.a, al.toB), al.free(al.b, al.toA)
	for c, b := range freeB {
		if c.kind != Media && c.kind != Call && c.kind != Other {
			al.pairJoined(al.b, b, al.a, freeA[c], func(j, i int) { al.joinedPair(i, j) })
			al.pairJoined(al.a, al.still(freeA[c], al.toB), al.b, al.still(b, al.toA), al.joinedPair)
		}
	}
}

// joinedPair notes one of several partners; the first one stays.
func (al *aligner) joinedPair(i, j int) {
	if al.toB[i] == none {
		al.toB[i] = j
	}
	if al.toA[j] == none {
		al.toA[j] = i
	}
}

// pairJoined pairs each text with the run of pieces that makes it up.
func (al *aligner) pairJoined(list []Place, texts []int, of []Place, pieces []int, pair func(text, piece int)) {
	for _, w := range texts {
		for from := range min(near, len(pieces)) {
			n := pieceCount(list[w].Text, of, pieces[from:])
			if n < 2 {
				continue
			}
			for _, p := range pieces[from : from+n] {
				pair(w, p)
			}
			pieces = pieces[from+n:]
			break
		}
	}
}

// pieceCount returns how many of some pieces make up a text; 0 where they do not.
func pieceCount(text string, of []Place, pieces []int) int {
	n := 0
	for strings.TrimSpace(text) != "" {
		if n == len(pieces) {
			return 0
		}
		piece := of[pieces[n]].Text
		if !strings.HasPrefix(text, piece) {
			text = strings.TrimLeft(text, " \n\r\t")
		}
		rest, ok := strings.CutPrefix(text, piece)
		if !ok {
			return 0
		}
		text = rest
		n++
	}
	return n
}

// free lists the parts without a partner by their class.
func (al *aligner) free(list []Place, partner []int) map[class][]int {
	free := map[class][]int{}
	for i, p := range list {
		if partner[i] == none {
			c := al.class(p)
			free[c] = append(free[c], i)
		}
	}
	return free
}

// still lists those that have no partner yet.
func (al *aligner) still(list, partner []int) []int {
	var out []int
	for _, i := range list {
		if partner[i] == none {
			out = append(out, i)
		}
	}
	return out
}
