package screen

import (
	"context"
	"net/url"

	"gatehouse/client"
	"gatehouse/views/text"
)

// Link is the way to the gateway. It is made when something first needs it,
// and again after it could not be made; all that need it at one time wait for
// the same attempt.
type Link struct {
	opts   Options
	turn   chan struct{} // holds a token while nobody is making the link
	client *client.Client

	Name      string // what the screen calls it
	Simulated bool   // nothing behind it is a real model

	OmitModel bool // the service refuses model on an assistant message; Update alone reads and sets it
}

func newLink(opts Options) *Link {
	l := &Link{opts: opts, turn: make(chan struct{}, 1), Name: "no address", OmitModel: opts.RefuseModel}
	l.turn <- struct{}{}
	if u, err := url.Parse(opts.BaseURL); err == nil && u.Host != "" {
		l.Name = text.SanitizeLine(u.Host)
	}
	if opts.Connect != nil {
		l.Name, l.Simulated = "local gateway", true
	}
	return l
}

// Client returns the client, or why there is none. It is called from Cmds only.
func (l *Link) Client(ctx context.Context) (*client.Client, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.turn:
	}
	defer func() { l.turn <- struct{}{} }()
	if err := ctx.Err(); err != nil {
		return nil, err // both were ready
	}
	if l.client != nil {
		return l.client, nil
	}
	base, key := l.opts.BaseURL, l.opts.Key
	if l.opts.Connect != nil {
		var err error
		if base, key, err = l.opts.Connect(ctx); err != nil {
			return nil, err
		}
	}
	options := l.options(base, key)
	if l.opts.CAFile != "" {
		options = append(options, client.WithCAFile(l.opts.CAFile))
	}
	if l.opts.Transport != nil {
		options = append(options, client.WithTransport(l.opts.Transport))
	}
	l.client = client.New(options...)
	return l.client, nil
}

// Close closes the connections that are kept for a next exchange.
func (l *Link) Close() {
	select {
	case <-l.turn:
		if l.client != nil {
			l.client.Close()
		}
		l.turn <- struct{}{}
	default: // somebody is still connecting, and will see its context end
	}
}

// options are those of a client: where it goes, and with what secrets.
func (l *Link) options(base, key string) []client.Option {
	options := []client.Option{
		client.WithBaseURL(base), client.WithKey(key), client.WithService(l.opts.Service), client.WithMaxBody(l.opts.MaxBody),
		client.WithSecrets(l.opts.Secrets...),
	}
	for name, values := range l.opts.Header {
		for _, v := range values {
			options = append(options, client.WithHeader(name, v))
		}
	}
	if l.opts.Basic {
		options = append(options, client.WithBasic())
	}
	return options
}
