package capture

import "bytes"

// piece is a run of clean bytes and the time stamp of their read.
type piece struct {
	data []byte
	atUS int64
}

// censor overwrites secrets in a stream of reads. The end of a read that could be the
// beginning of a secret is held back until the next read, at most one byte less than the
// longest secret.
type censor struct {
	secrets *Secrets
	held    []byte // held back, as received
	stars   []span // in held: what is known to be secret; to may lie behind held
	reads   []read // the reads whose bytes are in held, in order
	pieces  []piece
	count   int // bytes overwritten so far
}

// read counts the bytes of one read that have not been released.
type read struct {
	n    int
	atUS int64
}

// write takes one read and returns the bytes that may be kept now, by read. The pieces are
// valid until the next call.
func (c *censor) write(p []byte, atUS int64) []piece {
	c.reads = append(c.reads, read{len(p), atUS})
	if len(c.secrets.known) == 0 {
		return c.release(p)
	}
	joined := p
	if len(c.held) > 0 {
		joined = append(c.held, p...)
	}
	found, open := c.secrets.find(joined)
	found = append(c.stars, found...)
	keep := len(joined) - open
	out := c.overwrite(joined, keep, found)

	c.stars = c.stars[:0]
	for _, f := range found {
		if f.to > keep {
			c.stars = append(c.stars, span{max(f.from-keep, 0), f.to - keep})
		}
	}
	c.held = nil
	if keep < len(joined) {
		c.held = bytes.Clone(joined[keep:])
	}
	return c.release(out)
}

// flush returns what is held back, at the end of the stream.
func (c *censor) flush() []piece {
	out := c.overwrite(c.held, len(c.held), c.stars)
	c.held, c.stars = nil, nil
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

// overwrite returns p[:keep] with the secrets found in it overwritten.
func (c *censor) overwrite(p []byte, keep int, found []span) []byte {
	if len(found) == 0 {
		return p[:keep]
	}
	out := bytes.Clone(p[:keep])
	for _, f := range found {
		for i := f.from; i < min(f.to, keep); i++ {
			if out[i] != '*' {
				c.count++
			}
			out[i] = '*'
		}
	}
	return out
}
