package rerankset

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/tree"
)

// longestImage is how much of an image's value is shown, in bytes.
const longestImage = 2000

// HasImage reports whether the document is an object with an image.
func (d Document) HasImage() bool { return scan.Get(d.Raw, "image") != nil }

// Image describes a document's image: of a data URL (RFC 2397) the media type and the size
// of its data in bytes, of anything else the beginning of the value, decoded if it is a
// string, with size 0. Both are zero for none.
func (d Document) Image() (what string, size int) {
	value := scan.Get(d.Raw, "image")
	if scan.KindOf(value) != scan.String {
		return string(value[:min(len(value), longestImage)]), 0
	}
	if media, size, ok := tree.ParseDataURL(scan.AsSpelled(scan.StringContent(value))); ok {
		return strings.Clone(media[:min(len(media), longestImage)]), size
	}
	return scan.TextStart(value, longestImage), 0
}
