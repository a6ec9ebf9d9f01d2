package explain

import (
	"cmp"
	"net/url"
	"strings"

	"gatehouse/client/wire"
)

// endRow is what an end of the transport means. An empty cause or detail is any. Names in
// braces are filled in by Context.fill. The first row that matches counts.
type endRow struct {
	cause  wire.EndCause
	detail wire.EndDetail

	title, meaning string
	advice         []Advice
}

var portSpeaksTLS = Explanation{
	Title: "the port speaks TLS", Meaning: "The request went to {host} as plain HTTP, but the port accepts only TLS.",
	Suggestions: otherAdvice("use {https} as the base URL"),
}

// Texts that several ends share.
const (
	timedOut    = "{host} did not respond before the timeout."
	lost        = "The connection was lost in the middle of the answer.{stored}"
	checkProxy  = "check the network, and the HTTP proxy if one is set"
	checkServer = "check that the server is running and the port is right"
	checkPort   = "check the base URL: http or https"
)

var (
	increase          = []Advice{resend, {Words: "increase the timeout"}}
	checkProxySetting = otherAdvice("check that the proxy is running and that {setting} is right", "{bypass}")
)

// unanswered are the ends before a head arrived.
var unanswered = []endRow{
	{"", wire.DetailTLS, portSpeaksTLS.Title, portSpeaksTLS.Meaning, portSpeaksTLS.Suggestions},
	{wire.EndUnknown, "", "no response", "", nil},
	{wire.EndDNS, "", "host not found", "The name in {host} could not be resolved.",
		otherAdvice("check the base URL for a mistyped name", checkProxy)},
	{wire.EndConnect, wire.DetailRefused, "connection refused", "The connection to {host} was refused: most likely, nothing is listening there.",
		otherAdvice(checkServer, checkProxy, "{connect} changes the address of the connection")},
	{wire.EndConnect, wire.DetailUnsent, "not sent", "The connection could not be set up on this machine, so nothing was sent.",
		otherAdvice("{connect} chooses another connection")},
	{wire.EndConnect, wire.DetailHungUp, "the server closed the connection",
		"The server at {host} accepted the connection and closed it without sending a byte. A TLS port may do that, and so may a failing server.",
		otherAdvice("the port may speak TLS: try {https}", checkServer, checkProxy)},
	{wire.EndConnect, wire.DetailReused, "the server closed the connection",
		"The connection was reused from an earlier request, and the server closed it while this one was being sent. The server may or may not have processed it.",
		[]Advice{resend}},
	{wire.EndConnect, "", "no connection", "No connection to {host} could be made, or it was lost before the response started.",
		otherAdvice(checkServer, checkProxy)},
	{wire.EndUnsent, wire.DetailFault, "answered on purpose", "A rule of the proxy answered with this status. Nothing was sent to {host}.",
		otherAdvice("start the proxy without this --fault")},
	{wire.EndUnsent, wire.DetailSocket, "not sent", "The proxy refused this WebSocket: a rule that may be for its messages cannot be applied to them.",
		otherAdvice("let the program use HTTP", "give the rule another filter, as the message says")},
	{wire.EndUnsent, wire.DetailRule, "not sent", "The proxy did not send the request: a rule could not change it.",
		otherAdvice("correct the rule, or start the proxy without it")},
	{wire.EndUnsent, wire.DetailWaited, "not sent", "The proxy, or the WebSocket to {host}, ended while the request waited in the proxy. Nothing was sent.", nil},
	{wire.EndUnsent, "", "not sent", "The proxy did not send the request.", nil},
	{wire.EndNotHTTP, "", "not an HTTP answer", "{host} accepted the connection but did not answer in HTTP.",
		otherAdvice("check the port: another service may listen there", checkPort)},
	{wire.EndTLS, wire.DetailNotTLS, "the port does not speak TLS",
		"The server at {host} answered the TLS handshake with something else, as a port for plain HTTP does.",
		otherAdvice("use {http} as the base URL, if that is the right port")},
	{wire.EndTLS, wire.DetailAuthority, "the certificate is not trusted",
		"The certificate of {host} is self-signed, or signed by an authority that this machine does not trust.",
		otherAdvice("ask the server's operator for the CA certificate, a PEM file, and name it as ca_file in the profile")},
	{wire.EndTLS, wire.DetailOtherHost, "the certificate is for another host", "The certificate of {host} does not name this host.",
		otherAdvice("use a base URL with a host that the certificate names")},
	{wire.EndTLS, wire.DetailExpired, "the certificate is not valid now", "The certificate of {host} has expired or is not valid yet.",
		otherAdvice("ask the server's operator for a new certificate", "check the clock of this machine")},
	{wire.EndTLS, "", "no secure connection", "The handshake with {host} failed, or its certificate is not trusted.",
		otherAdvice(checkPort, "set ca_file in the profile to the server's CA certificate")},
	{wire.EndTimeout, "", "response timeout", timedOut, increase},
	{wire.EndIdle, "", "response timeout", timedOut, increase},
	{wire.EndRequest, "", "the request could not be sent", "The address or a header is invalid.",
		otherAdvice("check the base URL and the headers")},
	{"", "", "no response", "The connection to {host} closed before the response started.", []Advice{resend}},
}

// proxyFailures are the ends of requests that did not pass the proxy.
var proxyFailures = []endRow{
	{"", wire.DetailProxyNone, "the proxy's address cannot be used", "Requests to {host} go through a proxy, and {setting} contains no host.",
		otherAdvice("write {setting} as http://host:port, or unset it", "{bypass}")},
	{"", wire.DetailRefused, "the proxy refused the connection",
		"Requests to {host} go through the proxy {proxy}. Most likely, nothing is listening there.", checkProxySetting},
	{"", wire.DetailProxyAuth, "the proxy requires credentials (407)",
		"The proxy {proxy} requires a valid user and password to open a tunnel to {host}.",
		otherAdvice("put them into {setting}: http://user:pass@proxy works", "{bypass}")},
	{"", wire.DetailProxyWrong, "the proxy refused the request", "The proxy {proxy} refused to open a tunnel to {host}.",
		otherAdvice("ask the proxy's operator whether it allows this host", "{bypass}")},
	{wire.EndDNS, "", "no connection to the proxy", "Requests to {host} go through the proxy {proxy}, whose name could not be resolved.",
		otherAdvice("check {setting} for a mistyped name", "{bypass}")},
	{"", "", "no connection to the proxy", "Requests to {host} go through the proxy {proxy}, which could not be reached.", checkProxySetting},
}

// interrupted are the ends of answers that stopped without their terminal event.
var interrupted = []endRow{
	{wire.EndLost, wire.DetailFault, "broken off on purpose", "A rule of the proxy broke the answer off.{stored}",
		otherAdvice("start the proxy without this --fault")},
	{wire.EndLost, "", "the connection was lost", lost, []Advice{resend}},
	{wire.EndConnect, "", "the connection was lost", lost, []Advice{resend}},
	{wire.EndDNS, "", "the connection was lost", lost, []Advice{resend}},
	{wire.EndTLS, "", "the connection was lost", lost, []Advice{resend}},
	{wire.EndNotHTTP, "", "the connection was lost", lost, []Advice{resend}},
	{wire.EndIdle, "", "{stream} stalled", "No data arrived within the idle timeout, so the connection was closed.{stored}",
		[]Advice{resend, {Words: "raise --idle-timeout to allow longer silences"}}},
	{wire.EndTimeout, "", "timeout", "The timeout for the call expired in the middle of the answer.{stored}",
		[]Advice{resend, {Words: "raise --timeout"}}},
	{wire.EndLineCap, "", "a line was too long", "A line of the stream exceeds the limit. What arrived before it is stored.", nil},
	{wire.EndBodyCap, "", "the answer is too large", "The response exceeds the size limit. What arrived before that is stored.",
		otherAdvice("raise max_body in the profile")},
	{wire.EndEncoding, "", "the answer could not be decoded", "The response bytes do not match its Content-Encoding.{stored}",
		[]Advice{resend, {Words: "report it to the operator of the service or of the proxy"}}},
	{wire.EndUnread, "", "the rest was not read", "The part of the file that was read has no final event. That part is stored.", nil},
	{wire.EndChecksum, "", "the checksum does not match", "The file has no final event, and its content is not what was sent. All of it is stored.", nil},
	{wire.EndKilled, "", "the program exited first", "The program exited while the answer was arriving, or could store no more of it, as on a full disk. What had arrived is stored.", []Advice{resend}},
	{"", "", "the answer was cut off", "The answer {ended}.{stored}", []Advice{resend}},
}

// End explains how the transport ended: before a head arrived, or inside the answer.
func End(e wire.End, hasHead bool, c Context) Explanation {
	rows := unanswered
	switch {
	case hasHead:
		rows = interrupted
	case e.Proxy != "" || e.Detail == wire.DetailProxyNone:
		rows = proxyFailures
	}
	var p Explanation
	for _, r := range rows {
		if (r.cause == "" || r.cause == e.Cause) && (r.detail == "" || r.detail == e.Detail) {
			p = c.fill(Explanation{Title: r.title, Meaning: r.meaning, Suggestions: r.advice}, e)
			break
		}
	}
	if hasHead && c.MaybeCut && c.Document && p.Advises(Resend) {
		p.Suggestions = append(otherAdvice("save it again: the file ends before the answer does"), withoutKinds(p.Suggestions, Resend)...)
	}
	if capped := e.Cause == wire.EndLineCap || e.Cause == wire.EndBodyCap; !hasHead || !capped {
		p.Message = e.Message // the message of a size limit repeats the warning
	}
	return p
}

// fill fills in the names in braces. Advice with keys that do nothing here is left out.
func (c Context) fill(p Explanation, e wire.End) Explanation {
	setting := "HTTPS_PROXY"
	if scheme, _, ok := strings.Cut(c.BaseURL, "://"); ok && strings.EqualFold(scheme, "http") {
		setting = "HTTP_PROXY"
	}
	host := "the host"
	if u, err := url.Parse(c.BaseURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	bypass := "add " + host + " to NO_PROXY to bypass the proxy"
	if e.Chosen {
		setting, bypass = "proxy in the profile", "remove proxy from the profile to connect directly"
	}
	stream, ended, stored := "the stream", "ended without its final event", " What arrived is stored."
	if c.Document {
		stream, ended = "the answer", "stops before its end"
	}
	if c.StopsAt != "" {
		ended += ": " + c.StopsAt
	}
	if c.Operation == rerank { // a partial ranking is not shown
		stored = ""
	}
	_, address, _ := strings.Cut(c.BaseURL, "://")
	names := strings.NewReplacer("{host}", cmp.Or(c.BaseURL, "the address"), "{http}", "http://"+address, "{https}", "https://"+address,
		"{proxy}", e.Proxy, "{setting}", setting, "{bypass}", bypass, "{connect}", c.ConnectKeys, "{stream}", stream, "{ended}", ended, "{stored}", stored)
	filled := Explanation{Title: names.Replace(p.Title), Meaning: names.Replace(p.Meaning)}
	for _, a := range p.Suggestions {
		if c.ConnectKeys != "" || !strings.Contains(a.Words, "{connect}") {
			filled.Suggestions = append(filled.Suggestions, Advice{names.Replace(a.Words), a.Kind})
		}
	}
	return filled
}
