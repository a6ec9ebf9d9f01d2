package archive

import (
	"encoding/json"
	"time"

	"gatehouse/client/wire"
)

// aboutCapture is what the database holds of a capture beside its bodies.
type aboutCapture struct {
	Sent     wire.Sent
	Head     *wire.Head
	Timing   wire.Timing
	End      *wire.End
	Decoded  bool
	Redacted int
	Dropped  int64
	Caller   *caller    `json:",omitempty"`
	Lacks    wire.Lacks `json:",omitzero"`
	Remarks  []string   `json:",omitempty"`
}

// caller is another program with what it got: Delivery is nil where that is not known.
type caller struct {
	wire.Caller
	*wire.Delivery
}

func callerOf(c *wire.Capture) *caller {
	if c.Caller == nil {
		return nil
	}
	return &caller{*c.Caller, c.Delivery}
}

// restore gives a capture its caller.
func (r *caller) restore(c *wire.Capture) {
	if r != nil {
		c.Caller, c.Delivery = &r.Caller, r.Delivery
	}
}

// Form is what engines keep of a capture beside its bodies, which each keeps in its own way.
type Form struct {
	About     []byte // JSON
	Chunks    []byte // of the response: lengths and times, packed
	RawChunks []byte // of the body as it came, where that was compressed
}

// Bodies are those of a capture, as the columns of an engine hold them.
type Bodies struct {
	Request  []byte
	Response []byte // the text that frames are cut from
	Raw      []byte // as it came, where that was compressed
}

// Form is what is kept of a capture beside its bodies.
func (p *Packer) Form(c *wire.Capture) (f Form, err error) {
	sent := c.Sent
	sent.Body = nil
	f.About, err = json.Marshal(aboutCapture{sent, c.Head, c.Timing, c.End, c.Decoded != nil, c.Redacted, c.Dropped, callerOf(c), c.Lacks, c.Remarks})
	if f.Chunks = p.packChunks(c.Text().Chunks()); c.Decoded != nil {
		f.RawChunks = p.packChunks(c.Body.Chunks())
	}
	return f, err
}

// Capture is that of the exchange with an id and a key. load makes of a column the plain body.
func (p *Packer) Capture(id string, key int64, f Form, b Bodies, load func(column []byte) ([]byte, error)) (*wire.Capture, error) {
	for _, body := range []*[]byte{&b.Request, &b.Response, &b.Raw} {
		var err error
		if *body, err = load(*body); err != nil {
			return nil, err
		}
	}
	var ac aboutCapture
	if err := json.Unmarshal(f.About, &ac); err != nil {
		return nil, err
	}
	c := &wire.Capture{
		ID: id, Start: time.UnixMicro(key), Sent: ac.Sent, Head: ac.Head, Timing: ac.Timing, End: ac.End,
		Redacted: ac.Redacted, Dropped: ac.Dropped, Lacks: ac.Lacks, Remarks: ac.Remarks,
	}
	ac.Caller.restore(c)
	c.Sent.Body = b.Request
	if ac.Decoded {
		c.Decoded = &wire.Body{}
		if err := p.restore(&c.Body, b.Raw, f.RawChunks); err != nil {
			return nil, err
		}
	}
	return c, p.restore(c.Text(), b.Response, f.Chunks)
}
