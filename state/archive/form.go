package archive

import (
	"encoding/json"
	"time"

	"gatehouse/client/wire"
)

// aboutCapture is a capture without its bodies.
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

// caller is a calling program and what it received; Delivery is nil if that is not known.
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

func (r *caller) restore(c *wire.Capture) {
	if r != nil {
		c.Caller, c.Delivery = &r.Caller, r.Delivery
	}
}

// Form is a capture without its bodies, as engines store it. Each engine stores bodies in its
// format.
type Form struct {
	About     []byte // JSON
	Chunks    []byte // of the response: lengths and times, packed
	RawChunks []byte // of the compressed body, if it was received compressed
}

// Bodies are the bodies of a capture as an engine's columns have them.
type Bodies struct {
	Request  []byte
	Response []byte // the text that frames are cut from
	Raw      []byte // the compressed body, if it was received compressed
}

// Form returns the form of a capture.
func (p *Packer) Form(c *wire.Capture) (f Form, err error) {
	sent := c.Sent
	sent.Body = nil
	f.About, err = json.Marshal(aboutCapture{sent, c.Head, c.Timing, c.End, c.Decoded != nil, c.Redacted, c.Dropped, callerOf(c), c.Lacks, c.Remarks})
	if f.Chunks = p.packChunks(c.Text().Chunks()); c.Decoded != nil {
		f.RawChunks = p.packChunks(c.Body.Chunks())
	}
	return f, err
}

// Capture returns the capture of an exchange. load returns the plain body of a column.
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
