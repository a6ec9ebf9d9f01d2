package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strings"
	"syscall"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// headless says why no head came: by what, and what more is known of it.
func (c *Client) headless(ctx context.Context, rec *capture.Recorder, req *http.Request, err error) wire.End {
	if cause, ours := stopped(ctx); ours {
		if cause == wire.EndIdle {
			cause = wire.EndTimeout // nothing had come at all
		}
		return wire.End{Cause: cause}
	}
	end := wire.End{Cause: c.headlessCause(rec, err)}
	end.Detail = headlessDetail(rec, err)
	proxy := c.proxy(req)
	if proxy == nil && req.URL.Scheme == "http" && end.Detail == "" && hungUp(rec, err) {
		end.Detail = wire.DetailHungUp
	}
	var refused *proxyError
	var op *net.OpError
	if proxy != nil && (errors.As(err, &refused) || errors.As(err, &op) && op.Op == "proxyconnect") {
		if end.Proxy = proxy.Host; end.Proxy == "" { // net/http then dials port 0 of this machine
			end.Detail = wire.DetailProxyNone
		}
	}
	return end
}

// hungUp reports whether a connection was there and was closed or reset before the first
// byte of an answer, as a port for TLS does that takes plain HTTP for a broken handshake.
func hungUp(rec *capture.Recorder, err error) bool {
	return rec.Unanswered() && (errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE))
}

func (c *Client) headlessCause(rec *capture.Recorder, err error) wire.EndCause {
	asked, tlsFailed := rec.Reached()
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &name):
		return wire.EndDNS
	case tlsFailed, errors.As(err, &certificate), errors.As(err, &authority), errors.As(err, &record):
		return wire.EndTLS
	case errors.As(err, &timeout) && timeout.Timeout():
		return wire.EndTimeout
	case notHTTP(err) && !strings.Contains(err.Error(), tlsAlert):
		return wire.EndNotHTTP
	}
	if _, reports := c.transport.(*http.Transport); reports && !asked {
		return wire.EndRequest
	}
	return wire.EndConnect
}

// notHTTP reports whether something came that is no head of an answer. The
// transport has no type for it but for a header's line; its words hold the line
// that it could not read.
func notHTTP(err error) bool {
	var line textproto.ProtocolError
	return errors.As(err, &line) || strings.Contains(err.Error(), "malformed HTTP ")
}

// headlessDetail says what more an error tells than its cause.
func headlessDetail(rec *capture.Recorder, err error) wire.EndDetail {
	var refused *proxyError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &refused) && refused.status == http.StatusProxyAuthRequired:
		return wire.DetailProxyAuth
	case errors.As(err, &refused):
		return wire.DetailProxyWrong
	case errors.Is(err, syscall.ECONNREFUSED):
		return wire.DetailRefused
	case errors.As(err, &record):
		return wire.DetailNotTLS
	case strings.Contains(err.Error(), tlsAlert):
		return wire.DetailTLS
	case rec.Reused() && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE) || strings.Contains(err.Error(), "server closed")):
		return wire.DetailReused
	}
	return ""
}

// tlsAlert is how net/http quotes an answer to plain HTTP that is a TLS record with an
// alert (RFC 8446, section 5.1): its content type and the major version.
const tlsAlert = `malformed HTTP response "\x15\x03`
