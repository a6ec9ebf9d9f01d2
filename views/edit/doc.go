// Package edit is the editor of text that a person writes: the text, the cursor, the soft
// wraps, and what readline's keys do. It sends and saves nothing.
package edit
