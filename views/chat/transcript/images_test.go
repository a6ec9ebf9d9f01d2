package transcript

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// painted is base64 of an image of one colour.
func painted(width, height int, c color.Color) string {
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{c})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

var (
	red  = color.RGBA{200, 0, 0, 255}
	blue = color.RGBA{0, 0, 200, 255}
)

// gallery is a stage that draws images; load decodes those that were met.
type gallery struct {
	*stage
	next tea.Cmd
}

func newGallery(t *testing.T, width, height int) *gallery {
	s := newStage(width, height)
	return &gallery{s, s.LoadPictures(t.Context())}
}

func (g *gallery) load() {
	g.View()
	for len(g.pictures.wanted) > 0 {
		g.next = g.Model.Update(g.next()).Cmd
		g.View()
	}
}

// sent adds a turn with parts of a message.
func (g *gallery) sent(parts string) {
	g.conv.Add(g.conv.Current, []json.RawMessage{json.RawMessage(`{"type":"message","role":"user","content":[` + parts + `]}`)})
}

func imagePart(base64 string) string {
	return `{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,` + base64 + `"}`
}

// drawnIn returns the lines with half blocks, and the first of them.
func drawnIn(view string) (n int, first string) {
	for line := range strings.SplitSeq(view, "\n") {
		if strings.Contains(line, "▀") {
			if n++; n == 1 {
				first = line
			}
		}
	}
	return n, first
}

func TestAnImageIsDrawnInHalfBlocks(t *testing.T) {
	g := newGallery(t, 60, 30)
	g.sent(`{"type":"input_text","text":"what is this?"},` + imagePart(painted(40, 16, red)))
	rows := g.screen()
	if n, _ := drawnIn(g.View()); n > 0 {
		t.Error("the image was decoded while the screen was drawn")
	}
	g.load()
	n, first := drawnIn(g.View())
	if n != 8 || strings.Count(first, "▀") != 40 || !strings.Contains(first, "38;2;200;0;0") {
		t.Errorf("%d rows, of which the first is %q", n, first)
	}
	for i, row := range g.screen() {
		if blank := strings.ReplaceAll(row, "▀", " "); blank != rows[i] {
			t.Errorf("row %d moved when the image was decoded: %q, was %q", i, row, rows[i])
		}
	}
	has(t, g.stage, "▌ what is this?\n ▌ ◆ image/png  40×16  ")
	if got, ok := g.press("w").(views.SaveBinary); !ok || got.Name != "image-1-1.png" || !bytes.HasPrefix(got.Data, []byte("\x89PNG")) {
		t.Errorf("s asks for %#v", got)
	}
	if got, ok := g.press("V").(views.ShowImage); !ok || got.Title != "image-1-1.png   40×16" || !bytes.HasPrefix(got.Data(), []byte("\x89PNG")) {
		t.Errorf("o asks for %#v", got)
	}
	g.press("space")
	has(t, g.stage, "▸ ◆ image/png  40×16")
	if n, _ := drawnIn(g.View()); n > 0 {
		t.Error("a folded image is drawn")
	}
}

// TestImageSizeIsReadFromAShortHead: an escape in the base64 makes each look copy what it reads.
func TestImageSizeIsReadFromAShortHead(t *testing.T) {
	data := encodedValue([]byte(`"` + painted(40, 16, red) + strings.Repeat(`\/AAA`, 128<<10) + `"`))
	if size, err := data.pixels(); err != nil || size != image.Pt(40, 16) {
		t.Fatalf("the size is %v: %v", size, err)
	}
	if bytes := allocated(func() { data.pixels() }); bytes > 64<<10 {
		t.Errorf("reading the size allocates %d bytes", bytes)
	}
}

func TestAGeneratedImageGrowsInPlace(t *testing.T) {
	g := newGallery(t, 60, 40)
	x := g.ask("draw")
	x.Apply(g.talk.head(200), g.talk.event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"image_generation_call","id":"i","status":"in_progress"}}`))
	partial := func(n int, c color.Color) {
		x.Apply(g.talk.event(`{"type":"response.image_generation_call.partial_image","output_index":0,"item_id":"i","partial_image_index":%d,"partial_image_b64":%q}`, n, painted(64, 64, c)))
	}
	partial(0, red)
	g.load()
	if n, first := drawnIn(g.View()); n != pictureRows || !strings.Contains(first, "38;2;200;0;0") {
		t.Errorf("%d rows, of which the first is %q", n, first)
	}
	partial(1, blue)
	if n, first := drawnIn(g.View()); n != pictureRows || !strings.Contains(first, "38;2;200;0;0") {
		t.Errorf("until the next image is decoded, %d rows are drawn, the first %q", n, first)
	}
	g.load()
	if n, first := drawnIn(g.View()); n != pictureRows || !strings.Contains(first, "38;2;0;0;200") {
		t.Errorf("%d rows, of which the first is %q", n, first)
	}
	x.Apply(g.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"image_generation_call","id":"i","status":"completed","prompt":"a wall","result":%q}}`, painted(64, 64, red)),
		g.talk.completed(), g.talk.done())
	g.load()
	if n, first := drawnIn(g.View()); n != pictureRows || !strings.Contains(first, "38;2;200;0;0") {
		t.Errorf("%d rows, of which the first is %q", n, first)
	}
}

func TestWhatIsNotDrawnIsNamed(t *testing.T) {
	long := painted(40, 16, red)
	broken := base64.StdEncoding.EncodeToString(append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 90)...))
	cut := long[:len(long)/4/2*4]
	for part, want := range map[string]string{
		imagePart(broken): "image/png  not shown: it cannot be decoded",
		imagePart(cut):    "◆ image/png  not shown: it ends too early  42 B",
		imagePart(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("<svg/>", 20)))):                                              "[input_image image/png 120 B]",
		`{"type":"input_image","image_url":"https://e.org/a.png"}`:                                                                      "[input_image https://e.org/a.png, not loaded]",
		`{"type":"input_image","image_url":"data:image/png;base64,"}`:                                                                   "[input_image image/png 0 B]",
		imagePart(long) + `,{"type":"input_text","text":"and what is above?"}`:                                                          "[input_image image/png 87 B]\n ▌ and what is above?\n ▌ ◆ image/png",
		imagePart(strings.ReplaceAll(painted(9000, 8000, red)[:200], "/", `\/`)):                                                        "9000×8000  not shown: larger than 40 megapixels",
		`{"type":"input_text","text":"x"},{"type":"image_url","image_url":{"url":"data:image\/png;base64,` + painted(3, 3, red) + `"}}`: "◆ image/png  3×3",
	} {
		g := newGallery(t, 100, 30)
		g.sent(part)
		g.load()
		has(t, g.stage, want)
	}
}

// TestFewColoursNameImages: of 16 colours no image can be made.
func TestFewColoursNameImages(t *testing.T) {
	for _, limit := range []colorprofile.Profile{colorprofile.ANSI, colorprofile.ASCII} {
		g := newGallery(t, 60, 30)
		g.styles.Limit(limit)
		g.sent(imagePart(painted(40, 16, red)))
		g.load()
		if n, _ := drawnIn(g.View()); n > 0 {
			t.Errorf("%v: drawn", limit)
		}
		has(t, g.stage, "◆ image/png  40×16")
	}
}

// TestImagesOutsideTheViewAreNotDecoded, and those in it once.
func TestImagesOutsideTheViewAreNotDecoded(t *testing.T) {
	g := newGallery(t, 60, 20)
	for n := range 10 {
		g.sent(`{"type":"input_text","text":"` + fmt.Sprint(n) + `"},` + imagePart(painted(40, 16+n, red)))
	}
	g.load()
	if n := len(g.pictures.known); n == 0 || n > 3 {
		t.Errorf("%d images were decoded", n)
	}
	g.sent(imagePart(painted(40, 25, red)))
	before := len(g.pictures.known)
	g.load()
	if n := len(g.pictures.known); n != before {
		t.Errorf("the same image was decoded again: %d are known, %d were", n, before)
	}
}

func TestLoadingImagesEnds(t *testing.T) {
	s := newStage(20, 10)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if msg := s.LoadPictures(ctx)(); msg != nil {
		t.Errorf("it ends with %v", msg)
	}
}

// TestRowsOfImagesFit: whatever the shape of an image and of the pane.
func TestRowsOfImagesFit(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		width, height := rapid.IntRange(0, 140).Draw(r, "width"), rapid.IntRange(1, 30).Draw(r, "height")
		g := newGallery(t, width, height)
		side := rapid.IntRange(1, 300)
		g.sent(imagePart(painted(side.Draw(r, "image width"), side.Draw(r, "image height"), red)))
		g.load()
		for _, row := range strings.Split(g.View(), "\n") {
			if text.Width(row) != width {
				r.Fatalf("a row of %d cells, want %d: %q", text.Width(row), width, row)
			}
		}
		if n, _ := drawnIn(g.View()); n > pictureRows {
			r.Fatalf("%d rows", n)
		}
	})
}

// TestTheImageAboveIsShown: the last line of an answer is selected before anything is.
func TestTheImageAboveIsShown(t *testing.T) {
	g := newGallery(t, 60, 30)
	x := g.ask("draw")
	x.Apply(g.talk.head(200), g.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"image_generation_call","id":"i","status":"completed","result":%q}}`, painted(64, 64, red)),
		g.talk.delta(1, "There it is."), g.talk.completed(), g.talk.done())
	g.View()
	if got, ok := g.press("V").(views.ShowImage); !ok || got.Title != "image_generation-i.png   64×64" {
		t.Errorf("o asks for %#v", got)
	}
	g.answered("and now?", "no image")
	g.View()
	if got, ok := g.press("V").(views.Notify); !ok || !strings.Contains(got.Text, "no image in this turn") {
		t.Errorf("o asks for %#v", got)
	}
}

// TestAToolsImagesAreDrawn: images returned with text can be shown and saved one by one.
func TestAToolsImagesAreDrawn(t *testing.T) {
	g := newGallery(t, 80, 40)
	x := g.ask("plot")
	x.Apply(g.talk.head(200), g.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"code_interpreter_call","id":"ci","status":"completed","code":"plot()","outputs":[`+
		`{"type":"logs","logs":"two plots"},{"type":"image","url":"data:image/png;base64,%s"},{"type":"image","url":"data:image/png;base64,%s"},{"type":"image","url":"https://e.org/p.png"}]}}`,
		painted(30, 6, red), painted(20, 8, blue)), g.talk.completed(), g.talk.done())
	g.load()
	has(t, g.stage, "two plots\n     image/png\n     image/png\n     image  https://e.org/p.png\n     ◆ image/png  30×6")
	has(t, g.stage, "◆ image/png  20×8")
	if n, _ := drawnIn(g.View()); n != 3+4 {
		t.Errorf("%d rows are drawn", n)
	}
	if got, ok := g.press("K", "w").(views.SaveBinary); !ok || got.Name != "image-ci-2.png" {
		t.Errorf("s asks for %#v", got)
	}
	if got, ok := g.press("K", "V").(views.ShowImage); !ok || !strings.Contains(got.Title, "30×6") {
		t.Errorf("o asks for %#v", got)
	}
}

func FuzzImagesOfARequest(f *testing.F) {
	f.Add(`{"content":[`+imagePart(painted(3, 3, red))+`]}`, 40)
	f.Add(`{"output":{"type":"computer_screenshot","image_url":"data:image\/png;base64,iVBORw0KGgo\u0041"}}`, 1)
	f.Add(`{"content":[{"image_url":{"url":"data:image/gif;base64,R0lGODlh"}}]}`, 9)
	f.Fuzz(func(t *testing.T, item string, width int) {
		s := newStage(max(min(width, 200), 0), 20)
		b := s.builder(newTurnView(s.conv.Add(nil, nil)))
		b.width = s.columns()
		for _, data := range imagesIn([]byte(item)) {
			if head := b.binaryHead(data); text.Width(head) > b.width {
				t.Fatalf("%q is wider than %d", head, b.width)
			}
			made := pictureJob{text: data.text()}.shrink()
			if made.err == nil && (made.img.Rect.Dx() > maxColumns || made.img.Rect.Dy() > 2*pictureRows) {
				t.Fatalf("an image of %v is kept", made.img.Rect)
			}
		}
	})
}
