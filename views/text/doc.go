// Package text makes bytes from the wire into lines that are safe to draw: it shows what
// a terminal would obey, measures and wraps, and draws plain text of any size block by
// block. Every other kind of content is in the packages above it: markdown, json.
package text
