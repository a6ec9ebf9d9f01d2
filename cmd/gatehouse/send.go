package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/config"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
)

// sending are the flags of the send command.
type sending struct {
	requestFlags
	prompts          []string
	stream, noStream bool
	streamed         []bool // values of those two that were given
	metadata, events bool
}

// requestFlags are the flags of the commands that send requests of the user.
type requestFlags struct {
	headers       []string
	force, json   bool
	timeout, idle time.Duration
}

func (r *requestFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&r.headers, "header", nil, "extra HTTP header `'Name: value'`, repeatable")
	f.BoolVar(&r.force, "force", false, "send even if validation finds faults")
	f.DurationVar(&r.timeout, "timeout", 0, "time limit `D` for the exchange, for example 30s; 0: none")
	f.DurationVar(&r.idle, "idle-timeout", 0, "time limit `D` without receiving a byte, for example 10s; 0: none")
	f.BoolVar(&r.json, "json", false, "print one JSON object at the end")
}

// fields checks the flags, and returns the header fields.
func (r *requestFlags) fields() (http.Header, error) {
	switch {
	case r.timeout < 0:
		return nil, wrongUsage("--timeout %s: must be 0 or more", r.timeout)
	case r.idle < 0:
		return nil, wrongUsage("--idle-timeout %s: must be 0 or more", r.idle)
	}
	fields := http.Header{}
	for _, given := range r.headers {
		name, value, ok := strings.Cut(given, ":")
		if !ok {
			return nil, wrongUsage("--header: no colon in it; write 'Name: value'")
		}
		value = strings.TrimSpace(value)
		if err := config.Header(name, value); err != nil {
			return nil, wrongUsage("--header: %w", err)
		}
		fields.Add(name, value)
	}
	return fields, nil
}

func newSend(h host, c *common) *cobra.Command {
	var s sending
	cmd := &cobra.Command{
		Use:   "send [FILE|-]",
		Short: "Send one request and print the text as it arrives",
		Long: "Send one request and print the text as it arrives.\n\n" +
			"FILE is a request object, sent unchanged; a JSON string or array becomes its input;\n" +
			"a saved response becomes the conversation that the request continues. Without FILE\n" +
			"the request is read from standard input unless that is a terminal, also with -p.\n\n" +
			"Exit codes: 0 completed, 1 failed or truncated, 2 wrong usage or an invalid\n" +
			"request, 3 incomplete, 130 interrupted (143 by SIGTERM).",
		Args: atMostOneFile,
	}
	f := cmd.Flags()
	cmd.RunE = interruptible(func(ctx context.Context, args []string) error {
		for name, yes := range map[string]bool{"stream": s.stream, "no-stream": !s.noStream} {
			if f.Changed(name) {
				s.streamed = append(s.streamed, yes)
			}
		}
		return s.run(ctx, h, c, args)
	})
	f.StringArrayVarP(&s.prompts, "prompt", "p", nil, "append `TEXT` as a user message, repeatable; alone it is the request, streamed")
	f.BoolVar(&s.stream, "stream", false, "set the request's stream member to true")
	f.BoolVar(&s.noStream, "no-stream", false, "set the request's stream member to false")
	f.BoolVar(&s.metadata, "metadata", false, "request routing metadata")
	f.BoolVar(&s.events, "events", false, "print each frame as one line of JSON as it arrives")
	s.register(f)
	spanFlags(cmd, c)
	return cmd
}

// run makes the exchange.
func (s *sending) run(ctx context.Context, h host, c *common, args []string) error {
	switch {
	case s.json && s.events:
		return wrongUsage("--json and --events cannot be combined; give one of them")
	case len(s.streamed) > 1:
		return wrongUsage("--stream and --no-stream cannot be combined; give one of them")
	}
	fields, err := s.fields()
	if err != nil {
		return err
	}
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	body, err := s.body(ctx, h, c.flags.Model, settings, args)
	if err != nil {
		return err
	}
	if err := noSet(body); err != nil && !s.force {
		return err
	}
	if !s.force && !reportFaults(h, validate.ForResponses, inputName(args), knownOf(h, settings), body) {
		return quietly(exitUsage)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	conn, err := connect(ctx, h, settings)
	if err != nil {
		return stopOr(ctx, err)
	}
	defer conn.Close()
	spans, stop, err := c.spans(ctx, h, settings, false, h.sayLine)
	if err != nil {
		return err
	}
	defer stop()
	saver := c.saver(ctx, h, settings, conn, history.Send)
	defer saver.close()
	call := client.Call{
		Path: client.ResponsesPath, Body: body, Header: fields,
		Stream:  gjson.GetBytes(body, "stream").Bool(),
		Timeout: s.timeout, IdleTimeout: s.idle, DiscardBody: s.events || saver != nil, // its spool has it
	}
	saver.store(&call)
	if s.metadata {
		call.Metadata = client.MetadataOn
	}
	x, captured, err := answer.Perform(ctx, func() { cancel(stopped{syscall.SIGPIPE}) }, conn.Client, call, s.printer(h))
	saver.save(call, x, captured)
	if err == nil {
		h.sayLines(altered(x), reason(x, conn.about))
	}
	end := sent(ctx, x, err)
	spans.Ended(aboutSending(settings, conn, history.Send), x, captured) // which reads them from now on
	return end
}

// body reads the file and sets what the flags name.
func (s *sending) body(ctx context.Context, h host, model string, settings config.Settings, args []string) ([]byte, error) {
	request := talk.FromFile{Prompts: s.prompts, Model: model, Fallback: settings.Model, MessageModel: settings.MessageModel}
	if len(s.streamed) > 0 {
		request.Stream = &s.streamed[0]
	}
	file, given, err := readInput(ctx, h, args)
	switch {
	case err != nil && s.prompts == nil && missing(args):
		return nil, wrongUsage("%s: no such file; was it meant as a prompt? gatehouse send -p TEXT", args[0])
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(file)) > 0:
		request.File = file
	case given && len(args) == 1 || s.prompts == nil:
		return nil, wrongUsage("nothing to send; give a FILE, a request on standard input, or -p TEXT")
	}
	if err := noStream(file); err != nil && !s.force {
		return nil, err
	}
	body, err := request.Body()
	if err != nil {
		return nil, wrongUsage("%w", err)
	}
	return body, nil
}

// missing reports whether the FILE of a command does not exist.
func missing(args []string) bool {
	if len(args) != 1 || args[0] == "-" {
		return false
	}
	_, err := os.Stat(args[0])
	return errors.Is(err, fs.ErrNotExist)
}

func (s *sending) printer(h host) answer.Printer {
	switch {
	case s.json:
		return &answer.Object{Out: h.forJSON().stdout}
	case s.events:
		return &answer.Events{Out: h.forJSON().stdout}
	}
	terminal := isTerminal(h.stdout)
	return answer.NewText(h.stdout, func(line string) { h.sayLine(line) }, answer.Style{Safe: terminal, Newline: terminal, Elsewhere: "--json"})
}

// sent returns the error of the command after an exchange.
func sent(ctx context.Context, x *state.Exchange, err error) error {
	switch code, signalled := stopCode(ctx); {
	case err != nil && !answer.ReaderGone(err):
		return &exit{exitFailed, err}
	case signalled && (err != nil || x.Verdict == state.Cancelled):
		return quietly(code)
	}
	return quietly(x.Verdict.ExitCode())
}

// reason returns a line on how an exchange ended: the verdict, what happened, the gateway's message,
// what to try; "" if it completed.
func reason(x *state.Exchange, about explain.Context) string {
	if x.Verdict == state.Completed {
		return ""
	}
	plain, ok := explain.Exchange(x, about)
	if !ok {
		return strings.TrimSuffix(string(x.Verdict)+": "+x.Reason, ": ")
	}
	line := string(x.Verdict) + ": " + plain.Title
	if plain.Message != "" {
		line += ": " + strings.TrimSuffix(plain.Message, ".")
	}
	if len(plain.Suggestions) > 0 {
		line += "; try: " + strings.Join(plain.SuggestionTexts(), ", or ")
	}
	return line
}

// altered returns a line on how the record differs from the wire: secrets that were overwritten, bytes
// that were not stored; "" if it does not.
func altered(x *state.Exchange) string {
	var parts []string
	if x.Redacted > 0 {
		parts = append(parts, fmt.Sprintf("known secrets are overwritten with * (%d bytes)", x.Redacted))
	}
	if x.Dropped > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes of the response were not stored", x.Dropped))
	}
	if len(parts) == 0 {
		return ""
	}
	return "note: " + strings.Join(parts, "; ")
}
