package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// webpPixel is a lossless WebP of one pixel.
const webpPixel = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

// encoded are small images in all formats.
func encoded(t testing.TB) map[string][]byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 7, 5), color.Palette{color.Black, color.White})
	var p, j, g bytes.Buffer
	if err := errors.Join(png.Encode(&p, img), jpeg.Encode(&j, img, nil), gif.Encode(&g, img, nil)); err != nil {
		t.Fatal(err)
	}
	w, err := base64.StdEncoding.DecodeString(webpPixel)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"image/png": p.Bytes(), "image/jpeg": j.Bytes(), "image/gif": g.Bytes(), "image/webp": w}
}

func TestFormatsAreRead(t *testing.T) {
	for media, data := range encoded(t) {
		want := image.Pt(7, 5)
		if media == "image/webp" {
			want = image.Pt(1, 1)
		}
		at, err := Size(bytes.NewReader(data))
		if err != nil || at != want || Media(data) != media {
			t.Errorf("%s is %s, %v, %v", media, Media(data), at, err)
		}
		img, err := Decode(data)
		if err != nil || img.Bounds().Size() != want {
			t.Errorf("%s: %v", media, err)
		}
	}
}

// hugePNG claims to be large, in few bytes.
func hugePNG(width, height uint32) []byte {
	head := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(head[4:], width)
	binary.BigEndian.PutUint32(head[8:], height)
	head[12] = 8
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(head))
}

func TestHugeImagesAreNotDecoded(t *testing.T) {
	for _, size := range [][2]uint32{{8000, 5001}, {1 << 30, 1}, {1 << 26, 1 << 26}} {
		at, err := Size(bytes.NewReader(hugePNG(size[0], size[1])))
		var large TooLargeError
		if !errors.As(err, &large) {
			t.Errorf("%v is %v, %v", size, at, err)
		}
		if _, err := Decode(hugePNG(size[0], size[1])); err == nil {
			t.Errorf("%v was decoded", size)
		}
	}
}

func TestWhatIsNoImageSaysWhy(t *testing.T) {
	encodedPNG := encoded(t)["image/png"]
	damaged := bytes.Clone(encodedPNG)
	damaged[len(encodedPNG)/2] ^= 0xff
	for said, data := range map[string][]byte{
		"not a PNG":       []byte("<svg></svg>"),
		"not a PNG, JPEG": nil,
		"unexpected EOF":  encodedPNG[:len(encodedPNG)-20],
		"checksum":        damaged,
		"too early":       encodedPNG[:20],
	} {
		if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("want %q: %v", said, err)
		}
	}
}

// TestSizeReadsTheHeadAlone: base64 of an image of many megabytes is not decoded for it.
func TestSizeReadsTheHeadAlone(t *testing.T) {
	for media, data := range encoded(t) {
		rest := strings.NewReader(strings.Repeat("x", 1<<20))
		if _, err := Size(io.MultiReader(bytes.NewReader(data), rest)); err != nil {
			t.Errorf("%s: %v", media, err)
		}
		if read := rest.Size() - int64(rest.Len()); read > 8<<10 {
			t.Errorf("%s: %d bytes behind it were read", media, read)
		}
	}
}

func TestFitKeepsTheShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 5000)
		size := image.Pt(side.Draw(t, "width"), side.Draw(t, "height"))
		box := image.Pt(rapid.IntRange(1, 300).Draw(t, "columns"), rapid.IntRange(1, 300).Draw(t, "rows"))
		fit := Fit(size, box)
		if fit.X < 1 || fit.Y < 1 || fit.X > min(box.X, size.X) || fit.Y > min(box.Y, size.Y) {
			t.Fatalf("%v in %v is %v", size, box, fit)
		}
		if fit != size && fit.X != box.X && fit.Y != box.Y {
			t.Fatalf("%v in %v is %v, smaller than it could be", size, box, fit)
		}
		// Neither side is off by more than half a pixel, where it is not the least.
		if off := fit.X*size.Y - fit.Y*size.X; fit.X > 1 && fit.Y > 1 && max(off, -off) > max(size.X, size.Y) {
			t.Fatalf("%v in %v is %v, another shape", size, box, fit)
		}
	})
}

func TestShrinkKeepsColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := image.Pt(rapid.IntRange(1, 200).Draw(t, "width"), rapid.IntRange(1, 200).Draw(t, "height"))
		size := image.Pt(rapid.IntRange(1, from.X).Draw(t, "to width"), rapid.IntRange(1, from.Y).Draw(t, "to height"))
		img := image.NewRGBA(image.Rectangle{Max: from}.Add(image.Pt(3, -2)))
		left := color.RGBA{200, 100, 0, 255}
		for i := range img.Pix {
			img.Pix[i] = []uint8{left.R, left.G, left.B, left.A}[i%4]
		}
		small := Shrink(img, size)
		if small.Rect != (image.Rectangle{Max: size}) {
			t.Fatalf("%v became %v", from, small.Rect)
		}
		for y := range size.Y {
			for x := range size.X {
				if got := small.RGBAAt(x, y); got != left {
					t.Fatalf("pixel %d,%d is %v", x, y, got)
				}
			}
		}
	})
}

// TestShrinkShowsEveryPart: one half of an image is one half of what it becomes.
func TestShrinkShowsEveryPart(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 101, 103))
	for y := range 103 {
		for x := 50; x < 101; x++ {
			img.SetGray(x, y, color.Gray{255})
		}
	}
	for _, w := range []int{2, 3, 10, 33, 50, 77, 100} {
		small := Shrink(img, image.Pt(w, 10))
		for y := range 10 {
			if l, r := small.RGBAAt(0, y), small.RGBAAt(w-1, y); l.R > 60 || r.R < 195 {
				t.Errorf("%d wide: left %v, right %v", w, l, r)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, data := range encoded(f) {
		f.Add(data)
	}
	f.Add(hugePNG(1<<31-1, 1<<31-1))
	f.Fuzz(func(t *testing.T, data []byte) {
		size, err := Size(bytes.NewReader(data))
		if err == nil && (size.X <= 0 || size.Y <= 0 || size.X > MaxPixels/size.Y) {
			t.Fatalf("a size of %v", size)
		}
		if size.X*size.Y > 1<<20 && err == nil {
			return // larger than is quick to decode
		}
		img, err := Decode(data)
		if err != nil {
			return
		}
		if at := img.Bounds().Size(); at.X > size.X || at.Y > size.Y {
			t.Fatalf("the size is %v, the image is %v", size, at)
		}
		Shrink(img, Fit(img.Bounds().Size(), image.Pt(20, 10)))
	})
}
