// Package read turns data that arrived into the values of client/wire: the data
// of a frame into an event, and documents into responses, items, failures,
// endings, routing metadata, usage, rerank results and lists of models. It
// accepts every shape that the API document and the notes on the wire know, and
// never fails on a shape that it does not know: such a value stays raw.
//
// Nothing here opens a connection, reads a clock or holds state beyond one
// stream. Scanning JSON itself is the business of client/scan.
package read
