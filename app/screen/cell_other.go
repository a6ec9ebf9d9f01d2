//go:build !unix

package screen

import "image"

// cellSize returns the size of a cell in pixels; zero: the system does not know it.
func cellSize() image.Point { return image.Point{} }
