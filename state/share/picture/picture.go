// Package picture reads images whose bytes came from elsewhere: PNG, JPEG, GIF (its
// first frame) and WebP. It decodes no more than a fixed number of pixels, whatever a
// file claims to hold.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"

	"golang.org/x/image/webp"
)

// MaxPixels is the largest image that is decoded, in pixels: 160 MB in memory.
const MaxPixels = 40_000_000

// ErrUnknown is the error for data of another format.
var ErrUnknown = errors.New("not a PNG, JPEG, GIF or WebP image")

// TooLargeError is the error for an image of more than MaxPixels.
type TooLargeError struct{ Size image.Point }

func (e TooLargeError) Error() string {
	return fmt.Sprintf("larger than %d megapixels", MaxPixels/1_000_000)
}

// sniffed is how many bytes http.DetectContentType looks at.
const sniffed = 512

// Media returns the media type of data by its first bytes, for example image/png;
// application/octet-stream when nothing is known of it.
func Media(data []byte) string {
	media, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return media
}

// codec is how a format is read.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

func codecOf(media string) (codec, bool) {
	switch media {
	case "image/png":
		return codec{png.DecodeConfig, png.Decode}, true
	case "image/jpeg":
		return codec{jpeg.DecodeConfig, jpeg.Decode}, true
	case "image/gif":
		return codec{gif.DecodeConfig, gif.Decode}, true
	case "image/webp":
		return codec{webp.DecodeConfig, webp.Decode}, true
	}
	return codec{}, false
}

// Reads reports whether images of a media type are decoded.
func Reads(media string) bool {
	_, ok := codecOf(media)
	return ok
}

// Size returns the width and height of an image in pixels, upright. It reads from r no further
// than needed. The error is ErrUnknown, a TooLargeError, or describes what is wrong with the
// data.
func Size(r io.Reader) (image.Point, error) {
	head := make([]byte, sniffed)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return image.Point{}, ErrUnknown
	}
	head = head[:n]
	return size(Media(head), io.MultiReader(bytes.NewReader(head), r))
}

func size(media string, r io.Reader) (at image.Point, err error) {
	defer recovered(&err)
	c, ok := codecOf(media)
	if !ok {
		return image.Point{}, ErrUnknown
	}
	var head bytes.Buffer
	config, err := c.config(io.TeeReader(r, &head))
	if err != nil {
		return image.Point{}, unreadable(err)
	}
	at = upright(image.Pt(config.Width, config.Height), orientationOf(media, head.Bytes()))
	switch {
	case at.X <= 0 || at.Y <= 0:
		return image.Point{}, errors.New("it has no pixels")
	case at.X > MaxPixels/at.Y:
		return at, TooLargeError{at}
	}
	return at, nil
}

// Decode returns the pixels of an image, upright. The errors are those of Size; its size is
// looked at before its pixels are.
func Decode(data []byte) (img image.Image, err error) {
	defer recovered(&err)
	media := Media(data)
	if _, err := size(media, bytes.NewReader(data)); err != nil {
		return nil, err
	}
	c, _ := codecOf(media)
	img, err = c.decode(bytes.NewReader(data))
	if err != nil {
		return nil, unreadable(err)
	}
	if img.Bounds().Empty() { // a frame of a GIF may be
		return nil, errors.New("it has no pixels")
	}
	if o, ok := img.(image.RGBA64Image); ok {
		if held := orientationOf(media, data); held > 1 {
			return turned{o, held}, nil
		}
	}
	return img, nil
}

// orientationOf is the orientation of an image; other formats than JPEG rarely have one.
func orientationOf(media string, data []byte) int {
	if media != "image/jpeg" {
		return 1
	}
	return orientation(data)
}

// recovered turns a panic of a decoder into an error: no image may end the program.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = errors.New("it cannot be decoded")
	}
}

// unreadable is the error of data that a decoder could not read.
func unreadable(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends too early")
	}
	return fmt.Errorf("it cannot be decoded (%w)", err)
}
