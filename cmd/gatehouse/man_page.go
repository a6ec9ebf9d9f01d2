package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manEnvironment are the variables that the page of gatehouse explains.
var manEnvironment = [][2]string{
	{"GATEHOUSE_API_KEY", "The key for --base-url or --profile; never sent to the local gateway."},
	{"GATEHOUSE_BASE_URL", "As --base-url."},
	{"GATEHOUSE_PROFILE", "As --profile."},
	{"GATEHOUSE_GATEWAY_KEYS", "Keys that gatehouse gateway accepts, separated by commas."},
	{"OTEL_EXPORTER_OTLP_ENDPOINT", "The OpenTelemetry collector that proxy, send, rerank and check send spans to; see --otlp."},
	{"ACCESSIBLE", "Chat line by line, as --plain."},
	{"NO_COLOR", "No colours."},
	{"HTTP_PROXY, HTTPS_PROXY, NO_PROXY", "Proxies."},
	{"XDG_CONFIG_HOME, XDG_DATA_HOME", "Where settings and history are."},
}

// manFiles are the files that the page of gatehouse explains, where XDG says nothing else.
var manFiles = [][2]string{
	{"~/.config/gatehouse/config.toml", "Settings: profiles, keys, tools, alerts, themes."},
	{"~/.local/share/gatehouse", "The history."},
}

// manPage is a page in the man macros of roff, which are in man(7).
type manPage struct{ strings.Builder }

// newManPage writes the page of a command.
func newManPage(cmd *cobra.Command, day string) string {
	var p manPage
	fmt.Fprintf(&p, ".TH %s 1 %s gatehouse \"gatehouse manual\"\n", strings.ToUpper(roff(manName(cmd))), day)
	p.section("NAME")
	p.line(manName(cmd) + " - " + cmd.Short)
	p.section("SYNOPSIS")
	fmt.Fprintf(&p, "\\fB%s\\fR%s\n", roff(cmd.CommandPath()), roff(strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())))
	p.section("DESCRIPTION")
	p.text(cmd.Long, cmd.Short)
	if subs := listedCommands(cmd); len(subs) > 0 {
		p.section("COMMANDS")
		for _, sub := range subs {
			p.item(`\fB`+roff(sub.Name())+`\fR`, sub.Short+".")
		}
	}
	p.flags("OPTIONS", cmd.NonInheritedFlags())
	p.flags("GLOBAL OPTIONS", cmd.InheritedFlags())
	if !cmd.HasParent() {
		p.items("ENVIRONMENT", manEnvironment)
		p.items("FILES", manFiles)
	}
	p.seeAlso(cmd)
	return p.String()
}

func (p *manPage) section(title string) { fmt.Fprintf(p, ".SH %s\n", title) }

func (p *manPage) line(text string) { p.WriteString(roff(text) + "\n") }

// item is a term, as roff, and what it means.
func (p *manPage) item(term, meaning string) {
	fmt.Fprintf(p, ".TP\n%s\n", term)
	p.line(meaning)
}

func (p *manPage) items(title string, items [][2]string) {
	p.section(title)
	for _, i := range items {
		p.item(`\fB`+roff(i[0])+`\fR`, i[1])
	}
}

// text writes the paragraphs of a help text. Indented ones are shown as they stand; cobra's
// own texts have headings as Markdown has them.
func (p *manPage) text(long, short string) {
	if long == "" {
		long = short + "."
	}
	for i, paragraph := range strings.Split(strings.TrimSpace(long), "\n\n") {
		if heading, ok := strings.CutPrefix(paragraph, "#### "); ok {
			fmt.Fprintf(p, ".SS %s\n", roff(strings.TrimSuffix(heading, ":")))
			continue
		}
		if strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, "  ") {
			p.example(paragraph)
			continue
		}
		if i > 0 {
			p.WriteString(".PP\n")
		}
		for line := range strings.SplitSeq(paragraph, "\n") {
			p.line(strings.TrimSpace(line))
		}
	}
}

// example writes lines as they stand, but for the indentation of the first.
func (p *manPage) example(paragraph string) {
	indent := paragraph[:len(paragraph)-len(strings.TrimLeft(paragraph, " \t"))]
	p.WriteString(".RS 4\n.EX\n")
	for line := range strings.SplitSeq(paragraph, "\n") {
		p.line(strings.TrimRight(strings.TrimPrefix(line, indent), " \t"))
	}
	p.WriteString(".EE\n.RE\n")
}

func (p *manPage) flags(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	p.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		term := `\fB` + roff("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			term = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + term
		}
		if value != "" {
			term += ` \fI` + roff(value) + `\fR`
		}
		if !slices.Contains([]string{"", "0", "0s", "false", "[]"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		p.item(term, usage)
	})
}

// seeAlso names the page above and those below.
func (p *manPage) seeAlso(cmd *cobra.Command) {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, manName(cmd.Parent()))
	}
	for _, sub := range listedCommands(cmd) {
		pages = append(pages, manName(sub))
	}
	p.section("SEE ALSO")
	for i, name := range pages {
		end := ","
		if i == len(pages)-1 {
			end = ""
		}
		fmt.Fprintf(p, ".BR %s (1)%s\n", roff(name), end)
	}
}

// asIs writes what roff would obey, or draw as a sign of typesetting: a hyphen, a quote or an
// accent that is not escaped cannot be pasted into a shell (groff_char(7), "Fundamental
// character set").
var asIs = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\t", "    ")

// roff writes text so that roff shows it as it stands.
func roff(text string) string {
	text = asIs.Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
