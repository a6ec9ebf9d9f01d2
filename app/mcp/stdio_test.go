package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// hostileLines are lines that are no messages, with the code that answers each.
var hostileLines = map[string]int{
	`null`: jsonrpc.CodeInvalidRequest, `1`: jsonrpc.CodeInvalidRequest, `"text"`: jsonrpc.CodeInvalidRequest, `true`: jsonrpc.CodeInvalidRequest,
	`[]`: jsonrpc.CodeInvalidRequest, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: jsonrpc.CodeInvalidRequest, `{}`: jsonrpc.CodeInvalidRequest,
	`{`: jsonrpc.CodeParseError, `{"a":1} {"b":2}`: jsonrpc.CodeParseError, "\ufeff{}": jsonrpc.CodeParseError, "\x00": jsonrpc.CodeParseError,
	"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\x00\"}": jsonrpc.CodeParseError,
	`{"jsonrpc":"1.0","id":1,"method":"ping"}`:            jsonrpc.CodeInvalidRequest,
	`{"jsonrpc":"2.0","id":{},"method":"ping"}`:           jsonrpc.CodeInvalidRequest,
	`{"jsonrpc":"2.0","id":1,"method":3}`:                 jsonrpc.CodeInvalidRequest,
	`{"jsonrpc":"2.0","result":{}}`:                       jsonrpc.CodeInvalidRequest,
	strings.Repeat("[", 200_000):                          jsonrpc.CodeParseError,
	strings.Repeat("x", maxLine+1):                        jsonrpc.CodeInvalidRequest,
	"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}":  jsonrpc.CodeParseError,
}

// TestALineThatIsNoMessageIsAnswered, and the next one is read.
func TestALineThatIsNoMessageIsAnswered(t *testing.T) {
	for line, code := range hostileLines {
		var out bytes.Buffer
		c, _ := Stdio{In: strings.NewReader(line + "\n\r\n" + `{"jsonrpc":"2.0","id":7,"method":"ping"}`), Out: &out}.Connect(t.Context())
		message, err := c.Read(t.Context())
		if request, ok := message.(*jsonrpc.Request); err != nil || !ok || request.Method != "ping" {
			t.Errorf("after %.40q: %v, %v", line, message, err)
		}
		var answer struct {
			JSONRPC string
			ID      *int
			Error   struct {
				Code    int
				Message string
			}
		}
		if err := json.Unmarshal(out.Bytes(), &answer); err != nil || answer.JSONRPC != "2.0" || answer.ID != nil || answer.Error.Code != code || answer.Error.Message == "" {
			t.Errorf("%.40q is answered with %q", line, out.String())
		}
		if _, err := c.Read(t.Context()); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

// FuzzLines reads any input to its end: each line is a message, is answered, or is empty.
func FuzzLines(f *testing.F) {
	for line := range hostileLines {
		if len(line) < 1000 {
			f.Add([]byte(line + "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		c, _ := Stdio{In: bytes.NewReader(in), Out: &out}.Connect(t.Context())
		read := 0
		for {
			if _, err := c.Read(context.Background()); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			read++
		}
		want := 0
		for line := range bytes.Lines(in) {
			if len(bytes.TrimSpace(line)) > 0 {
				want++
			}
		}
		if answered := bytes.Count(out.Bytes(), []byte("\n")); read+answered != want {
			t.Errorf("%d lines: %d messages, %d answered: %q", want, read, answered, out.String())
		}
	})
}
