package sim

import (
	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

type Prompt struct {
	Request  *request.Request
	Model    catalogue.Model
	Word     string
	Models   []catalogue.Model
	Metadata bool
}

func Answer(p Prompt) []output.Placed {
	return output.All(output.Message{ID: response.NewID("msg"), Text: "Hello from the local gateway."})
}
