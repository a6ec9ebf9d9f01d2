package request

// Body is the body as it goes upstream: without white space, and with what
// plugins and guardrails made of it. It must not be changed.
func (r *Request) Body() []byte { return r.body }

// With is the request with another body, as a plugin or a guardrail made it.
// What the client sent stays at hand ([Request.Sent]), and the length is still
// that of what it sent.
func (r *Request) With(body []byte) *Request {
	next := Parse(body)
	next.bytes, next.sent = r.bytes, r.Sent()
	return next
}

// Sent is the request as the client sent it: what a result echoes.
func (r *Request) Sent() *Request {
	if r.sent != nil {
		return r.sent
	}
	return r
}
