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

// Bodies are those of a capture, plain.
type Bodies struct {
	Request  []byte
	Response []byte // the text that frames are cut from
	Raw      []byte // as it came, where that was compressed
}

func (p *packer) form(c *wire.Capture) (f Form, err error) {
	sent := c.Sent
	sent.Body = nil
	f.About, err = json.Marshal(aboutCapture{sent, c.Head, c.Timing, c.End, c.Decoded != nil, c.Redacted, c.Dropped, callerOf(c), c.Lacks, c.Remarks})
	if f.Chunks = p.packChunks(c.Text().Chunks()); c.Decoded != nil {
		f.RawChunks = p.packChunks(c.Body.Chunks())
	}
	return f, err
}

// capture is that of the exchange with a name and a key.
func (p *packer) capture(name string, key int64, f Form, b Bodies) (*wire.Capture, error) {
	var ac aboutCapture
	if err := json.Unmarshal(f.About, &ac); err != nil {
		return nil, err
	}
	c := &wire.Capture{
		ID: name, Start: time.UnixMicro(key), Sent: ac.Sent, Head: ac.Head, Timing: ac.Timing, End: ac.End,
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

// Packer writes captures in the form that engines share. The zero value works.
type Packer struct{ packer }

// Form is what is kept of a capture beside its bodies.
func (p *Packer) Form(c *wire.Capture) (Form, error) { return p.form(c) }

// Capture is that of the exchange with an id and a key.
func (p *Packer) Capture(id string, key int64, f Form, b Bodies) (*wire.Capture, error) {
	return p.capture(id, key, f, b)
}

// Pack packs a part of a body.
func (p *Packer) Pack(data []byte) []byte { return p.pack(data) }

// Unpack appends what Pack packed.
func (p *Packer) Unpack(to, data []byte) ([]byte, error) {
	if len(data) == 0 {
		return to, nil
	}
	return p.unpackInto(to, data[1:])
}
