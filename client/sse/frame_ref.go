package sse

import (
	"iter"

	"gatehouse/client/wire"
)

// At cuts a frame again from its place in the body.
func At(body *wire.Body, ref wire.FrameRef) wire.Frame {
	if ref.Bare {
		f := bareFrame(body, ref.Offset, ref.End(), ref.AtUS)
		f.Kind, f.BOM = ref.Kind, afterBOM(body, ref.Offset)
		return f
	}
	o := open{start: wire.None}
	end := ref.End()
	if ref.Kind == wire.FrameComment {
		l := lines{body: body, start: ref.Offset, pos: ref.Offset}
		line, _, _ := l.next(end, true)
		if len(line) > 0 {
			o.Data = value(line, 0)
		}
	} else {
		o.reread(body, ref.Offset, end, ref.Kind)
	}
	f := o.Frame
	f.Kind, f.Offset, f.Length, f.AtUS = ref.Kind, ref.Offset, int64(ref.Length), ref.AtUS
	f.BOM = afterBOM(body, f.Offset)
	return f
}

// reread reads the lines of a frame that is no comment.
func (o *open) reread(body *wire.Body, from, to int64, kind wire.FrameKind) {
	var names wire.Intern
	l := lines{body: body}
	for line, start := range l.each(from, to) {
		if len(line) > 0 && line[0] != ':' {
			o.field(line, start, &names)
		}
	}
	switch {
	case o.lines > 0:
		o.join(body, from, to)
	case kind == wire.FrameTorn:
		o.Data = body.Bytes(from, to)
	}
}

// All yields the frames of a finished body, each stamped with the chunk that completed it.
func All(body *wire.Body) iter.Seq[wire.Frame] {
	return func(yield func(wire.Frame) bool) {
		c := New(body, 0)
		for chunks := body.Chunks(); ; chunks = chunks[1:] {
			if len(chunks) > 0 {
				c.Feed(chunks[0].End, chunks[0].AtUS)
			} else {
				c.End()
			}
			for f, ok := c.Next(); ok; f, ok = c.Next() {
				if !yield(f) {
					return
				}
			}
			if len(chunks) == 0 {
				return
			}
		}
	}
}
