package run

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// IDs link the exchanges of a caller.
type IDs struct {
	Session string // the exchange's session; empty for none
	Under   string // the session that began it, as an agent does a sub-agent; empty for none
}

// maxID is how long an id may be, in bytes. What is longer is none.
const maxID = 256

// IDsOf are those of a request.
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
			if m.session == "" {
				if m.session = scan.Text(e.Value); m.session == "" {
					m.session = scan.Text(scan.Get(e.Value, "id"))
				}
			}
		case "previous_response_id":
			m.previous = scan.Text(e.Value)
		case "store":
			m.unstored = string(e.Value) == "false"
		case "metadata", "client_metadata":
			m.metadata(e.Value)
		}
	}
	return m
}

// metadata reads what agents write to it: Codex its session, Claude Code a user_id that ends
// with one, or JSON that has it.
func (m *members) metadata(v []byte) {
	session := scan.Text(scan.Get(v, "session_id"))
	if user := scan.Text(scan.Get(v, "user_id")); session == "" && user != "" {
		if session = scan.Text(scan.Get([]byte(user), "session_id")); session == "" {
			_, session, _ = strings.Cut(user, "_session_")
		}
	}
	if m.session == "" {
		m.session = session
	}
}

func unstored(response []byte) bool { return string(scan.Get(response, "store")) == "false" }

// The headers that agents send, as they are named with hyphens, the surest first.
var (
	threads  = []string{"thread-id"}                                                                                 // Codex: of one agent of a session
	sessions = []string{"x-session-id", "session-id", "conversation-id", "x-session-affinity", "x-opencode-session"} // and any other that ends with session-id
	parents  = []string{"x-codex-parent-thread-id", "x-parent-session-id", "x-opencode-parent-session", "parent-thread-id"}
	agents   = []string{"x-claude-code-agent-id"} // of one agent of a session
)

func idsOf(m members, h http.Header) IDs {
	names := map[string]string{}
	for name, values := range h {
		if len(values) > 0 && len(values[0]) <= maxID && !strings.Contains(values[0], "***") {
			names[strings.ReplaceAll(strings.ToLower(name), "_", "-")] = values[0]
		}
	}
	first := func(of []string) string {
		for _, name := range of {
			if v := names[name]; v != "" {
				return v
			}
		}
		return ""
	}
	session := m.session
	if session == "" || len(session) > maxID {
		session = first(sessions)
	}
	if session == "" {
		session = named(names)
	}
	if session == "" {
		session = names["sec-websocket-key"] // unique for each connection
	}
	ids := IDs{session, first(parents)}
	if thread := first(threads); thread != "" && thread != session {
		ids.Session = thread
		if ids.Under == "" {
			ids.Under = session
		}
	}
	if agent := first(agents); agent != "" && session != "" {
		ids = IDs{session + "/" + agent, session}
	}
	if ids.Under == ids.Session || ids.Session == "" {
		ids.Under = ""
	}
	return ids
}

// named is the session of a header that only its caller has: x-NAME-session-id.
func named(headers map[string]string) string {
	var found []string
	for name := range headers {
		if strings.HasSuffix(name, "-session-id") && !strings.Contains(name, "parent") {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return headers[slices.Min(found)]
}

// retryCount returns how many times a request was sent before, by the header of the SDKs of OpenAI and
// Anthropic.
func retryCount(h http.Header) (n int, ok bool) {
	n, err := strconv.Atoi(h.Get("X-Stainless-Retry-Count"))
	return n, err == nil && n >= 0
}

func number(n int) string { return strconv.Itoa(n) }
