package main

import (
	"fmt"

	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/app/tool"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/raw"
)

// openSession reads the FILE of the playground; nil when none was named. model
// is that of the flag, which is set; fallback takes its place in what is no
// request yet and names none: a list of items, a text, a response.
func openSession(args []string, model, fallback string) (*state.Conversation, error) {
	if len(args) == 0 {
		return nil, nil
	}
	path := args[0]
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	c, err := state.Open(data)
	if err != nil {
		return nil, fmt.Errorf("%s: it cannot be opened: %w; gatehouse validate %s tells more", path, err, path)
	}
	if check.Kind(data) == check.ForRerank {
		return nil, fmt.Errorf("%s: a rerank request; the playground opens requests to /responses", path)
	}
	request := raw.KindOf(data) == raw.Object && !state.IsResponse(data)
	if !request && c.Draft.Model() == "" {
		model = firstOf(model, fallback)
	}
	if model != "" {
		err = c.Draft.SetModel(model)
	}
	return c, err
}

// boundTools are the commands of config.toml. They see our environment without
// the keys in it.
func boundTools(s config.Settings, key string, environ []string) map[string]tool.Command {
	environ = tool.Without(environ, s.KeyVars, key)
	tools := make(map[string]tool.Command, len(s.Tools))
	for name, t := range s.Tools {
		tools[name] = tool.Command{Argv: t.Command, Timeout: t.Limit(), MaxOutput: t.MaxOutput, Environ: environ}
	}
	return tools
}
