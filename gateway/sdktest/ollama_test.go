package sdktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	ours "gatehouse/client"

	"github.com/gin-gonic/gin"
	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/middleware"
)

// ollama serves the middleware of Ollama over a chat that is scripted by the model's name; its
// routes are those of Ollama's server/routes.go. It returns the base URL.
func ollama(t *testing.T) string {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.GET("/v1/models", middleware.ListMiddleware(), func(c *gin.Context) {
		c.JSON(http.StatusOK, api.ListResponse{Models: []api.ListModelResponse{{Name: "words", Model: "words"}, {Name: "calls", Model: "calls"}}})
	})
	r.POST("/v1/responses", middleware.ResponsesMiddleware(), func(c *gin.Context) {
		var req api.ChatRequest
		if err := c.ShouldBindJSON(&req); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		parts := script(req)
		switch {
		case parts == nil:
			c.JSON(http.StatusNotFound, gin.H{"error": fmt.Sprintf("model '%s' not found", req.Model)})
		case req.Stream != nil && !*req.Stream:
			c.JSON(http.StatusOK, joined(parts))
		default:
			for _, part := range parts {
				line, _ := json.Marshal(part)
				if _, err := c.Writer.Write(append(line, '\n')); err != nil {
					return
				}
			}
		}
	})
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// script is what a model says, part by part; nil for a model that is not there. The model "ends"
// stops before it is done.
func script(req api.ChatRequest) []api.ChatResponse {
	part := func(m api.Message) api.ChatResponse {
		m.Role = "assistant"
		return api.ChatResponse{Model: req.Model, Message: m}
	}
	done := part(api.Message{})
	done.Done, done.DoneReason, done.PromptEvalCount, done.EvalCount = true, "stop", 7, 3
	last := req.Messages[len(req.Messages)-1]
	switch {
	case req.Model == "words", req.Model == "calls" && last.Role == "tool":
		return []api.ChatResponse{
			part(api.Message{Thinking: "The person greets. "}),
			part(api.Message{Content: "Hello, "}), part(api.Message{Content: "“you” said: " + last.Content}), done,
		}
	case req.Model == "calls":
		args := api.NewToolCallFunctionArguments()
		args.Set("city", "Oslo")
		call := api.ToolCall{ID: "call_1", Function: api.ToolCallFunction{Name: "get_weather", Arguments: args}}
		return []api.ChatResponse{part(api.Message{ToolCalls: []api.ToolCall{call}}), done}
	case req.Model == "ends":
		return []api.ChatResponse{part(api.Message{Content: "half an ans"})}
	}
	return nil
}

// joined joins the parts, as Ollama does for an answer that is not streamed.
func joined(parts []api.ChatResponse) api.ChatResponse {
	all := parts[len(parts)-1]
	for _, p := range parts[:len(parts)-1] {
		all.Message.Content += p.Message.Content
		all.Message.Thinking += p.Message.Thinking
		all.Message.ToolCalls = append(all.Message.ToolCalls, p.Message.ToolCalls...)
	}
	return all
}

// printed is the object that gatehouse send --json prints, with the members that are tested here.
type printed struct {
	Status string
	HTTP   int `json:"http_status"`
	Text   string
	Model  string
	Error  *struct{ Message string }
	Usage  *struct {
		Input int `json:"input_tokens"`
	}
	Response struct{ Output []map[string]any }
	Warnings []struct{ Code string }
}

// gatehouse builds the program and returns a function that sends a request with it, by the preset
// of a service at another address.
func gatehouse(t *testing.T, settings string) func(request string, args ...string) printed {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "gatehouse")
	build := exec.Command("go", "build", "-o", program, "./cmd/gatehouse")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(request string, args ...string) (p printed) {
		t.Helper()
		cmd := exec.Command(program, append([]string{"send", "--json", "--no-persist", "--config", config}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "GATEHOUSE_BASE_URL=", "GATEHOUSE_API_KEY=", "GATEHOUSE_PROFILE=")
		cmd.Stdin = strings.NewReader(request)
		out, err := cmd.Output() // the exit code follows from the status
		if json.Unmarshal(out, &p) != nil {
			t.Fatalf("%v: %q", err, out)
		}
		return p
	}
}

func TestOllama(t *testing.T) {
	base := ollama(t)
	send := gatehouse(t, "profile = \"ollama\"\n[profiles.ollama]\nbase_url = \""+base+"\"\n")

	for _, stream := range []string{"true", "false"} {
		p := send(`{"model":"words","input":"good morning","stream":` + stream + `}`)
		if p.Status != "completed" || p.Text != "Hello, “you” said: good morning" || p.Usage == nil || p.Usage.Input != 7 {
			t.Errorf("stream %s: %+v", stream, p)
		}
		if want := stream == "true"; len(p.Warnings) > 1 || want != (len(p.Warnings) == 1 && p.Warnings[0].Code == "no_done") {
			t.Errorf("stream %s: warnings %v; a stream of Ollama has no [DONE]", stream, p.Warnings)
		}
		if p := send(`{"model":"nobody","input":"hi","stream":` + stream + `}`); p.Status != "failed" || p.Error == nil || !strings.Contains(p.Error.Message, "model 'nobody' not found") {
			t.Errorf("stream %s, no such model: %+v, %+v", stream, p, p.Error)
		}

		tools := `"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]`
		p = send(`{"model":"calls","input":"the weather in Oslo",` + tools + `,"stream":` + stream + `}`)
		calls := 0
		for _, item := range p.Response.Output {
			if item["type"] == "function_call" && item["name"] == "get_weather" && item["arguments"] == `{"city":"Oslo"}` {
				calls++
			}
		}
		if p.Status != "completed" || calls != 1 {
			t.Errorf("stream %s, a call: %+v", stream, p)
		}
		answered := `{"model":"calls","input":[{"role":"user","content":"the weather in Oslo"},{"type":"function_call","call_id":"call_1","name":"get_weather","arguments":"{\"city\":\"Oslo\"}"},{"type":"function_call_output","call_id":"call_1","output":"rain"}],` + tools + `,"stream":` + stream + `}`
		if p := send(answered); p.Status != "completed" || !strings.HasSuffix(p.Text, "rain") {
			t.Errorf("stream %s, an output: %+v", stream, p)
		}
	}
	if p := send(`{"model":"ends","input":"hi","stream":true}`); p.Status != "truncated" || p.Text != "half an ans" {
		t.Errorf("a stream that ends early: %+v", p)
	}
	if p := send(`{"model":"words","input":7}`, "--force"); p.Status != "failed" || p.HTTP != http.StatusBadRequest || p.Error == nil || p.Error.Message == "" {
		t.Errorf("a wrong request: %+v", p)
	}

	models, err := ours.New(ours.WithBaseURL(base)).Models(t.Context())
	if err != nil || len(models) != 2 || models[0].ID != "words" {
		t.Errorf("%+v, %v", models, err)
	}
}
