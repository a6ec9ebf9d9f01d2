// Package replay answers requests with recorded exchanges, as the recorded server did:
// the same status and header values, the same bytes of the body in the same chunks, with
// the same time between them, and the same end, be it a broken one.
package replay
