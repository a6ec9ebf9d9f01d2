// Package page is what panes share that are searched or read by scrolling: one search
// (Finder), and one Window that has it, over content that is drawn by blocks (Page),
// over a few drawn lines (Text) or over rows with a cursor that unfold (Sheet). What
// the lines say is drawn by text, markdown and json.
//
// A Window is not the viewport of Bubbles, which takes all lines of a text and measures
// each of them before it shows one.
package page
