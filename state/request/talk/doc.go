// Package talk is the request side of a conversation: the draft, the tree of turns,
// the next request, edits of the one document and their undo, attachments, and
// conversations opened from files. Answers are folded in state; nothing here calls a
// service, reads a clock or a file.
package talk
