package tool

import (
	"context"
	"encoding/base64"

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
	return base64.StdEncoding.EncodeToString(sim.PNG(clip(prompt)))
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
