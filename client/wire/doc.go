// Package wire holds the values that cross rooms: what was sent, what came
// back with its arrival times, and the frames and events cut from it. Values
// only: nothing here opens a connection, reads a clock or starts a goroutine.
//
// JSON that is not understood is kept raw, so that an unknown event, item or
// field can be shown just as it came.
package wire
