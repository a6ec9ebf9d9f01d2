package websocket

import (
	"crypto/sha1"
	"encoding/base64"
)

// Accept is what a server answers to the key of a handshake (RFC 6455, section 4.2.2).
func Accept(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}
