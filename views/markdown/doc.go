// Package markdown draws markdown, and colours code. A text is cut into blocks as it
// grows, and only the blocks that are asked for are rendered, so that a long answer costs
// what is seen of it. It knows nothing of scrolling, which is page's.
package markdown
