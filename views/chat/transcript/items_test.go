package transcript

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestReasoningShowsItsLastWordsWhileItGrows(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("why?")
	x.Apply(s.talk.head(200),
		s.talk.event(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"first line\nthe last words"}`))
	has(t, s, "▸ reasoning  ~6 tokens  the last words")
	hasNot(t, s, "first line")
}

func TestArgumentsAreShownAsTheyAre(t *testing.T) {
	for _, c := range []struct{ arguments, want string }{
		{`{"b":1,"a":{"deep":[{"x":1e3}]}}`, `"x": 1e3`},
		{`{"city": "Os`, `{"city": "Os`},
		{`not json at all`, `not json at all`},
		{``, `no arguments`},
	} {
		s := newStage(80, 30)
		x := s.ask("call")
		x.Apply(s.talk.head(200), s.talk.event(
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","name":"f","call_id":"c","status":"completed","arguments":%s}}`, quote(c.arguments)))
		has(t, s, "▾ call f  c")
		has(t, s, c.want)
	}
}

func TestRefusalsAreShownInWords(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("do it")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"I will not."}`))
	has(t, s, "the model refuses")
	has(t, s, "I will not.")
}

func TestCitationsAreListed(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("cite")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[`+
		`{"type":"output_text","text":"words","annotations":[{"type":"url_citation","url":"https://e.org/a","title":"A title"},{"type":"file_citation","filename":"notes.pdf","file_id":"f1"}]}]}}`))
	has(t, s, "[1]  A title  https://e.org/a")
	has(t, s, "[2]  notes.pdf")
}

func TestBinaryResultsAreNeverDrawn(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("draw")
	x.Apply(s.talk.head(200), s.talk.event(
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"service:image_generation","id":"a/../b","status":"completed","imageB64":%s}}`, quote(onePixel)))
	has(t, s, "image/png  1×1  68 B  V view  w write file")
	hasNot(t, s, onePixel[:16])
	s.press("K")
	got, ok := s.press("w").(views.SaveBinary)
	if !ok || strings.ContainsAny(got.Name, "/.\\") && got.Name != "service-image_generation-a----b.png" {
		t.Errorf("s asks for %#v, want a name without a path", got)
	}
}

// TestAPartialImageIsAText: of what is none there is nothing to save.
func TestAPartialImageIsAText(t *testing.T) {
	for value, offered := range map[string]bool{quote(onePixel): true, `"AA=="`: true, "null": false, "12345": false, "true": false, `{"a":1}`: false, `["AAAA"]`: false, `""`: false, `"=="`: false, `"data:image/png;base64,"`: false} {
		s := newStage(80, 20)
		x := s.ask("draw")
		x.Apply(s.talk.head(200),
			s.talk.event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"image_generation_call","id":"i","status":"in_progress"}}`),
			s.talk.event(`{"type":"response.image_generation_call.partial_image","output_index":0,"item_id":"i","partial_image_index":0,"partial_image_b64":%s}`, value))
		has(t, s, "image_generation_call")
		if got := strings.Contains(s.trimmed(), "w write file"); got != offered {
			t.Errorf("%s: saving is offered: %v", value, got)
		}
	}
}

func TestFusionShowsItsPanel(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("ask all")
	x.Apply(s.talk.head(200),
		s.talk.event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"service:fusion","status":"in_progress"}}`),
		s.talk.event(`{"type":"response.fusion_call.panel.added","output_index":0,"model":"borealis/a"}`),
		s.talk.event(`{"type":"response.fusion_call.panel.delta","output_index":0,"model":"borealis/a","delta":"my answer"}`),
		s.talk.event(`{"type":"response.fusion_call.panel.failed","output_index":0,"model":"cobalt/b","error":"timed out"}`))
	has(t, s, "borealis/a")
	has(t, s, "my answer")
	has(t, s, "timed out")
	x.Apply(s.talk.event(`{"type":"response.fusion_call.panel.delta","output_index":0,"model":"borealis/a","delta":"\n## It is **not** ` + "`my_answer`" + `\n\n"}`))
	has(t, s, "It is not my_answer")
	hasNot(t, s, "**")
}

func TestSiblingsAreNumbered(t *testing.T) {
	s := newStage(80, 20)
	s.answered("one", "first")
	s.conv.Select(nil)
	s.answered("one again", "second")
	has(t, s, "You   2 of 2")
	hasNot(t, s, "first")

	turn := s.conv.Current
	s.SetEarlier(turn, turn.Exchange.Rewound()) // a copy of the turn shows it
	has(t, s, "You   2 of 2")
}

func TestAThemeChangeIsDrawn(t *testing.T) {
	s := newStage(80, 30)
	scene(s)
	before := s.View()
	s.styles.Set(themes.Light())
	if after := s.View(); after == before || strings.Contains(after, "205;209;222") {
		t.Error("the old theme's colours are still on the screen")
	}
}

func TestDoneTextReplacesWhatWasStreamed(t *testing.T) {
	s := newStage(80, 20)
	x := s.ask("hello")
	x.Apply(s.talk.head(200), s.talk.delta(0, "ciphertext"))
	has(t, s, "ciphertext")
	x.Apply(s.talk.event(`{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"plain words"}`))
	has(t, s, "plain words")
	hasNot(t, s, "ciphertext")
}

func TestALoadedTurnIsShownWithoutAFooter(t *testing.T) {
	s := newStage(80, 20)
	s.answered("hello", "hi")
	s.conv.Current.Exchange = nil
	hasNot(t, s, "✓")
}

func TestHugeLinesAndLongPastesAreCut(t *testing.T) {
	play := func(words int) *stage {
		s := newStage(80, 20)
		x := s.ask(strings.Repeat("paste ", words))
		x.Apply(s.talk.head(200), s.talk.delta(0, strings.Repeat("x", 6*words)), s.talk.end(wire.EndClean))
		s.View()
		return s
	}
	pages := func(s *stage) func() {
		return func() {
			for range 20 {
				s.press("pgup")
				viewstest.Exact(t, s.View(), 80, 20)
			}
			s.press("G")
			s.styles.Version++ // all is drawn again
		}
	}
	s := play(200_000)
	if a, b := allocated(pages(play(20_000))), allocated(pages(s)); b*2 > a*3 {
		t.Errorf("twenty pages up allocate %d bytes in 120 KB, %d in 1.2 MB", a, b)
	}
	for k, tv := range s.turns {
		for _, sec := range tv.sections {
			for b := range sec.blocks() - 1 {
				if n := sec.body.Height(b); n > 100 {
					t.Fatalf("turn %d: a block is %d lines high: it is not cut", k, n)
				}
			}
		}
	}
}

// TestReasoningLengthFollowsTheUsage: an estimate until the usage arrives; then its
// figure where it is this item's alone, else no figure next to another.
func TestReasoningLengthFollowsTheUsage(t *testing.T) {
	thought := func(s *stage, n int) []wire.Arrival {
		return []wire.Arrival{
			s.talk.event(`{"type":"response.reasoning_text.delta","output_index":%d,"item_id":"r%d","content_index":0,"delta":"one word and another"}`, n, n),
			s.talk.event(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"reasoning","id":"r%d","content":[{"type":"reasoning_text","text":"one word and another"}]}}`, n, n),
		}
	}
	ended := `{"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":1,"output_tokens":60,"output_tokens_details":{"reasoning_tokens":%d}}}}`
	for _, c := range []struct {
		thoughts, counted int
		want              string
	}{{1, 48, "▸ reasoning  48 tokens"}, {1, 0, "▸ reasoning  20 B"}, {2, 48, "▸ reasoning  20 B"}} {
		s := newStage(80, 24)
		x := s.ask("why?")
		x.Apply(s.talk.head(200))
		for n := range c.thoughts {
			x.Apply(thought(s, n)...)
		}
		x.Apply(s.talk.delta(c.thoughts, "so it is"))
		has(t, s, "▸ reasoning  ~5 tokens")
		x.Apply(s.talk.event(ended, c.counted))
		has(t, s, c.want)
		hasNot(t, s, "~5")
	}
}

// TestPipelineIsShownWithTheVerdict: an answer that is complete may
// be one to another request than was sent.
func TestPipelineIsShownWithTheVerdict(t *testing.T) {
	for stage, want := range map[string]string{
		`{"type":"guardrail","name":"keys","data":{"action":"redacted","detected":true}}`:                                          "pipeline  ≠ keys: redacted  ·  F4 U guardrails",
		`{"type":"context_compression","name":"compression","data":{"original_count":81,"compressed_count":54}}`:                   "pipeline  ≠ compression: 27 of 81 items dropped  ·  F4 R route",
		`{"type":"context_compression","name":"compression","summary":"it fits","data":{"original_count":8,"compressed_count":8}}`: "",
	} {
		s := newStage(80, 24)
		x := s.ask("why?")
		x.Apply(s.talk.head(200), s.talk.delta(0, "so it is"))
		hasNot(t, s, "pipeline")
		x.Apply(s.talk.event(`{"type":"response.completed","response":{"status":"completed","service_metadata":{"requested":"m","strategy":"direct","pipeline":[%s]}}}`, stage))
		if has(t, s, "✓ completed"); want == "" {
			hasNot(t, s, "pipeline")
			continue
		}
		has(t, s, want)
	}
}

// TestItemsFollowTheExchange: what is shown of one may change with others, and with the end.
func TestItemsFollowTheExchange(t *testing.T) {
	type came = func(w *wireTalk) []wire.Arrival
	events := func(all ...string) came {
		return func(w *wireTalk) (came []wire.Arrival) {
			for _, e := range all {
				came = append(came, w.event("%s", e))
			}
			return came
		}
	}
	lost := func(w *wireTalk) []wire.Arrival { return []wire.Arrival{w.end(wire.EndLost)} }
	cites := func(before, site, after string) string {
		return before + `{"type":"message","id":"m","content":[{"type":"output_text","text":"x","annotations":[{"type":"url_citation","url":"https://` + site + `"}]}]` + after
	}
	const reasoned = `{"type":"reasoning","summary":[{"type":"summary_text","text":"twelve bytes"}]}`
	for name, c := range map[string]struct {
		first, then came
		was, is     string
	}{
		"a call that broke off": {
			events(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"look","call_id":"c","arguments":""}}`), lost,
			"call look  c\n", "call look  c  no arguments"},
		"a tool that broke off": {
			events(`{"type":"response.output_item.added","output_index":0,"item":{"type":"service:shell","id":"i","command":"ls"}}`,
				`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"printed"}`), lost,
			"service:shell  printed", "service:shell\n     $ ls\n     printed"},
		"a citation that the response puts right": {
			events(cites(`{"type":"response.output_item.done","output_index":0,"item":`, "one.org", `}}`)),
			events(cites(`{"type":"response.completed","response":{"status":"completed","output":[`, "two.org", `}]}}`)),
			"[1]  https://one.org", "[1]  https://two.org"},
		"a thought that is not the only one any more": {
			events(`{"type":"response.output_item.done","output_index":0,"item":` + reasoned + `}`),
			events(`{"type":"response.completed","response":{"status":"completed","output":[` + reasoned + `,` + reasoned + `],"usage":{"output_tokens":9,"output_tokens_details":{"reasoning_tokens":7}}}}`),
			"reasoning  ~3 tokens", "reasoning  12 B"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(80, 20)
			x := s.ask("go")
			x.Apply(s.talk.head(200))
			x.Apply(c.first(&s.talk)...)
			has(t, s, c.was)
			x.Apply(c.then(&s.talk)...)
			has(t, s, c.is)
			hasNot(t, s, c.was)
		})
	}
}
