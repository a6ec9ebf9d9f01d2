package main

import (
	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/app/tool"
)

// openSession reads the FILE of the playground; nil when none was named.
func openSession(args []string) (*files.Session, error) {
	if len(args) == 0 {
		return nil, nil
	}
	s, err := files.Open(args[0])
	if err != nil {
		return nil, err
	}
	return &s, nil
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
