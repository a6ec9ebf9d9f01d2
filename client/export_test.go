package client

// WithMaxLine sets the cap on one line of an event stream in bytes.
func WithMaxLine(bytes int64) Option { return func(s *settings) { s.maxLine = bytes } }
