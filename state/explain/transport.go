package explain

import (
	"strings"

	"gatehouse/client/wire"
)

// End explains how the transport ended: before a head arrived, or inside the answer.
func End(e wire.End, headCame bool, c Context) Explanation {
	p := noHead(e, c)
	if headCame {
		p = brokenOff(e, c)
	}
	if capped := e.Cause == wire.EndLineCap || e.Cause == wire.EndBodyCap; !headCame || !capped {
		p.Message = e.Message // the words of a cap are ours, and the warning has them
	}
	return p
}

// noHead explains an exchange without an answer.
func noHead(e wire.End, c Context) Explanation {
	host := c.BaseURL
	if host == "" {
		host = "the address"
	}
	if e.Proxy != "" || e.Detail == wire.DetailProxyNone {
		return proxyFailed(e, host, c)
	}
	if e.Detail == wire.DetailTLS {
		return plainToTLS(host, c)
	}
	switch e.Cause {
	case wire.EndUnknown:
		return Explanation{Title: "no response"}
	case wire.EndDNS:
		return Explanation{Title: "host not found", Meaning: "The name in " + host + " could not be resolved.",
			Suggestions: otherAdvice("check the base URL for a mistyped name", "check the network, and the HTTP proxy if one is set")}
	case wire.EndConnect:
		return noConnection(e, host, c)
	case wire.EndNotHTTP:
		return Explanation{Title: "not an HTTP answer", Meaning: host + " accepted the connection but did not answer in HTTP.",
			Suggestions: otherAdvice("check the port: another service may listen there", "check the base URL: http or https")}
	case wire.EndTLS:
		return noTLS(e, host, c)
	case wire.EndTimeout, wire.EndIdle:
		return Explanation{Title: "response timeout", Meaning: host + " did not respond before the timeout.",
			Suggestions: []Advice{resendAdvice(), {Words: "increase the timeout"}}}
	case wire.EndRequest:
		return Explanation{Title: "the request could not be sent", Meaning: "The address or a header is invalid.",
			Suggestions: otherAdvice("check the base URL and the headers")}
	}
	return Explanation{Title: "no response", Meaning: "The connection to " + host + " closed before the response started.",
		Suggestions: []Advice{resendAdvice()}}
}

// noConnection explains a connection that failed before the head.
func noConnection(e wire.End, host string, c Context) Explanation {
	p := Explanation{
		Title: "no connection", Meaning: "No connection to " + host + " could be made, or it was lost before the response started.",
		Suggestions: otherAdvice("check that the server is running and the port is right", "check the network, and the HTTP proxy if one is set"),
	}
	switch e.Detail {
	case wire.DetailRefused:
		p.Title, p.Meaning = "connection refused", "The connection to "+host+" was refused: most likely, nothing is listening there."
		if c.ConnectKeys != "" {
			p.Suggestions = append(p.Suggestions, otherAdvice(c.ConnectKeys+" changes the address of the connection")...)
		}
	case wire.DetailUnsent:
		p.Title, p.Meaning = "not sent", "The connection could not be set up on this machine, so nothing was sent."
		p.Suggestions = nil
		if c.ConnectKeys != "" {
			p.Suggestions = otherAdvice(c.ConnectKeys + " chooses another connection")
		}
	case wire.DetailHungUp:
		p.Title = "the server closed the connection"
		p.Meaning = "The server at " + host + " accepted the connection and closed it without sending a byte. A TLS port may do that, and so may a failing server."
		p.Suggestions = append(otherAdvice("the port may speak TLS: try "+withScheme("https", c.BaseURL)), p.Suggestions...)
	case wire.DetailReused:
		p.Title = "the server closed the connection"
		p.Meaning = "The connection was reused from an earlier request, and the server closed it while this one was being sent. The server may or may not have processed it."
		p.Suggestions = []Advice{resendAdvice()}
	}
	return p
}

// noTLS explains a failed handshake.
func noTLS(e wire.End, host string, c Context) Explanation {
	if e.Detail == wire.DetailNotTLS {
		return Explanation{
			Title: "the port does not speak TLS", Meaning: "The server at " + host + " answered the TLS handshake with something else, as a port for plain HTTP does.",
			Suggestions: otherAdvice("use " + withScheme("http", c.BaseURL) + " as the base URL, if that is the right port"),
		}
	}
	p := Explanation{Title: "no secure connection", Meaning: "The handshake with " + host + " failed, or its certificate is not trusted.",
		Suggestions: otherAdvice("check the base URL: http or https", "set ca_file in the profile to the server's CA certificate")}
	switch e.Detail {
	case wire.DetailAuthority:
		p.Title = "the certificate is not trusted"
		p.Meaning = "The certificate of " + host + " is self-signed, or signed by an authority that this machine does not trust."
		p.Suggestions = otherAdvice("ask the server's operator for the CA certificate, a PEM file, and name it as ca_file in the profile")
	case wire.DetailOtherHost:
		p.Title = "the certificate is for another host"
		p.Meaning = "The certificate of " + host + " does not name this host."
		p.Suggestions = otherAdvice("use a base URL with a host that the certificate names")
	case wire.DetailExpired:
		p.Title = "the certificate is not valid now"
		p.Meaning = "The certificate of " + host + " has expired or is not valid yet."
		p.Suggestions = otherAdvice("ask the server's operator for a new certificate", "check the clock of this machine")
	}
	return p
}

// plainToTLS explains plain HTTP that was sent to a TLS port.
func plainToTLS(host string, c Context) Explanation {
	return Explanation{
		Title: "the port speaks TLS", Meaning: "The request went to " + host + " as plain HTTP, but the port accepts only TLS.",
		Suggestions: otherAdvice("use " + withScheme("https", c.BaseURL) + " as the base URL"),
	}
}

// withScheme returns a base URL with another scheme.
func withScheme(scheme, base string) string {
	_, rest, ok := strings.Cut(base, "://")
	if !ok {
		return scheme + "://"
	}
	return scheme + "://" + rest
}

// brokenOff explains an answer that stopped without its terminal event.
func brokenOff(e wire.End, c Context) Explanation {
	stream, ended, kept := "the stream", "ended without its final event", " What arrived is kept."
	if c.Document {
		stream, ended = "the answer", "stops before its end"
	}
	if c.StopsAt != "" {
		ended += ": " + c.StopsAt
	}
	if c.Operation == rerank { // which shows nothing of a part
		kept = ""
	}
	p := Explanation{
		Title:       "the answer was cut off",
		Meaning:     "The answer " + ended + "." + kept,
		Suggestions: []Advice{resendAdvice()},
	}
	if c.MaybeCut && c.Document {
		p.Suggestions = otherAdvice("save it again: the file ends before the answer does")
	}
	switch e.Cause {
	case wire.EndLost, wire.EndConnect, wire.EndDNS, wire.EndTLS, wire.EndNotHTTP:
		p.Title = "the connection was lost"
		p.Meaning = "The connection was lost in the middle of the answer." + kept
	case wire.EndIdle:
		p.Title = stream + " stalled"
		p.Meaning = "No data arrived within the idle timeout, so the connection was closed." + kept
		p.Suggestions = append(p.Suggestions, otherAdvice("raise --idle-timeout to allow longer silences")...)
	case wire.EndTimeout:
		p.Title = "timeout"
		p.Meaning = "The timeout for the whole call expired in the middle of the answer." + kept
		p.Suggestions = append(p.Suggestions, otherAdvice("raise --timeout")...)
	case wire.EndLineCap:
		p.Title = "a line was too long"
		p.Meaning = "A line of the stream exceeds the limit. What came before it is kept."
		p.Suggestions = nil
	case wire.EndBodyCap:
		p.Title = "the answer is too large"
		p.Meaning = "The response exceeds the size limit. What came before that is kept."
		p.Suggestions = otherAdvice("raise max_body in the profile")
	case wire.EndEncoding:
		p.Title = "the answer could not be decoded"
		p.Meaning = "The response bytes do not match its Content-Encoding." + kept
		p.Suggestions = append(p.Suggestions, otherAdvice("report it to the operator of the service or of the proxy")...)
	case wire.EndUnread:
		p.Title = "the rest was not read"
		p.Meaning = "The part of the file that was read has no final event. That part is kept."
		p.Suggestions = nil
	case wire.EndChecksum:
		p.Title = "the checksum does not match"
		p.Meaning = "The file has no final event, and its content is not what was sent. All of it is kept."
		p.Suggestions = nil
	case wire.EndKilled:
		p.Title = "the program exited first"
		p.Meaning = "The program exited while the answer was arriving. What had arrived is kept."
	}
	return p
}
