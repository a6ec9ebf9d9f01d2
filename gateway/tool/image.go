package tool

import (
	"bytes"
	"context"
	"encoding/base64"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

func pictureEvents(partial string) output.Events {
	return output.Events{
		Name: "response.image_generation_call", Before: []string{"in_progress", "generating"}, Image: partial, After: []string{"completed"},
	}
}

// Picture returns the image of an answer ("Responses request body": modalities).
func Picture(prompt string) output.ToolCall {
	it, _ := pictureItem(prompt)
	it.By = output.Nobody
	return it
}

func pictureBase64(prompt string) string {
	return base64.StdEncoding.EncodeToString(PNG(clip(prompt)))
}

func pictureItem(prompt string) (it output.ToolCall, picture string) {
	picture = pictureBase64(prompt)
	it = item("image_generation_call", "ig", nil, nil, pictureEvents(""))
	it.Members = func(b []byte, _ string, done bool) []byte {
		if !done {
			return members(b).raw("result", "null")
		}
		return members(b).text("result", picture)
	}
	return it, picture
}

func partialImage(t request.Tool, picture string) string {
	if t.Count("partial_images", 0) == 0 {
		return ""
	}
	return picture
}

func pictureFinding(about string) sim.Finding {
	return sim.Finding{Arguments: about, Output: "Simulated: a small pattern with the letters SIM, not what the prompt describes. The same prompt gets the same picture."}
}

// imageGeneration is the server tool.
func imageGeneration(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	picture := pictureBase64(k.Prompt)
	m := members{}.text("imageB64", picture).text("revisedPrompt", "Simulated: a pattern for "+about)
	it := item(t.Type, "ig", members{}.text("prompt", about), m, pictureEvents(partialImage(t, picture)))
	return Outcome{Items: single(it, output.Completed), Finding: pictureFinding(about)}
}

// imageGenerationCall is the tool without prefix. Its result is null until it is done.
func imageGenerationCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, picture := pictureItem(k.Prompt)
	it.Events = pictureEvents(partialImage(t, picture))
	return Outcome{Items: single(it, output.Completed), Finding: pictureFinding(query(k.Prompt))}
}

// pictureSize is the width and height of a picture in pixels.
const pictureSize = 96

const (
	cell   = 8 // pixels of a square of the pattern
	border = 2 // squares around it
	dot    = 3 // pixels of a dot of a letter
)

// PNG draws the picture for a prompt: a pattern that depends on the prompt only, with the letters
// SIM, so that nobody mistakes it for a real answer.
func PNG(prompt string) []byte {
	h := fnv.New64a()
	_, _ = h.Write([]byte(prompt)) // never fails
	r := rand.New(rand.NewPCG(h.Sum64(), 0x706e67))
	dark, light := shade(r, 40), shade(r, 150)
	img := image.NewPaletted(image.Rect(0, 0, pictureSize, pictureSize), color.Palette{light, dark, color.White})
	pattern(img, r)
	letters(img)
	var b bytes.Buffer
	// Writing to memory does not fail, and the picture is neither empty nor large.
	if err := png.Encode(&b, img); err != nil {
		panic("tool: " + err.Error())
	}
	return b.Bytes()
}

func shade(r *rand.Rand, from int) color.RGBA {
	part := func() uint8 { return uint8(from + r.IntN(100)) }
	return color.RGBA{part(), part(), part(), 255}
}

// pattern fills squares at random, the right half mirroring the left.
func pattern(img *image.Paletted, r *rand.Rand) {
	const squares = pictureSize / cell
	for y := border; y < squares-border; y++ {
		for x := border; x < squares/2; x++ {
			if r.IntN(2) == 0 {
				fill(img, x*cell, y*cell, cell, 1)
				fill(img, (squares-1-x)*cell, y*cell, cell, 1)
			}
		}
	}
}

func fill(img *image.Paletted, left, top, size int, index uint8) {
	for y := top; y < top+size; y++ {
		for x := left; x < left+size; x++ {
			img.SetColorIndex(x, y, index)
		}
	}
}

func letters(img *image.Paletted) {
	glyphs := [][]string{
		{"###", "#..", "###", "..#", "###"},
		{"###", ".#.", ".#.", ".#.", "###"},
		{"#...#", "##.##", "#.#.#", "#...#", "#...#"},
	}
	const width = (3 + 1 + 3 + 1 + 5) * dot
	left := (pictureSize - width) / 2
	for _, glyph := range glyphs {
		for y, row := range glyph {
			for x, mark := range row {
				if mark == '#' {
					fill(img, left+x*dot, pictureSize-6*dot+y*dot, dot, 2)
				}
			}
		}
		left += (len(glyph[0]) + 1) * dot
	}
}
