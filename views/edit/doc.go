// Package edit is the editor of text that a person writes: the text as a piece table, the
// cursor, the soft wraps, and what readline's keys do. A Kind tells it how the text is
// drawn, coloured and folded. It sends and saves nothing.
package edit
