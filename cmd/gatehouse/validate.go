package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/config"
	"gatehouse/gateway"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
)

// validating are the flags of the validate command.
type validating struct {
	as, strict string
	fix        bool
	out        string
}

func newValidate(h host, c *common) *cobra.Command {
	v := &validating{}
	cmd := &cobra.Command{
		Use:   "validate [FILE|-]",
		Short: "Check a request without sending it, and print one fault per line",
		Long: "Check a request without sending it. Each fault is one line:\nPATH: what is wrong and what is allowed.\n\n" +
			"Lines that begin with \"warning: \" or \"hint: \" are about what is no fault and hardly meant so, such as a member\n" +
			"that the API does not have. With --fix the request goes to standard output as the repairs of these hints leave it,\n" +
			"and the lines go to standard error.\n\n" +
			"Exit codes: 0 no fault, 1 faults, 2 the file cannot be read.",
		Args: atMostOneFile,
		RunE: interruptible(func(ctx context.Context, args []string) error { return v.run(ctx, h, c, args) }),
	}
	f := cmd.Flags()
	f.StringVar(&v.as, "as", "", "`KIND` of the request: responses or rerank (default: detected from its members)")
	f.BoolVar(&v.fix, "fix", false, "print the request with what hints can repair")
	f.StringVarP(&v.out, "output", "o", "", "with --fix, write to a new `FILE` instead of standard output")
	f.StringVar(&v.strict, "strict", "", "also check the schemas of functions and of text.format against what a `PROVIDER` takes: "+strings.Join(validate.Providers(), ", "))
	completeWords(cmd, "as", string(validate.ForResponses), string(validate.ForRerank))
	completeWords(cmd, "strict", validate.Providers()...)
	return cmd
}

func (v *validating) run(ctx context.Context, h host, c *common, args []string) error {
	as := validate.Target(v.as)
	switch {
	case as != "" && as != validate.ForResponses && as != validate.ForRerank:
		return wrongUsage("--as %s: must be responses or rerank", as)
	case v.strict != "" && !slices.Contains(validate.Providers(), v.strict):
		return wrongUsage("--strict %s: must be one of %s", v.strict, strings.Join(validate.Providers(), ", "))
	case v.out != "" && !v.fix:
		return wrongUsage("--output is for the request that --fix writes; add --fix")
	}
	file, given, err := readInput(ctx, h, args)
	if err != nil {
		return err
	}
	if !given {
		return wrongUsage("nothing to validate; give a FILE or a request on standard input")
	}
	if err := cmp.Or(noSet(file), noStream(file)); err != nil {
		return err
	}
	as = cmp.Or(as, validate.Kind(file))
	settings, _, err := c.load(h) // its warnings are for commands that connect
	if err != nil {
		return err
	}
	check := func(request []byte) validate.Report {
		r := validate.For(as, request, knownOf(h, settings))
		r.Hints = append(r.Hints, validate.Strict(v.strict, request)...)
		return r
	}
	if v.fix {
		return v.repair(ctx, h, file, check)
	}
	found := report.Checked(check(file))
	var out bytes.Buffer
	for _, f := range found {
		fmt.Fprintln(&out, oneLine(f.Line()))
	}
	if err := h.print("the faults", out.Bytes()); err != nil {
		return err
	}
	if len(report.Faults(found)) > 0 {
		return quietly(exitFailed)
	}
	if isTerminal(h.stdout) {
		h.say("no faults in this %s request", as)
	}
	repairable := 0
	for _, f := range found {
		if len(f.Repair) > 0 {
			repairable++
		}
	}
	if repairable > 0 {
		h.say("--fix writes the request without %s", figures.Counted(repairable, "hint"))
	}
	return nil
}

// repair writes the request with the repairs of hints. The repaired and the remaining findings are printed
// on standard error. Malformed JSON is written unchanged.
func (v *validating) repair(ctx context.Context, h host, file []byte, check func([]byte) validate.Report) error {
	document, repaired := validate.RepairAll(file, func(b []byte) []validate.Finding { return check(b).Hints })
	for _, f := range report.Checked(validate.Report{Hints: repaired}) {
		h.say("found and fixed: %s", f.Words())
	}
	left := report.Checked(check(document))
	for _, f := range left {
		h.sayLine(f.Line())
	}
	writer := exporting{out: v.out}
	if err := writer.write(ctx, h, append(bytes.TrimRight(document, "\n"), '\n')); err != nil {
		return err
	}
	if len(report.Faults(left)) > 0 {
		return quietly(exitFailed)
	}
	return nil
}

// knownOf returns what is known of the service without a request: the catalogue of the local gateway only.
func knownOf(h host, s config.Settings) validate.Service {
	known := validate.Service{Word: s.Service}
	if s.BaseURL == "" {
		known.Models = gateway.New(append([]gateway.Option{gateway.WithService(s.Service)}, h.local...)...).Slugs()
	}
	return known
}

// reportFaults checks requests before they are sent, and prints each line once; ok is false if they have
// faults. name is where they were read from, and replaces the path of the complete document. Notes are
// omitted.
func reportFaults(h host, to validate.Target, name string, known validate.Service, requests ...[]byte) (ok bool) {
	printed := map[string]bool{}
	ok = true
	for _, request := range requests {
		found := report.Checked(validate.For(to, request, known))
		ok = ok && len(report.Faults(found)) == 0
		for _, f := range found {
			if f.Path == "." { // reads like a file
				f.Path = name
			}
			if line := f.Line(); f.Level != report.Note && !printed[line] {
				h.sayLine(line)
				printed[line] = true
			}
		}
	}
	if !ok {
		h.say("nothing was sent; fix the request, or send it anyway with --force")
	}
	return ok
}
