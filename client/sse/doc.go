// Package sse cuts the frames of an event stream out of a body that grows, to
// the letter of the HTML standard
// (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation),
// and keeps the two things that the standard drops: comments and the torn tail.
//
// Where frames begin and end depends on the bytes alone, never on how they were
// split into reads.
package sse
