package proxy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Hosts are the names that a server accepts in Host.
type Hosts struct {
	Names []string // in addition to those of loopback
	Any   bool     // all, because the server does not listen on loopback
}

// Admit refuses a request that no server of gatehouse answers: CONNECT, HTTP/2 and a Host
// that is not allowed. by is the type of the error. It calls refused for such a request.
func Admit(w http.ResponseWriter, r *http.Request, by string, hosts Hosts, refused Refused) (ok bool) {
	status, why := 0, ""
	switch {
	case r.Method == http.MethodConnect:
		status, why = http.StatusNotImplemented, "This server opens no tunnels (CONNECT). Give the program its address as the base URL, not as a proxy."
	case r.Method == "PRI": // reserved for the first line of HTTP/2 (RFC 9113, section 11.6)
		status, why = http.StatusHTTPVersionNotSupported, "This is the beginning of an HTTP/2 connection, which did not continue as one."
	case !hosts.Any:
		status, why = misdirected(r.Host, hosts.Names)
	}
	if status != 0 {
		Refuse(w, by, status, why)
		refused.Report(r, status, why)
		return false
	}
	// A request with Transfer-Encoding and Content-Length may end elsewhere for its sender,
	// so the connection is closed after it (RFC 9112, section 6.3). net/http does not report
	// Content-Length then, so this applies to each Transfer-Encoding.
	if len(r.TransferEncoding) > 0 {
		w.Header().Set("Connection", "close")
	}
	return true
}

// misdirected returns why a Host that is neither loopback nor allowed is refused. A web page
// can point its name at 127.0.0.1 (DNS rebinding), and its scripts then reach a server on
// loopback, but with that name in Host.
func misdirected(host string, allowed []string) (status int, why string) {
	name := hostName(host)
	loopback := name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback()
	if loopback || slices.ContainsFunc(allowed, func(one string) bool { return hostName(one) == name }) {
		return 0, ""
	}
	return http.StatusMisdirectedRequest, fmt.Sprintf(
		"Host %q is not a loopback name, and this server listens on loopback only. To accept the name, start it with --allow-host %s.", name, name)
}

// hostName returns the name in a Host, which may have a port: in lower case, without the dot
// at its end.
func hostName(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}

// The types of errors of these servers, as opposed to those of an API.
const (
	TypeProxy  = "gatehouse_proxy"
	TypeReplay = "gatehouse_replay"
)

// Refusal is an error of these servers in the form of an API's.
type Refusal struct {
	Type     string // TypeProxy or TypeReplay
	Status   int
	Reason   string // a word for programs; may be empty
	Message  string
	Metadata map[string]any // JSON; may be nil
}

// Body returns the body of an HTTP answer, whose code is the status.
func (f Refusal) Body() []byte {
	members := map[string]any{"code": f.Status, "type": f.Type, "message": f.Message}
	metadata := maps.Clone(f.Metadata)
	if f.Reason != "" {
		if metadata == nil {
			metadata = map[string]any{}
		}
		metadata["reason"] = f.Reason
	}
	if metadata != nil {
		members["metadata"] = metadata
	}
	return append(encoded(map[string]any{"error": members}), '\n')
}

// Event returns the message of a WebSocket. Its code is a word: Codex ignores an event whose code is a
// number, and waits on.
func (f Refusal) Event() []byte {
	members := map[string]any{"code": cmp.Or(f.Reason, "error"), "type": f.Type, "message": f.Message}
	if f.Metadata != nil {
		members["metadata"] = f.Metadata
	}
	return encoded(map[string]any{"type": "error", "status": f.Status, "error": members})
}

func encoded(members map[string]any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(members); err != nil {
		panic("proxy: an error is no JSON: " + err.Error()) // its types always encode
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Refuse answers a request with an error instead of an answer.
func Refuse(w http.ResponseWriter, by string, status int, words string) {
	Refusal{Type: by, Status: status, Message: words}.write(w)
}

// write answers a request with the error.
func (f Refusal) write(w http.ResponseWriter) {
	body := f.Body()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(f.Status)
	_, _ = w.Write(body)
}
