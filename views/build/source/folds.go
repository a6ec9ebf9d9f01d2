package source

import (
	"bytes"
	"slices"

	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/views/kit/edit"
)

const (
	foldURL  = 200  // a data URL longer than this is folded, in bytes
	foldCode = 1000 // so is other text that looks like base64
	foldHead = 24   // of the string stay to be seen

	base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=" // of both alphabets, and the padding
	scanLine     = 64 << 10                                                              // the longest line that is looked through at every key
)

// findFolds finds the long strings of encoded bytes that are drawn as a few words, each
// from after its first characters to its closing quote, in s, which begins at base in the text,
// outside of any string.
func findFolds(s []byte, base int) (folds []edit.Fold) {
	for i := 0; i < len(s); {
		n := bytes.IndexByte(s[i:], '"')
		if n < 0 {
			break
		}
		from := i + n + 1
		end := stringEnd(s, from)
		if f, ok := foldOf(s[from:end]); ok {
			f.From, f.To = f.From+base+from, base+end
			folds = append(folds, f)
		}
		i = end + 1
	}
	return folds
}

// stringEnd returns where the string ends whose first byte after the quote is
// at from: at its closing quote, or the end of its line.
func stringEnd(s []byte, from int) int {
	for i := from; i < len(s); {
		n := bytes.IndexByte(s[i:], '"')
		if n < 0 {
			n = len(s) - i
		}
		if line := bytes.IndexByte(s[i:i+n], '\n'); line >= 0 {
			return i + line
		}
		i += n
		slashes := 0
		for i-slashes > from && s[i-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return min(i, len(s))
		}
		i++
	}
	return len(s)
}

// foldOf reports whether a string is folded, and from which of its bytes on.
func foldOf(s []byte) (edit.Fold, bool) {
	if len(s) <= foldURL {
		return edit.Fold{}, false
	}
	head := s[:foldURL]
	kind, at, size := "base64", foldHead, tree.Base64Size(s)
	switch {
	case bytes.HasPrefix(head, []byte("data:")):
		comma := bytes.IndexByte(head, ',')
		if comma < 0 || bytes.IndexFunc(head[:comma], func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '\\' }) >= 0 {
			return edit.Fold{}, false
		}
		if !bytes.HasSuffix(head[:comma], []byte(";base64")) {
			kind, size = "data", len(s)-comma-1
		} else {
			size = tree.Base64Size(s[comma+1:])
		}
		at = comma + 9
	case len(s) <= foldCode || len(bytes.Trim(head, base64Digits)) > 0:
		return edit.Fold{}, false
	}
	at = min(at, foldURL)
	for at < foldURL && (s[at-1] == '\\' || s[at]&0xc0 == 0x80) {
		at++ // neither an escape nor a character is torn
	}
	return edit.Fold{From: at, Label: " … " + figures.Size(size) + " " + kind + " … "}, true
}

// foldAround updates the folds after a change of the text: of the bytes
// [from, to) to grown ones more. Of a line too long to be looked through at
// every key only what was known stays; due then reports that all is to be looked through.
func (m *Model) foldAround(from, to, grown int) (due bool) {
	folds, text := m.ed.Folds(), m.ed.Buffer()
	first := edit.FoldAt(folds, from-1)
	last := first
	for last < len(folds) && folds[last].From <= to {
		last++
	}
	start, end := text.LineStart(from), text.LineEnd(to+grown)
	var found []edit.Fold
	if due = end-start > scanLine; !due {
		for first > 0 && folds[first-1].From >= start {
			first--
		}
		for last < len(folds) && folds[last].From+grown <= end {
			last++
		}
		found = findFolds([]byte(text.Slice(start, end)), start)
	}
	for i := last; i < len(folds); i++ {
		folds[i].From += grown
		folds[i].To += grown
	}
	m.ed.SetFolds(slices.Replace(folds, first, last, found...))
	return due
}
