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
)

// Picture returns the image of an answer ("Responses request body": modalities).
func Picture(prompt string) output.ToolCall {
	it := pictureItem(prompt)
	it.By = output.Nobody
	return it
}

func pictureBase64(prompt string) string {
	return base64.StdEncoding.EncodeToString(PNG(output.Prefix(prompt, maxPrompt)))
}

// pictureItem returns the item of the tool without prefix. Its result is null until it is done.
func pictureItem(prompt string) output.ToolCall {
	found := output.JSON{}.Text("result", pictureBase64(prompt))
	it := item("image_generation_call", "ig", nil, nil, pictureEvents(""))
	it.Members = func(b output.JSON, _ string, done bool) output.JSON {
		if !done {
			return b.Raw("result", "null")
		}
		return append(b, found...)
	}
	return it
}

func pictureEvents(partial string) output.Events {
	return output.Events{
		Name: "response.image_generation_call", Before: []string{"in_progress", "generating"}, Image: partial, After: []string{"completed"},
	}
}

// drawn returns the outcome of an image tool, with a partial image if the tool asks for any.
func drawn(it output.ToolCall, k *Kit, t request.Tool) Outcome {
	if t.Count("partial_images", 0) > 0 {
		it.Events = pictureEvents(pictureBase64(k.Prompt))
	}
	return done(it, query(k.Prompt), "Simulated: a small pattern with the letters SIM, not what the prompt describes. The same prompt gets the same picture.")
}

// imageGeneration is the server tool.
func imageGeneration(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	found := output.JSON{}.Text("imageB64", pictureBase64(k.Prompt)).Text("revisedPrompt", "Simulated: a pattern for "+about)
	return drawn(item(t.Type, "ig", output.JSON{}.Text("prompt", about), found, pictureEvents("")), k, t)
}

// imageGenerationCall is the tool without prefix.
func imageGenerationCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	return drawn(pictureItem(k.Prompt), k, t)
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

// letters writes SIM at the bottom.
func letters(img *image.Paletted) {
	for y, row := range []string{
		"### ### #...#",
		"#.. .#. ##.##",
		"### .#. #.#.#",
		"..# .#. #...#",
		"### ### #...#",
	} {
		left := (pictureSize - len(row)*dot) / 2
		for x, mark := range row {
			if mark == '#' {
				fill(img, left+x*dot, pictureSize-6*dot+y*dot, dot, 2)
			}
		}
	}
}
