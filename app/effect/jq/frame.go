package jq

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	"gatehouse/state/json/tree"
)

// Parent and child, which are the same binary, exchange frames: eight bytes for the length, then the
// data. A request is two frames, its head as JSON and the document; so is a reply. Each request is
// answered before the next.

// request is the head of a request.
type request struct {
	Memory int64 // limit in bytes
	Filter string
}

// reply is the head of a reply.
type reply struct {
	Count int
	Cut   bool
	Wrong string // the error of the filter, or ""
}

func writeReply(w io.Writer, got tree.Filtered, wrong error) error {
	head := reply{Count: got.Count, Cut: got.Cut}
	if wrong != nil {
		head.Wrong = wrong.Error()
	}
	return writeFrames(w, head, got.Doc)
}

// readReply reads a reply; wrong is the error of the filter, err that of an incomplete reply.
func readReply(r io.Reader) (got tree.Filtered, wrong, err error) {
	var head reply
	doc, err := readFrames(r, &head)
	switch {
	case err != nil:
		return got, nil, err
	case head.Wrong != "":
		return got, errors.New(head.Wrong), nil
	}
	return tree.Filtered{Doc: doc, Count: head.Count, Cut: head.Cut}, nil, nil
}

func writeFrames(w io.Writer, head any, doc []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	for _, data := range [][]byte{text, doc} {
		size := binary.BigEndian.AppendUint64(nil, uint64(len(data)))
		if _, err := w.Write(size); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return nil
}

func readFrames(r io.Reader, head any) (doc []byte, err error) {
	text, err := readFrame(r)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, head); err != nil {
		return nil, err
	}
	return readFrame(r)
}

// readFrame reads one frame; a wrong length allocates no memory.
func readFrame(r io.Reader) ([]byte, error) {
	var size uint64
	if err := binary.Read(r, binary.BigEndian, &size); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if n, err := io.Copy(&data, io.LimitReader(r, int64(min(size, 1<<40)))); err != nil || uint64(n) < size {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	return data.Bytes(), nil
}
