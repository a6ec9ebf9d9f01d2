package run

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// IDs link the exchanges of a caller.
type IDs struct {
	Session string // the exchange's session; empty for none
	Under   string // the session that began it, as an agent does a sub-agent; empty for none
}

// connectionPrefix begins the session of exchanges that have none and share a WebSocket.
const connectionPrefix = "websocket:"

// IsConnection reports whether a session is that of a WebSocket, and no id that a caller sent.
func IsConnection(session string) bool { return strings.HasPrefix(session, connectionPrefix) }

// maxID is how long an id may be, in bytes. What is longer is none.
const maxID = 256

// IDsOf returns the IDs of a request.
func IDsOf(s wire.Sent) IDs { return idsOf(membersOf(s.Body), s.Header) }

type members struct {
	session  string
	previous string // the response that it continues
	unstored bool   // its answer is not stored, so that none can continue it by an id
}

func membersOf(body []byte) (m members) {
	for e := range scan.Members(body) {
		switch e.Key {
		case "session_id":
			m.session = scan.Text(e.Value)
		case "conversation": // of OpenAI: an id, or an object with one
			m.session = cmp.Or(m.session, scan.Text(e.Value), scan.Text(scan.Get(e.Value, "id")))
		case "previous_response_id":
			m.previous = scan.Text(e.Value)
		case "store":
			m.unstored = string(e.Value) == "false"
		case "metadata", "client_metadata":
			m.session = cmp.Or(m.session, sessionIn(e.Value))
		}
	}
	return m
}

// sessionIn returns the session in metadata: Codex writes it there, Claude Code a user_id that ends
// with it, or JSON that has it.
func sessionIn(metadata []byte) string {
	user := scan.Text(scan.Get(metadata, "user_id"))
	_, end, _ := strings.Cut(user, "_session_")
	return cmp.Or(scan.Text(scan.Get(metadata, "session_id")), scan.Text(scan.Get([]byte(user), "session_id")), end)
}

func unstored(response []byte) bool { return string(scan.Get(response, "store")) == "false" }

// The headers that agents send, as they are named with hyphens, the surest first.
var (
	sessions = []string{"x-session-id", "session-id", "conversation-id", "x-session-affinity", "x-opencode-session"} // and any other that ends with session-id
	parents  = []string{"x-codex-parent-thread-id", "x-parent-session-id", "x-opencode-parent-session", "parent-thread-id"}
)

// The headers of one agent of a session.
const (
	threadHeader = "thread-id" // Codex
	agentHeader  = "x-claude-code-agent-id"
	parentHeader = "x-claude-code-parent-agent-id" // of the agent that began it; absent where the session did
)

func idsOf(m members, h http.Header) IDs {
	names := map[string]string{}
	for name, values := range h {
		if len(values) > 0 && len(values[0]) <= maxID && !strings.Contains(values[0], "***") {
			names[strings.ReplaceAll(strings.ToLower(name), "_", "-")] = values[0]
		}
	}
	first := func(of []string) string {
		i := slices.IndexFunc(of, func(name string) bool { return names[name] != "" })
		if i < 0 {
			return ""
		}
		return names[of[i]]
	}
	session := m.session
	if len(session) > maxID {
		session = ""
	}
	session = cmp.Or(session, first(sessions), callerSession(names))
	if key := names["sec-websocket-key"]; session == "" && key != "" { // it is unique for each connection
		session = connectionPrefix + key
	}
	ids := IDs{session, first(parents)}
	if thread := names[threadHeader]; thread != "" && thread != session {
		ids = IDs{thread, cmp.Or(ids.Under, session)}
	}
	if agent := names[agentHeader]; agent != "" && session != "" {
		ids = IDs{session + "/" + agent, session}
		if parent := names[parentHeader]; parent != "" {
			ids.Under = session + "/" + parent
		}
	}
	if ids.Under == ids.Session || ids.Session == "" {
		ids.Under = ""
	}
	return ids
}

// callerSession returns the session of a header that only its caller has, x-NAME-session-id; of several
// the first by name.
func callerSession(headers map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if strings.HasSuffix(name, "-session-id") && !strings.Contains(name, "parent") {
			return headers[name]
		}
	}
	return ""
}
