// Package body turns bytes from the wire into lines that are safe to draw:
// markdown, code, JSON and plain text. Every kind is cut into blocks, and only
// the blocks that are asked for are rendered, so that a long answer costs what
// is seen of it.
package body
