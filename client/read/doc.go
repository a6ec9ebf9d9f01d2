// Package read turns received data into the values of client/wire: the data of a frame into
// an event, and documents into failures, endings, routing metadata, rerank results and
// lists of models. It accepts every shape in the API document and the notes on the wire,
// and never fails on an unknown one: such a value stays raw.
package read
