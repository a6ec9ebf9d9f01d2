package capture

import "bytes"

// piece is a run of clean bytes and the time stamp of their read.
type piece struct {
	data []byte
	atUS int64
}

// censor overwrites secrets in a stream of reads. The end of a read that could be the
// beginning of a secret is pending until the next read, at most one byte less than the
// longest secret.
type censor struct {
	secrets *Secrets
	pending []byte // as received
	stars   []span // secrets in pending; to may be after its end
	reads   []read // the reads whose bytes are in pending, in order
	pieces  []piece
	count   int // bytes overwritten so far
}

// read counts the bytes of one read that have not been released.
type read struct {
	n    int
	atUS int64
}

// write adds one read and returns the bytes that may be recorded now, by read. The pieces
// are valid until the next call.
func (c *censor) write(p []byte, atUS int64) []piece {
	c.reads = append(c.reads, read{len(p), atUS})
	if len(c.secrets.known) == 0 {
		return c.release(p)
	}
	joined := p
	if len(c.pending) > 0 {
		joined = append(c.pending, p...)
	}
	found, open := c.secrets.find(joined)
	found = append(c.stars, found...)
	end := len(joined) - open
	out := c.overwrite(joined[:end], found)

	c.stars = c.stars[:0]
	for _, f := range found {
		if f.to > end {
			c.stars = append(c.stars, span{max(f.from-end, 0), f.to - end})
		}
	}
	c.pending = nil
	if end < len(joined) {
		c.pending = bytes.Clone(joined[end:])
	}
	return c.release(out)
}

// flush returns the pending bytes, at the end of the stream.
func (c *censor) flush() []piece {
	out := c.overwrite(c.pending, c.stars)
	c.pending, c.stars = nil, nil
	return c.release(out)
}

// release splits out by read.
func (c *censor) release(out []byte) []piece {
	c.pieces = c.pieces[:0]
	done := 0
	for len(out) > 0 {
		r := &c.reads[done]
		n := min(r.n, len(out))
		c.pieces = append(c.pieces, piece{out[:n], r.atUS})
		out, r.n = out[n:], r.n-n
		if r.n == 0 {
			done++
		}
	}
	c.reads = append(c.reads[:0], c.reads[done:]...)
	return c.pieces
}

// overwrite returns p with the secrets found in it overwritten, and counts them.
func (c *censor) overwrite(p []byte, found []span) []byte {
	out, stars := overwrite(p, found)
	c.count += stars
	return out
}
