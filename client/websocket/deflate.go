package websocket

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Extensions are the extensions of a connection.
type Extensions struct {
	Deflate       bool // messages may be compressed
	serverForgets bool // each of the server's messages is compressed by itself
	clientForgets bool
}

// ExtensionsOf reads the header of the server's answer to a handshake (RFC 7692, section 7).
func ExtensionsOf(h http.Header) (e Extensions) {
	for _, one := range strings.Split(strings.Join(h["Sec-Websocket-Extensions"], ","), ",") {
		name, parameters, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "permessage-deflate") {
			continue
		}
		e.Deflate = true
		for p := range strings.SplitSeq(parameters, ";") {
			switch strings.ToLower(strings.TrimSpace(p)) {
			case "server_no_context_takeover":
				e.serverForgets = true
			case "client_no_context_takeover":
				e.clientForgets = true
			}
		}
	}
	return e
}

func (e Extensions) inflater(side Side) *inflater {
	if !e.Deflate {
		return nil
	}
	return &inflater{forgets: side == FromClient && e.clientForgets || side == FromServer && e.serverForgets}
}

// window is how far back compressed text may refer, in bytes.
const window = 32 << 10

// inflater decompresses the messages of one side, which may refer to those before.
type inflater struct {
	forgets bool
	reader  io.ReadCloser // with Reset
	before  []byte        // the last text, at most a window of it
}

// tail is what a compressed message lacks at its end: the empty block of a flush, and an
// empty last block, so that the text has an end.
const tail = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

// message decompresses a message of at most max bytes of text.
func (i *inflater) message(compressed []byte, max int64) ([]byte, error) {
	from := io.MultiReader(bytes.NewReader(compressed), strings.NewReader(tail))
	if i.reader == nil {
		i.reader = flate.NewReaderDict(from, i.before)
	} else if err := i.reader.(flate.Resetter).Reset(from, i.before); err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(i.reader, max+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("its compressed data end in the middle")
	case err != nil:
		return nil, err
	case int64(len(plain)) > max:
		return nil, fmt.Errorf("its text is longer than the limit of %d bytes", max)
	}
	if !i.forgets {
		i.remember(plain)
	}
	return plain, nil
}

// remember stores the last window of the text.
func (i *inflater) remember(plain []byte) {
	if len(plain) >= window {
		i.before = append(i.before[:0], plain[len(plain)-window:]...)
		return
	}
	if over := len(i.before) + len(plain) - window; over > 0 {
		i.before = append(i.before[:0], i.before[over:]...)
	}
	i.before = append(i.before, plain...)
}
