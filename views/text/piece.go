package text

import (
	"strings"
	"unicode/utf8"
)

// PieceSize bounds a block, in bytes: 2 KiB cost glamour some 1.5 ms, so that
// no block costs more than the 4 ms that drawing may take. A longer line or
// paragraph is cut into pieces.
const PieceSize = 2 << 10

// PieceEnd returns where the first piece of a line ends that is longer than a
// piece: behind the last space, else between two characters.
func PieceEnd(line string) int {
	const limit = PieceSize
	if i := strings.LastIndexByte(line[limit-PieceSize/4:limit], ' '); i >= 0 {
		return limit - PieceSize/4 + i + 1
	}
	for end := limit; end > limit-utf8.UTFMax; end-- {
		if utf8.RuneStart(line[end]) {
			return end
		}
	}
	return limit
}
