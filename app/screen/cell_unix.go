//go:build unix

package screen

import (
	"image"
	"os"

	"golang.org/x/sys/unix"
)

// cellSize returns the size of a cell in pixels that the terminal gave the system; zero: none.
// Some terminals report it nowhere else.
func cellSize() image.Point {
	w, err := unix.IoctlGetWinsize(int(os.Stdout.Fd()), unix.TIOCGWINSZ)
	if err != nil || w.Col == 0 || w.Row == 0 {
		return image.Point{}
	}
	return image.Pt(int(w.Xpixel/w.Col), int(w.Ypixel/w.Row))
}
