// Package edit is the editor of text that a person writes: the text as a piece table, the
// cursor, the soft wraps, and what readline's keys do. A Kind tells it how the text is
// drawn, coloured and folded. It sends and saves nothing.
//
// It is not the textarea of Bubbles, which draws the whole text at each View, ends at
// 10,000 lines and has no undo, folds or colours.
package edit
