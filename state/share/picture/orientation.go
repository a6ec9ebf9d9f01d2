package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// orientation reads how a camera was held from the head of a JPEG: 1 to 8, as Exif numbers
// it (CIPA DC-008, 4.6.5.1.6); 1, upright, where it does not say.
func orientation(jpeg []byte) int {
	for at := 2; at+4 <= len(jpeg) && jpeg[at] == 0xff; {
		marker, size := jpeg[at+1], int(binary.BigEndian.Uint16(jpeg[at+2:]))
		if marker == 0xda || size < 2 { // the pixels begin
			break
		}
		end := min(at+2+size, len(jpeg))
		if exif, ok := bytes.CutPrefix(jpeg[at+4:end], []byte("Exif\x00\x00")); marker == 0xe1 && ok {
			return orientationIn(exif)
		}
		at += 2 + size
	}
	return 1
}

// orientationIn reads the tag in the first directory of a TIFF head.
func orientationIn(tiff []byte) int {
	const (
		entry = 12 // bytes
		tag   = 0x0112
	)
	var order binary.ByteOrder = binary.BigEndian
	switch {
	case len(tiff) < 8:
		return 1
	case tiff[0] == 'I':
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entry {
			break
		}
		if order.Uint16(entries) == tag {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			break
		}
		entries = entries[entry:]
	}
	return 1
}

// upright returns the size of an image that was taken so.
func upright(size image.Point, orientation int) image.Point {
	if orientation >= 5 {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// turned is an image as it is seen upright.
type turned struct {
	image.RGBA64Image
	orientation int
}

func (t turned) Bounds() image.Rectangle {
	return image.Rectangle{Max: upright(t.RGBA64Image.Bounds().Size(), t.orientation)}
}

func (t turned) At(x, y int) color.Color { return t.RGBA64At(x, y) }

func (t turned) RGBA64At(x, y int) color.RGBA64 {
	of := t.RGBA64Image.Bounds()
	if t.orientation >= 5 {
		x, y = y, x
	}
	switch t.orientation {
	case 2, 3, 7, 8:
		x = of.Dx() - 1 - x
	}
	switch t.orientation {
	case 3, 4, 6, 7:
		y = of.Dy() - 1 - y
	}
	return t.RGBA64Image.RGBA64At(of.Min.X+x, of.Min.Y+y)
}

func (t turned) ColorModel() color.Model { return color.RGBA64Model }
