package picture

import (
	"image"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// Fit returns the largest size with the shape of an image that fits into a box and is
// no larger than the image, at least one pixel each way.
func Fit(size, box image.Point) image.Point {
	if size.X <= box.X && size.Y <= box.Y || size.X <= 0 || size.Y <= 0 {
		return size
	}
	fit := image.Pt(box.X, max((size.Y*box.X+size.X/2)/size.X, 1))
	if fit.Y > box.Y {
		fit = image.Pt(max(min((size.X*box.Y+size.Y/2)/size.Y, box.X), 1), box.Y)
	}
	return fit
}

// Shrink returns an image drawn with the pixels of a size, which is not larger than it.
// In addition to the result it allocates one row of the image.
func Shrink(img image.Image, size image.Point) *image.RGBA {
	from := img.Bounds().Size()
	if k := min(from.X/max(size.X, 1), from.Y/max(size.Y, 1)); k > 1 {
		img = means(img, k)
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	if img.Bounds().Size() == size {
		draw.Draw(to, to.Rect, img, img.Bounds().Min, draw.Src)
		return to
	}
	xdraw.ApproxBiLinear.Scale(to, to.Rect, img, img.Bounds(), draw.Src, nil)
	return to
}

// means returns an image of the means of each k×k pixels. What is left of a row or of
// the rows is part of the last ones.
func means(img image.Image, k int) *image.RGBA {
	from := img.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, from.Dx()/k, from.Dy()/k))
	row := image.NewRGBA(image.Rect(0, 0, from.Dx(), 1))
	sums, counts := make([]uint64, 4*to.Rect.Dx()), make([]uint64, to.Rect.Dx())
	for y := range from.Dy() {
		draw.Draw(row, row.Rect, img, from.Min.Add(image.Pt(0, y)), draw.Src)
		for x := range from.Dx() {
			at := min(x/k, len(counts)-1)
			for c := range 4 {
				sums[4*at+c] += uint64(row.Pix[4*x+c])
			}
			counts[at]++
		}
		if y == from.Dy()-1 || (y+1)%k == 0 && (y+1)/k < to.Rect.Dy() {
			out := to.Pix[min(y/k, to.Rect.Dy()-1)*to.Stride:]
			for i := range sums {
				out[i] = uint8(sums[i] / counts[i/4])
			}
			clear(sums)
			clear(counts)
		}
	}
	return to
}
