package websocket

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"time"
)

// Accept returns a server's answer to the key of a handshake (RFC 6455, section 4.2.2).
func Accept(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Hijack takes the connection of a handshake from its server; the bytes of the program are
// read from from.
func Hijack(w http.ResponseWriter) (conn net.Conn, from io.Reader, err error) {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	early, _ := buffered.Peek(buffered.Reader.Buffered()) // the rest is read from the connection: what net/http reads ends the context
	return conn, io.MultiReader(bytes.NewReader(early), conn), nil
}

// WriteHead writes the answer that accepts a handshake.
func WriteHead(to io.Writer, h http.Header) error {
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\n")
	_ = h.Write(&b) // a buffer takes all
	b.WriteString("\r\n")
	_, err := to.Write(b.Bytes())
	return err
}
