// Package picture reads images whose bytes came from elsewhere: PNG, JPEG, GIF (its
// first frame) and WebP. It decodes no more than a fixed number of pixels, whatever a
// file claims to hold.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"slices"
	"strings"

	_ "golang.org/x/image/webp"
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

// Media returns the media type of data by its first bytes, for example image/png;
// application/octet-stream when nothing is known of it.
func Media(data []byte) string {
	media, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return media
}

// Reads reports whether images of a media type are decoded.
func Reads(media string) bool {
	return slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, media)
}

// Size returns the width and height of an image in pixels, upright. It reads from r little more than
// needed. The error is ErrUnknown, a TooLargeError, or describes what is wrong with the data.
func Size(r io.Reader) (size image.Point, err error) {
	defer recovered(&err)
	var head bytes.Buffer
	config, format, err := image.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return image.Point{}, unreadable(err)
	}
	size = upright(image.Pt(config.Width, config.Height), orientationOf(format, head.Bytes()))
	switch {
	case size.X <= 0 || size.Y <= 0:
		return image.Point{}, errors.New("it has no pixels")
	case size.X > MaxPixels/size.Y:
		return size, TooLargeError{size}
	}
	return size, nil
}

// Decode returns the pixels of an image, upright. The errors are those of Size, which is checked before
// the pixels are decoded.
func Decode(data []byte) (img image.Image, err error) {
	defer recovered(&err)
	if _, err := Size(bytes.NewReader(data)); err != nil {
		return nil, err
	}
	img, format, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, unreadable(err)
	}
	if img.Bounds().Empty() { // a frame of a GIF may be
		return nil, errors.New("it has no pixels")
	}
	if o, ok := img.(image.RGBA64Image); ok {
		if held := orientationOf(format, data); held > 1 {
			return turned{o, held}, nil
		}
	}
	return img, nil
}

// orientationOf returns the orientation of an image; other formats than JPEG rarely have one.
func orientationOf(format string, data []byte) int {
	if format != "jpeg" {
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

// unreadable returns the error of data that a decoder could not read.
func unreadable(err error) error {
	if errors.Is(err, image.ErrFormat) {
		return ErrUnknown
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends too early")
	}
	return fmt.Errorf("it cannot be decoded (%w)", err)
}
