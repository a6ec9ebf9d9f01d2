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

// noHeadEnd returns the end of an exchange without a head: its cause and further detail.
func (c *Client) noHeadEnd(ctx context.Context, rec *capture.Recorder, req *http.Request, err error) wire.End {
	if unsent, ok := errors.AsType[*UnsentError](err); ok {
		return wire.End{Cause: wire.EndUnsent, Detail: unsent.Detail}
	}
	switch cause := endCause(ctx, err); cause {
	case "":
	case wire.EndIdle:
		return wire.End{Cause: wire.EndTimeout} // nothing had arrived at all
	default:
		return wire.End{Cause: cause}
	}
	timing, requested, tlsFailed := rec.Connection()
	end := wire.End{Cause: c.noHeadCause(err, requested, tlsFailed), Detail: noHeadDetail(err, timing.Reused)}
	proxy := c.proxy(req)
	// A TLS port that takes plain HTTP for a broken handshake closes it without an answer.
	unanswered := timing.ConnectDone >= 0 && timing.FirstByte < 0
	if proxy == nil && req.URL.Scheme == "http" && end.Detail == "" && unanswered && isClosed(err) {
		end.Detail = wire.DetailHungUp
	}
	op, isOp := errors.AsType[*net.OpError](err)
	if proxy != nil && (is[*proxyError](err) || isOp && op.Op == "proxyconnect") {
		end.Chosen = c.withProxy
		if end.Proxy = proxy.Host; end.Proxy == "" { // net/http then dials port 0 of this machine
			end.Detail = wire.DetailProxyNone
		}
	}
	return end
}

// isClosed reports whether an error is that of a connection that was closed or reset.
func isClosed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// noHeadCause returns why no head arrived: an error, of a connection that may have been
// requested, and whose TLS handshake may have failed.
func (c *Client) noHeadCause(err error, requested, tlsFailed bool) wire.EndCause {
	timeout, timed := errors.AsType[net.Error](err)
	switch {
	case is[*net.DNSError](err):
		return wire.EndDNS
	case tlsFailed, is[*tls.CertificateVerificationError](err), is[x509.UnknownAuthorityError](err), is[tls.RecordHeaderError](err):
		return wire.EndTLS
	case timed && timeout.Timeout():
		return wire.EndTimeout
	case notHTTP(err) && !strings.Contains(err.Error(), tlsAlert):
		return wire.EndNotHTTP
	}
	if _, reports := c.transport.(*http.Transport); reports && !requested {
		return wire.EndRequest
	}
	return wire.EndConnect
}

// is reports whether there is an error of a type among the causes of err.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// notHTTP reports whether the server sent something that is not the head of an answer. The
// transport has a typed error only for a malformed header; its message quotes the line
// that it could not read.
func notHTTP(err error) bool {
	return is[textproto.ProtocolError](err) || strings.Contains(err.Error(), "malformed HTTP ")
}

// noHeadDetail returns what an error reports besides its cause. reused is true for the
// connection of an earlier exchange.
func noHeadDetail(err error, reused bool) wire.EndDetail {
	refused, byProxy := errors.AsType[*proxyError](err)
	switch {
	case byProxy && refused.status == http.StatusProxyAuthRequired:
		return wire.DetailProxyAuth
	case byProxy:
		return wire.DetailProxyWrong
	case errors.Is(err, syscall.ECONNREFUSED):
		return wire.DetailRefused
	case is[tls.RecordHeaderError](err):
		return wire.DetailNotTLS
	case certificateDetail(err) != "":
		return certificateDetail(err)
	case strings.Contains(err.Error(), tlsAlert):
		return wire.DetailTLS
	case reused && (isClosed(err) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "server closed")):
		return wire.DetailReused
	}
	return ""
}

// certificateDetail returns why a certificate was not trusted, or "" for a rare reason.
func certificateDetail(err error) wire.EndDetail {
	invalid, isInvalid := errors.AsType[x509.CertificateInvalidError](err)
	switch {
	case is[x509.UnknownAuthorityError](err):
		return wire.DetailAuthority
	case is[x509.HostnameError](err):
		return wire.DetailOtherHost
	case isInvalid && invalid.Reason == x509.Expired:
		return wire.DetailExpired
	}
	return ""
}

// tlsAlert is how net/http quotes an answer to plain HTTP that is a TLS record with an
// alert (RFC 8446, section 5.1): its content type and the major version.
const tlsAlert = `malformed HTTP response "\x15\x03`
