package composer

import "slices"

// history holds the prompts of this run. While one walks through it, what was
// being written and every change made to an older prompt are kept, and come
// back when one walks over them again.
type history struct {
	past   []string
	edited []string // past, the text being written; nil: not walking
	at     int
}

// remember adds a prompt that was sent and ends the walk. A repeat of the last
// one is not added.
func (h *history) remember(text string) {
	h.edited = nil
	if n := len(h.past); text == "" || n > 0 && h.past[n-1] == text {
		return
	}
	h.past = append(h.past, text)
}

// step moves by -1 or 1 and returns the text there; ok is false at either end.
func (h *history) step(by int, current string) (text string, ok bool) {
	if h.edited == nil {
		if by > 0 || len(h.past) == 0 {
			return "", false
		}
		h.edited = slices.Concat(h.past, []string{current})
		h.at = len(h.past)
	}
	h.edited[h.at] = current
	to := h.at + by
	if to < 0 || to >= len(h.edited) {
		return "", false
	}
	h.at = to
	return h.edited[to], true
}
