package har

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"time"
	"unicode/utf8"

	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// Message is a message of a WebSocket, as browsers write them.
type Message struct {
	FromClient bool
	AtUS       int64 // after the start of the capture; -1 if it is not known
	Opcode     websocket.Opcode
	Data       []byte
}

// message is a Message in a file.
type message struct {
	Type   string  `json:"type"` // send or receive
	Time   float64 `json:"time"` // in seconds since 1970
	Opcode int     `json:"opcode"`
	Data   string  `json:"data"` // in base64 if it is binary
}

// messagesOf returns the messages of an exchange on a WebSocket for readers of the file, the
// request first, without control frames.
func messagesOf(c *wire.Capture) (all []message) {
	all = []message{} // a list in JSON, even if empty
	add := func(m Message) {
		out := message{Type: "receive", Time: float64(c.Start.UnixMicro()+m.AtUS) / 1e6, Opcode: int(m.Opcode), Data: string(m.Data)}
		if m.FromClient {
			out.Type = "send"
		}
		if m.Opcode == websocket.Binary || !utf8.Valid(m.Data) {
			out.Opcode, out.Data = int(websocket.Binary), base64.StdEncoding.EncodeToString(m.Data)
		}
		all = append(all, out)
	}
	if len(c.Sent.Body) > 0 {
		add(Message{FromClient: true, Opcode: websocket.Text, Data: c.Sent.Body, AtUS: max(c.Timing.WroteRequest, 0)})
	}
	decoders := [2]*websocket.Decoder{websocket.NewDecoder(websocket.FromServer, websocket.Extensions{}, math.MaxInt64), websocket.NewDecoder(websocket.FromClient, websocket.Extensions{}, math.MaxInt64)}
	for f := range websocket.Frames(c.Text()) {
		side := 0
		if f.FromClient {
			side = 1
		}
		_ = decoders[side].Decode(f.Append(nil), func(p websocket.Piece) {
			if p.Complete {
				add(Message{p.FromClient, f.AtUS, p.MessageOpcode, p.Message})
			}
		})
	}
	return all
}

// messages reads the messages of another program's entry. One that cannot be read is left
// out, with a remark.
func (r *entry) messages(start time.Time) (all []Message) {
	var raw []json.RawMessage
	if json.Unmarshal(r.Messages, &raw) != nil && r.Messages != nil {
		r.remark("_webSocketMessages is no list: it was left out")
		return nil
	}
	for i, one := range raw {
		m := message{Time: unknownUS, Opcode: int(websocket.Text)}
		if json.Unmarshal(one, &m) != nil || m.Type != "send" && m.Type != "receive" {
			r.remark("_webSocketMessages[%d] is no message: it was left out", i)
			continue
		}
		out := Message{FromClient: m.Type == "send", AtUS: unknownUS, Opcode: websocket.Opcode(m.Opcode), Data: []byte(m.Data)}
		if m.Time > 0 && !start.IsZero() {
			out.AtUS = max(int64(math.Round(m.Time*1e6))-start.UnixMicro(), 0)
		}
		if out.Opcode == websocket.Binary {
			if data, ok := fromBase64(m.Data); ok {
				out.Data = data
			}
		}
		all = append(all, out)
	}
	return all
}
