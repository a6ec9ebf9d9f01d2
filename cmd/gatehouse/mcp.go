package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/jq"
	server "gatehouse/app/mcp"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
	"gatehouse/state/share/export"
)

// agentServing are the flags of the mcp command.
type agentServing struct {
	allow   []string // profiles that may be sent to
	maxCost string
}

func newMCP(h host, c *common) *cobra.Command {
	s := agentServing{}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let a coding agent read the history, as an MCP server",
		Long: "Let a coding agent read the history: a server of the Model Context Protocol (MCP) on\n" +
			"standard input and output, which the agent starts itself. Its tools list, read, compare\n" +
			"and explain exchanges and hold them against checks. What they answer is masked as\n" +
			"exports are, and bounded.\n\n" +
			"It only reads, unless --allow-send names the profiles (local: the local gateway) to\n" +
			"which the agent may send requests. All of them together cost at most --max-cost, by the\n" +
			"list of models of the gateway; a request whose cost is not known is not sent.",
		Example: "  codex mcp add gatehouse -- gatehouse mcp\n  gatehouse mcp --allow-send work --max-cost 0.50",
		Args:    noMore,
		RunE:    interruptible(func(ctx context.Context, _ []string) error { return s.run(ctx, h, c) }),
	}
	cmd.Flags().StringSliceVar(&s.allow, "allow-send", nil, "let the agent send requests to this `PROFILE`; several with commas")
	cmd.Flags().StringVar(&s.maxCost, "max-cost", "", "most that all requests of the agent may cost together, in `USD`")
	return cmd
}

func (s *agentServing) run(ctx context.Context, h host, c *common) error {
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	rules, err := redactRules(h, c)
	if err != nil {
		return err
	}
	filters := &jq.Pool{}
	defer filters.Close()
	o := server.Options{Version: buildVersion(debug.ReadBuildInfo()), Rules: rules, Filter: filters.Run, Open: func(ctx context.Context) (*archive.Archive, error) {
		a, err := c.openToRead(ctx, h, settings)
		if err != nil {
			return nil, errors.Join(errors.New("the history cannot be opened; gatehouse doctor says more"), err)
		}
		return a, a.Flush(ctx)
	}}
	if o.Sender, err = s.sender(h, c); err != nil {
		return err
	}
	if isTerminal(h.stdin) {
		h.say("this is a server for programs: it reads MCP from standard input; gatehouse mcp --help shows how an agent starts it")
	}
	err = server.New(o).Run(ctx, server.Stdio{In: h.stdin, Out: h.stdout})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// sender returns what may be sent; nil without --allow-send.
func (s *agentServing) sender(h host, c *common) (*server.Sender, error) {
	switch {
	case len(s.allow) == 0 && s.maxCost != "":
		return nil, wrongUsage("--max-cost bounds what --allow-send allows; give --allow-send PROFILE too")
	case len(s.allow) == 0:
		return nil, nil
	case s.maxCost == "":
		return nil, wrongUsage("--allow-send needs a budget; give --max-cost USD, for example --max-cost 0.50")
	}
	limit, err := readCost(s.maxCost)
	if err != nil {
		return nil, err
	}
	for _, name := range s.allow {
		if _, err := c.settingsFor(h, name); err != nil {
			return nil, err
		}
	}
	return &server.Sender{Profiles: s.allow, Budget: &server.Budget{Max: limit}, Connect: func(ctx context.Context, profile string) (server.Connection, error) {
		return connectFor(ctx, h, c, profile)
	}}, nil
}

// settingsFor returns the settings of a profile, without the address and the key of this shell for
// another one (CONTRACT "The key belongs to an address").
func (c *common) settingsFor(h host, profile string) (config.Settings, error) {
	env, flags := config.ReadEnvironment(h.getenv), c.flags
	if profile != cmp.Or(flags.Profile, env.Profile) || flags.BaseURL+env.BaseURL != "" {
		env.APIKey = ""
	}
	flags.BaseURL, env.BaseURL, env.Profile = "", "", ""
	flags.Profile = profile
	s, err := config.Merge(c.file, env, flags)
	if err != nil {
		return s, wrongUsage("--allow-send: %s", strings.TrimPrefix(err.Error(), "--profile: "))
	}
	return s, nil
}

// connectFor connects to a profile for one request.
func connectFor(ctx context.Context, h host, c *common, profile string) (server.Connection, error) {
	settings, err := c.settingsFor(h, profile)
	if err != nil {
		return server.Connection{}, err
	}
	to, err := c.gatewayTo(ctx, h, settings, history.Send)
	if err != nil {
		return server.Connection{}, err
	}
	return server.Connection{
		Known: knownOf(h, settings), Free: to.Local, Model: settings.Model, Close: to.conn.Close,
		MaxCost: func(ctx context.Context, body []byte) (float64, string) {
			list, err := to.Models(ctx)
			if err != nil {
				return 0, "its list of models cannot be read (" + err.Error() + ")"
			}
			return preview.ReadCatalogue(list).MaxCost(body, validate.Kind(body) == validate.ForRerank, false)
		},
		Send: func(ctx context.Context, body []byte) (export.Exchange, bool) {
			k := c.saver(context.WithoutCancel(ctx), h, settings, to.conn, history.Send)
			defer k.close()
			if k != nil {
				to.Archive = k.archive
			}
			return to.Exchange(ctx, checks.Call(body)), k != nil
		},
	}, nil
}
