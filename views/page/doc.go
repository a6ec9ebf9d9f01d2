// Package page is what panes that are read by scrolling share: the window on content, the
// sheet of rows with a cursor, and the search in both. What the lines say is drawn by
// text, markdown and json.
package page
