package export

import (
	"net/http"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// asked is an exchange that sent a request and has that response.
func asked(request, response string) Exchange {
	x := state.NewExchange("x", []byte(request))
	c := &wire.Capture{Sent: wire.Sent{URL: "https://h/v1/responses", Body: []byte(request)}, Timing: wire.NoTiming()}
	if response != "" {
		c.Head = &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
		c.Body.Append([]byte(response), 1000)
		c.End = &wire.End{Cause: wire.EndClean, AtUS: 1000}
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: c.Head}, wire.Arrival{Kind: wire.ArrivedEnd, End: c.End, Body: []byte(response), Timing: &c.Timing})
	}
	return Exchange{State: x, Shown: x, Capture: c}
}

func transcriptOf(t interface{ Fatal(...any) }, list ...Exchange) string {
	out, err := markdownDocument(list, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTranscriptNamesSpeakers(t *testing.T) {
	of := asked(`{"model":"m","instructions":"Be short.","input":[{"role":"user","content":[{"type":"input_text","text":"weather?"},{"type":"input_image","image_url":"https://h/a.png"}]},
		{"type":"reasoning","summary":[{"type":"summary_text","text":"I ask the tool."}]},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"city\":\"Oslo\"}"},
		{"type":"function_call_output","call_id":"c1","output":"cold"}]}`,
		`{"id":"r","object":"response","status":"completed","model":"v/m-1","usage":{"input_tokens":7,"output_tokens":3,"cost":0.5},
		"output":[{"type":"reasoning","id":"a","summary":[{"type":"summary_text","text":"Now say it."}]},
		{"type":"message","id":"b","role":"assistant","content":[{"type":"output_text","text":"It is **cold**.\n\n`+"```sh\\necho <b>\\n```"+`"}]}]}`)
	of.Title = "weather?"
	want := `# weather?

## Instructions

> Be short.

## User

> weather?

**` + "`image`** `https://h/a.png`" + `

<details><summary>Reasoning</summary>

` + "```text\nI ask the tool.\n```" + `

</details>

**Call** ` + "`get_weather` (`c1`)\n\n```json\n{\n  \"city\": \"Oslo\"\n}\n```" + `

**Output** of ` + "`c1`\n\n```text\ncold\n```" + `

<details><summary>Reasoning</summary>

` + "```text\nNow say it.\n```" + `

</details>

## Assistant

> It is **cold**.
>
> ` + "```sh\n> echo <b>\n> ```" + `

**completed** · ` + "`v/m-1`" + ` · in 7 · out 3 · 1 ms · $0.50
`
	if got := transcriptOf(t, of); got != want {
		t.Errorf("%s", got)
	}
}

func TestATranscriptOfASessionHasEachTurnOnce(t *testing.T) {
	first := asked(`{"input":"one"}`, `{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"ONE"}]}]}`)
	second := asked(`{"input":[{"role":"user","content":"one"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"ONE"}]},{"role":"user","content":"two"}]}`,
		`{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"TWO"}]}]}`)
	first.About.Session, second.About.Session = "s", "s"
	got := transcriptOf(t, first, second)
	for _, text := range []string{"> one\n", "> ONE\n", "> two\n", "> TWO\n", "*Exchange 2 of 2*"} {
		if strings.Count(got, text) != 1 {
			t.Errorf("%q is there %d times in\n%s", text, strings.Count(got, text), got)
		}
	}
}

// TestTranscriptNamesBranches: the third turn continues the first once more,
// the fourth begins again, and the fifth continues a turn that is not there.
func TestTranscriptNamesBranches(t *testing.T) {
	answer := func(text string) string {
		return `{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]}]}`
	}
	messages := func(turns ...string) string {
		for i, text := range turns {
			role := []string{"user", "assistant"}[i%2]
			turns[i] = `{"type":"message","role":"` + role + `","content":[{"type":"` + []string{"input", "output"}[i%2] + `_text","text":"` + text + `"}]}`
		}
		return `{"input":[` + strings.Join(turns, ",") + `]}`
	}
	list := []Exchange{
		asked(`{"input":"one"}`, answer("ONE")),
		asked(messages("one", "ONE", "two"), answer("TWO")),
		asked(messages("one", "ONE", "two edited"), answer("EDITED")),
		asked(`{"input":"other"}`, answer("OTHER")),
		asked(messages("gone", "GONE", "five"), answer("FIVE")),
	}
	for i := range list {
		list[i].About.Session = "s"
	}
	got := transcriptOf(t, list...)
	for _, want := range []string{
		"*Exchange 2 of 5*\n\n## User\n\n> two\n",
		"*Exchange 3 of 5: another branch, after exchange 1*\n\n## User\n\n> two edited\n",
		"*Exchange 4 of 5: another branch, from the start*\n\n## User\n\n> other\n",
		"*Exchange 5 of 5: with all that it was sent*\n\n## User\n\n> gone\n\n## Assistant\n\n> GONE\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestMasksInATranscriptMeanNothing: of a text with masked bytes a reader of markdown sees
// every *.
func TestMasksInATranscriptMeanNothing(t *testing.T) {
	text := `*My mail is *******************, **home /home/***/x** and C:\Users\****, but ` + "`code *****`"
	of := asked(`{"input":`+string(scan.Quote(text))+`}`, "")
	of.State.Redacted, of.Title = 30, "mail ****************, home ****"
	got := transcriptOf(t, of)
	for _, want := range []string{
		"# mail " + strings.Repeat(`\*`, 16) + ", home " + strings.Repeat(`\*`, 4) + "\n",
		"> *My mail is " + strings.Repeat(`\*`, 19) + `, **home /home/\*\*\*/x** and C:\Users\\\*\*\*\*, but ` + "`code *****`\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	of.State.Redacted = 0
	if got := transcriptOf(t, of); !strings.Contains(got, "> "+text+"\n") {
		t.Errorf("without masks: %s", got)
	}
}

func TestTranscriptOfTwoConversationsHasBoth(t *testing.T) {
	first := asked(`{"instructions":"Be short.","input":"one"}`, `{"object":"response","status":"completed","output":[]}`)
	second := asked(`{"instructions":"Be short.","input":[{"role":"user","content":"zero"},{"role":"assistant","content":"ZERO"},{"role":"user","content":"two"}]}`, `{"object":"response","status":"completed","output":[]}`)
	got := transcriptOf(t, first, second)
	if strings.Count(got, "> Be short.\n") != 2 || !strings.Contains(got, "> zero\n") || !strings.Contains(got, "> ZERO\n") {
		t.Error(got)
	}
}

func TestATranscriptSaysWhyThereIsNoAnswer(t *testing.T) {
	got := transcriptOf(t, asked(`{"model":"m","input":"x"}`, `{"error":{"code":400,"message":"no <b>such</b> model"}}`))
	if !strings.Contains(got, "> no &lt;b>such&lt;/b> model") || !strings.Contains(got, "**failed**") {
		t.Error(got)
	}
}

// TestFailureInATranscriptIsNoCommand for a CI system; what was answered is unchanged.
func TestFailureInATranscriptIsNoCommand(t *testing.T) {
	failed := transcriptOf(t, asked(`{"model":"m","input":"x"}`, `{"error":{"code":400,"message":"no\n##vso[task.complete]1"}}`))
	if !strings.Contains(failed, "> # #vso[task.complete]1\n") || strings.Contains(failed, "##vso[") {
		t.Error(failed)
	}
	answered := transcriptOf(t, asked(`{"model":"m","input":"x"}`, `{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"##vso[x]1"}]}]}`))
	if !strings.Contains(answered, "> ##vso[x]1\n") {
		t.Error(answered)
	}
}

// TestNothingBreaksOutOfATranscript: whatever is in the texts, a reader of markdown sees
// the headings that we wrote, no HTML but ours, and every other block in its frame.
func TestNothingBreaksOutOfATranscript(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"`", "``", "```", "~~~", "````", "<script>", "</details>", "</summary>", "<!--", "-->", "<?", "<![CDATA[", "<a href=\"`\">", "\n", "\n\n", "\r", "\r\n", " ", "    ",
		"- ", "1. ", "> ", "# ", "## User", "\\", "|", "|---|", "\t", "[x]: /u", "\u2028", "\x00", "a", "\\`", "* * *", "===", "$",
	})
	hostile := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(pieces, 0, 24).Draw(t, "pieces"), "")
	})
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	rapid.Check(t, func(t *rapid.T) {
		say := func(label string) string { return string(scan.Quote(hostile.Draw(t, label))) }
		of := asked(`{"instructions":`+say("instructions")+`,"input":[{"role":"user","content":`+say("user")+`},
			{"role":`+say("role")+`,"content":[{"type":"input_text","text":`+say("part")+`}]},
			{"type":"function_call","call_id":`+say("id")+`,"name":`+say("name")+`,"arguments":`+say("arguments")+`},
			{"type":"function_call_output","call_id":`+say("of")+`,"output":`+say("output")+`}]}`,
			`{"object":"response","status":"completed","model":`+say("model")+`,"output":[
			{"type":"reasoning","summary":[{"type":"summary_text","text":`+say("thought")+`}]},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":`+say("answer")+`}]}]}`)
		of.Title = hostile.Draw(t, "title")
		source := []byte(transcriptOf(t, of))
		for block := reader.Parse(text.NewReader(source)).FirstChild(); block != nil; block = block.NextSibling() {
			switch block.Kind() {
			case ast.KindHeading, ast.KindBlockquote, ast.KindFencedCodeBlock, ast.KindParagraph:
			case ast.KindHTMLBlock:
				lines := strings.TrimSpace(string(block.Lines().Value(source)))
				if lines != "<details><summary>Reasoning</summary>" && lines != "</details>" {
					t.Fatalf("HTML %q in\n%s", lines, source)
				}
				continue
			default:
				t.Fatalf("a %s in\n%s", block.Kind(), source)
			}
			_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				if entering && (n.Kind() == ast.KindRawHTML || n.Kind() == ast.KindHTMLBlock) {
					t.Fatalf("HTML in\n%s", source)
				}
				return ast.WalkContinue, nil
			})
		}
	})
}

func TestATranscriptSaysWhyThePromptWasNotReadFromTheCache(t *testing.T) {
	of := asked(`{"model":"m","input":"x"}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"usage":{"input_tokens":5000,"input_tokens_details":{"cached_tokens":0},"output_tokens":3}}`)
	for _, c := range []struct {
		listed *history.Entry
		want   string
	}{
		{&history.Entry{Cache: "edited", Lost: 0.0135, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 5000}}}, " · cache not read: prompt changed, 0 of 5,000 tokens, lost ~$0.0135"},
		{&history.Entry{Cache: "hit", Lost: -1, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 5000, usage.CacheRead: 4800}}}, " · cache read, 4,800 of 5,000 tokens\n"},
		{&history.Entry{Cache: "first", Lost: -1}, ""},
		{nil, ""},
	} {
		of.Listed = c.listed
		got := transcriptOf(t, of)
		if !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, "cache ") {
			t.Errorf("want %q:\n%s", c.want, got)
		}
	}
}
