// Package page is what panes that are read by scrolling share: one Window with one
// search, over content that is drawn by blocks (Page), over a few drawn lines (Text) or
// over rows with a cursor that unfold (Sheet). What the lines say is drawn by text,
// markdown and json.
package page
