package text

// maxDrawn is how many drawn blocks are cached; beyond it all are dropped except their heights.
const maxDrawn = 512

// Drawn caches blocks as they were drawn for a width. The key of a block is what else its lines depend
// on: its place in the text, the version of the styles.
type Drawn[K comparable] struct {
	Width   int // cells
	blocks  map[int]drawnBlock[K]
	heights []uint16 // of the blocks that were drawn at this width, plus one; 0 for the others
}

type drawnBlock[K comparable] struct {
	key   K
	lines []string
}

func (d *Drawn[K]) SetWidth(width int) {
	if width = max(width, 1); width != d.Width {
		d.Width = width
		d.Forget(0)
	}
}

// Get returns the lines of block i, and draws them if they are not cached for the key.
func (d *Drawn[K]) Get(i int, key K, draw func() []string) []string {
	if b, ok := d.blocks[i]; ok && b.key == key {
		return b.lines
	}
	b := drawnBlock[K]{key, draw()}
	if d.blocks == nil || len(d.blocks) >= maxDrawn {
		d.blocks = map[int]drawnBlock[K]{}
	}
	d.blocks[i] = b
	if i >= len(d.heights) {
		d.heights = append(d.heights, make([]uint16, i+1-len(d.heights))...)
	}
	d.heights[i] = uint16(min(len(b.lines), 1<<16-2) + 1)
	return b.lines
}

// Known returns how many lines block i had when it was drawn last; ok is false where it
// was not drawn at this width.
func (d *Drawn[K]) Known(i int) (lines int, ok bool) {
	if i >= len(d.heights) || d.heights[i] == 0 {
		return 0, false
	}
	return int(d.heights[i]) - 1, true
}

// Forget drops what was drawn, and the heights from a block on.
func (d *Drawn[K]) Forget(from int) {
	clear(d.blocks)
	d.heights = d.heights[:min(from, len(d.heights))]
}

// Shape is what a drawing depends on apart from its content: its width and the styles.
type Shape struct{ Width, Style int }

// Memo caches the last value and its key. The zero Memo is empty.
type Memo[K comparable, V any] struct {
	key  K
	made bool
	v    V
}

// Get returns what was made for a key, and makes it where another was made last.
func (m *Memo[K, V]) Get(key K, make func() V) V {
	if !m.made || m.key != key {
		m.key, m.v, m.made = key, make(), true
	}
	return m.v
}

// Forget makes the next Get compute the value again.
func (m *Memo[K, V]) Forget() { *m = Memo[K, V]{} }
