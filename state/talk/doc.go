// Package talk is the request side of a conversation: the draft, the tree of turns,
// what of them is sent next, edits of the one document and their undo, attachments,
// and what of a file opens as a conversation. What an answer came to is folded in
// state; nothing here calls a service, reads a clock or a file.
package talk
