package tool

import (
	"context"
	"encoding/base64"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

func drawing(partial string) output.Events {
	return output.Events{
		Name: "response.image_generation_call", Before: []string{"in_progress", "generating"}, Image: partial, After: []string{"completed"},
	}
}

// Picture is the item of an answer that contains an image: modalities with the
// word image ("Responses request body").
func Picture(prompt string) output.ToolCall {
	it, _ := pictureItem(prompt)
	it.By = output.Nobody
	return it
}

// drawn is the picture for a prompt, in base64.
func drawn(prompt string) string { return base64.StdEncoding.EncodeToString(sim.PNG(clip(prompt))) }

func pictureItem(prompt string) (it output.ToolCall, picture string) {
	picture = drawn(prompt)
	it = item("image_generation_call", "ig", nil, nil, drawing(""))
	it.Members = func(b []byte, _ string, done bool) []byte {
		if !done {
			return members(b).raw("result", "null")
		}
		return members(b).text("result", picture)
	}
	return it, picture
}

// partial is the picture for the event with a partial image, where partial
// images are asked for.
func partial(t request.Tool, picture string) string {
	if t.Count("partial_images", 0) == 0 {
		return ""
	}
	return picture
}

func pictured(about string) sim.Finding {
	return sim.Finding{Arguments: about, Output: "Simulated: a small pattern with the letters SIM, not what the prompt describes. The same prompt gets the same picture."}
}

// imageGeneration is the server tool.
func imageGeneration(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	picture := drawn(k.Prompt)
	m := members{}.text("imageB64", picture).text("revisedPrompt", "Simulated: a pattern for "+about)
	it := item(t.Type, "ig", members{}.text("prompt", about), m, drawing(partial(t, picture)))
	return Outcome{Items: single(it, output.Completed), Finding: pictured(about)}
}

// imageGenerationCall is the tool without prefix. Its result is null until the
// picture is there.
func imageGenerationCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, picture := pictureItem(k.Prompt)
	it.Events = drawing(partial(t, picture))
	return Outcome{Items: single(it, output.Completed), Finding: pictured(query(k.Prompt))}
}
