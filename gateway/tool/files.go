package tool

import (
	"context"
	"path"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// files is the server tool. There are no files, since the document has no upload: the result is
// made up.
func files(_ context.Context, k *Kit, t request.Tool) Outcome {
	operation, name := "list", path.Base(k.quoted(0, t, ""))
	if name == "." {
		name = ""
	} else {
		operation = "read"
	}
	asked := output.JSON{}.Text("operation", operation).Optional("filename", name)
	result := Simulated + " The local gateway stores no files, so there is nothing to " + operation + "."
	it := item(t.Type, "fi", asked, output.JSON{}.Text("result", result), output.Events{})
	return done(it, strings.TrimSpace(operation+" "+name), result)
}

const fileResults = 10 // default of max_num_results

// fileSearchCall searches the gateway's pages as if they were the files of the vector store. The
// item lists the hits if include has file_search_call.results.
func fileSearchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	type result struct {
		FileID     string         `json:"file_id"`
		Filename   string         `json:"filename"`
		Score      float64        `json:"score"`
		Text       string         `json:"text"`
		Attributes map[string]any `json:"attributes"`
	}
	about := query(k.Prompt)
	hits := plugin.SearchPages(plugin.Query{Text: about, Max: t.Count("max_num_results", fileResults)})
	results := []result{}
	var lines []string
	for _, h := range hits {
		name := path.Base(h.URL)
		results = append(results, result{
			"file_sim_" + name, name + ".md", h.Score / hits[0].Score, plugin.PageNote + " " + h.Excerpt, map[string]any{"simulated": true},
		})
		lines = append(lines, name+".md: "+h.Excerpt)
	}
	asked := output.JSON{}.Value("queries", []string{about})
	found := output.JSON{}.Raw("results", "null")
	if k.Request.Includes("file_search_call.results") {
		found = output.JSON{}.Value("results", results)
	}
	it := item("file_search_call", "fs", asked, found, output.Events{})
	text := "Nothing found. " + plugin.PageNote
	if len(lines) > 0 {
		text = strings.Join(lines, "\n")
	}
	return done(it, about, text)
}

// patchItem returns the item of a patch, whose diff is written token by token. It adds a line to a
// file: the message quotes both.
func (k *Kit) patchItem(typ string, t request.Tool) (it output.ToolCall, path string) {
	path = k.quoted(0, t, "simulated.txt")
	id := callID()
	it = output.ToolCall{
		Type: typ, ID: response.NewID("apc"), Text: "@@\n+" + k.quoted(1, t, "simulated by the local gateway") + "\n",
		Events: output.Events{Text: "response.apply_patch_call_operation_diff", Member: "diff"},
	}
	it.Members = func(b output.JSON, text string, _ bool) output.JSON {
		return append(b, id...).Object("operation").Text("type", "update_file").Text("path", path).Text("diff", text).End()
	}
	return it, path
}

// applyPatch is the server tool, which changes no file.
func applyPatch(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, path := k.patchItem(t.Type, t)
	return done(it, path, Simulated+" No file was touched.")
}

// applyPatchCall asks the caller to apply the patch and to send an apply_patch_call_output.
func applyPatchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	it, _ := k.patchItem("apply_patch_call", t)
	return waiting(it)
}
