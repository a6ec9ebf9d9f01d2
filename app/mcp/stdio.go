package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Stdio is the transport of messages on lines. A line that is no message is answered with an error whose id is
// null, as JSON-RPC 2.0 has it, and the next one is read: the library's transport ends the session.
type Stdio struct {
	In  io.Reader
	Out io.Writer
}

// Connect implements mcp.Transport.
func (s Stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &stdio{Stdio: s, lines: make(chan inLine), closed: make(chan struct{})}
	go c.readLines()
	return c, nil
}

// stdio is the connection of one session.
type stdio struct {
	Stdio
	lines chan inLine

	writing sync.Mutex
	closing sync.Once
	closed  chan struct{}
}

// inLine is a line that was read, without its end, or why there is none.
type inLine struct {
	text []byte
	err  error
}

// maxLine is the longest line that is read, in bytes.
const maxLine = mcp.DefaultMaxLineLength

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// readLines passes the lines of the input to Read until it ends, or the connection is closed.
func (c *stdio) readLines() {
	r := bufio.NewReaderSize(c.In, 64<<10)
	for {
		text, err := readLine(r)
		select {
		case c.lines <- inLine{text, err}:
		case <-c.closed:
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

// readLine returns the next line. Of one that is too long it reads the rest, and returns errLongLine.
func readLine(r *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		piece, err := r.ReadSlice('\n')
		if long = long || len(line)+len(piece) > maxLine; !long {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case long && err == nil:
			return nil, errLongLine
		case err == nil, errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		default:
			return nil, err
		}
	}
}

// Read implements mcp.Connection: it returns the next message.
func (c *stdio) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var line inLine
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case line = <-c.lines:
		}
		if line.err != nil && !errors.Is(line.err, errLongLine) {
			return nil, line.err
		}
		message, fault := decode(line)
		switch {
		case message != nil:
			return message, nil
		case fault != nil:
			if err := c.refuse(fault); err != nil {
				return nil, err
			}
		}
	}
}

// decode returns the message of a line, or the error that answers it; neither for an empty line.
func decode(line inLine) (jsonrpc.Message, *jsonrpc.Error) {
	text := bytes.TrimSpace(line.text)
	switch {
	case line.err != nil:
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: line.err.Error()}
	case len(text) == 0:
		return nil, nil
	}
	if err := scan.Check(text); err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "not JSON: " + spelling.OneLine(err.Error())}
	}
	if scan.KindOf(text) != scan.Object {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "not a JSON object; send one message on each line, no batches"}
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: spelling.OneLine(err.Error())}
	}
	return message, nil
}

// refuse answers a line that is no message: its id is not known.
func (c *stdio) refuse(fault *jsonrpc.Error) error {
	return c.write([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, fault.Code, scan.Quote(fault.Message))))
}

// Write implements mcp.Connection.
func (c *stdio) Write(ctx context.Context, message jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	return c.write(line)
}

func (c *stdio) write(line []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.Out.Write(append(line, '\n'))
	return err
}

// Close implements mcp.Connection. The input and the output are the caller's.
func (c *stdio) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// SessionID implements mcp.Connection: there is one session.
func (c *stdio) SessionID() string { return "" }
