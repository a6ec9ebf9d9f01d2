package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
)

// withOrientation returns a JPEG of 32×16 pixels, white in its first quarter, as a camera writes it.
func withOrientation(t testing.TB, orientation uint16, order binary.AppendByteOrder, mark string) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 32, 16))
	for y := range 8 {
		for x := range 16 {
			img.SetGray(x, y, color.Gray{255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	tiff := append([]byte("Exif\x00\x00"), mark...)
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, entry := range [][2]uint16{{0x0100, 7}, {0x0112, orientation}} {
		tiff = order.AppendUint16(tiff, entry[0])
		tiff = order.AppendUint16(tiff, 3)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(tiff, entry[1])
		tiff = order.AppendUint16(tiff, 0)
	}
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(tiff)+2))
	return append(append(append([]byte{}, b.Bytes()[:2]...), append(segment, tiff...)...), b.Bytes()[2:]...)
}

// TestPhotosAreUpright: the white quarter is where the camera saw it.
func TestPhotosAreUpright(t *testing.T) {
	for orientation, want := range map[uint16]struct {
		size  image.Point
		white image.Point // a corner, 0 or 1 each way
	}{
		0: {image.Pt(32, 16), image.Pt(0, 0)}, // none
		1: {image.Pt(32, 16), image.Pt(0, 0)},
		2: {image.Pt(32, 16), image.Pt(1, 0)},
		3: {image.Pt(32, 16), image.Pt(1, 1)},
		4: {image.Pt(32, 16), image.Pt(0, 1)},
		5: {image.Pt(16, 32), image.Pt(0, 0)},
		6: {image.Pt(16, 32), image.Pt(1, 0)},
		7: {image.Pt(16, 32), image.Pt(1, 1)},
		8: {image.Pt(16, 32), image.Pt(0, 1)},
	} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			data := withOrientation(t, orientation, order, mark)
			size, err := Size(bytes.NewReader(data))
			if err != nil || size != want.size {
				t.Errorf("%d: its size is %v, %v", orientation, size, err)
			}
			img, err := Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			small := Shrink(img, image.Pt(2, 2))
			for y := range 2 {
				for x := range 2 {
					if white := small.RGBAAt(x, y).R > 128; white != (image.Pt(x, y) == want.white) {
						t.Errorf("%s %d: the quarter %d,%d is white: %v", mark, orientation, x, y, white)
					}
				}
			}
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(withOrientation(f, 6, binary.LittleEndian, "II"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x20Exif\x00\x00MM\x00*\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := orientation(data); o < 1 || o > 8 {
			t.Fatalf("an orientation of %d", o)
		}
	})
}
