package redact

import "gatehouse/client/wire"

// CaptureSteps is Capture, and returns how many bytes were read, decoded and written.
func (r *Rules) CaptureSteps(c *wire.Capture) (clean *wire.Capture, hits []Hit, steps int, err error) {
	s := &search{rules: r}
	clean, hits, err = s.capture(c)
	return clean, hits, s.steps, err
}
