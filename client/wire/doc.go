// Package wire holds the values that cross rooms: what was sent, what came
// back with its arrival times, the frames cut from it, and what was read from
// them. Values only: nothing here opens a connection, reads a clock, starts a
// goroutine or parses JSON; client/read makes these values from data.
//
// JSON that is not understood is kept raw, so that an unknown event, item or
// field can be shown just as it came.
package wire
