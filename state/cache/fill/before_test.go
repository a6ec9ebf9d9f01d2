package fill

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/wiretest"
)

// reported is an exchange with the items of its answer, and its tokens.
func reported(t *testing.T, body, output string, in, out, reasoning int) *Before {
	t.Helper()
	x := state.New(state.Responses, "x", []byte(body))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"id":"resp_1","object":"response","status":"completed","output":[`+output+`]}`))
	if len(x.Items) == 0 {
		t.Fatalf("no items in %s", output)
	}
	return &Before{ID: "x", Prompt: prompt(t, body), Answer: run.AnswerOf(x), In: in, Out: out, Reasoning: reasoning}
}

const (
	thought = `{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"A dog, or a cat?"}]}`
	replied = `{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"A dog.","annotations":[]}]}`
	looked  = `{"type":"function_call","id":"fc_1","call_id":"c","name":"look","arguments":"{\"at\": 1}","status":"completed"}`
	asked   = `{"role":"user","content":[{"type":"input_text","text":"What is this?"}]}`
	picture = `{"role":"user","content":[{"type":"input_text","text":"What is this?"},{"type":"input_image","image_url":"data:image/png;base64,aGk="}]}`
	next    = `{"role":"user","content":"And now?"}`
)

func input(items ...string) string { return `{"model":"m","input":[` + strings.Join(items, ",") + `]}` }

// TestARequestThatBeginsWithTheExchangeBeforeIsAsManyTokens as that reports, and what is new in it.
func TestARequestThatBeginsWithTheExchangeBeforeIsAsManyTokens(t *testing.T) {
	for name, c := range map[string]struct {
		before  *Before
		now     string
		prompt  int // pieces that are known by the exchange before, as the next
		answer  int
		tokens  int
		unknown int
	}{
		// "What is this?" is 13 bytes: "And now?", 8 bytes, is 359·8/13 = 221.
		"its answer follows": {reported(t, input(asked), replied, 359, 781, 0), input(asked, replied, next), 1, 1, 359 + 781 + 221, 0},
		"another spelling of a call": {
			reported(t, input(asked), looked, 359, 781, 0), input(asked, `{"type":"function_call","call_id":"c","name":"look","arguments":"{\"at\":1}"}`), 1, 1, 359 + 781, 0,
		},
		"reasoning that is not sent on":          {reported(t, input(asked), thought+","+replied, 359, 781, 700), input(asked, replied), 1, 1, 359 + 81, 0},
		"reasoning that is sent on":              {reported(t, input(asked), thought+","+replied, 359, 781, 700), input(asked, thought, replied), 1, 2, 359 + 781, 0},
		"reasoning whose tokens nobody reports":  {reported(t, input(asked), thought+","+replied, 13, 781, -1), input(asked, replied), 1, 0, 13 + 6, 0},
		"an answer that was edited":              {reported(t, input(asked), replied, 13, 781, 0), input(asked, strings.Replace(replied, "dog", "cat", 1)), 1, 0, 13 + 6, 0},
		"a message in the place of the answer":   {reported(t, input(asked), replied, 13, 781, 0), input(asked, next), 1, 0, 13 + 8, 0},
		"an answer whose tokens nobody reports":  {reported(t, input(asked), replied, 13, -1, -1), input(asked, replied), 1, 0, 13 + 6, 0},
		"the same request":                       {reported(t, input(asked), replied, 359, 781, 0), input(asked), 1, 0, 359, 0},
		"a picture in it":                        {reported(t, input(picture), replied, 1500, 10, 0), input(picture, replied), 2, 1, 1510, 0},
		"another picture":                        {reported(t, input(picture), replied, 1500, 10, 0), input(picture, replied, picture), 2, 1, 1510 + 3, 1},
		"a picture, and fewer tokens than words": {reported(t, input(picture), replied, 2, 10, 0), input(picture, replied), 2, 1, 12, 1},
		"an earlier message that was edited": {
			reported(t, input(asked), replied, 26, 781, 0), input(strings.Replace(asked, "this", "that", 1), replied), 0, 0, 2 * (13 + 6), 0,
		},
		"a message before it":  {reported(t, input(asked), replied, 26, 781, 0), input(next, asked), 0, 0, 2 * (8 + 13), 0},
		"nothing is reported":  {reported(t, input(asked), replied, -1, -1, -1), input(asked), 0, 0, 3, 0},
		"the service keeps it": {reported(t, `{"previous_response_id":"r",`+input(asked)[1:], replied, 359, 781, 0), input(asked), 0, 0, 3, 0},
	} {
		f := Of(prompt(t, c.now), "m", []*Before{c.before}, NewCounter())
		var b Prefix
		if f.Method.Prefix != nil {
			b = *f.Method.Prefix
		}
		if b.Prompt != c.prompt || b.Answer != c.answer || f.Tokens != c.tokens || f.Unknown != c.unknown {
			t.Errorf("%s: %d pieces and %d of the answer, %d tokens, %d not known; want %d, %d, %d, %d\n%+v", name, b.Prompt, b.Answer, f.Tokens, f.Unknown, c.prompt, c.answer, c.tokens, c.unknown, f.Pieces)
		}
	}
}

// TestAPictureHasWhatTheTextsLeave of the tokens that are reported.
func TestAPictureHasWhatTheTextsLeave(t *testing.T) {
	f := Of(prompt(t, input(picture)), "m", []*Before{reported(t, input(picture), replied, 1500, 10, 0)}, NewCounter())
	if x := f.Pieces[1]; x.Kind != Attachments || x.Tokens != 1500-f.Pieces[0].Tokens || !x.About || f.Pieces[0].Tokens != 3 {
		t.Errorf("%+v", f.Pieces)
	}
}

// TestTheExchangeWithTheMostOfTheBeginningCounts, wherever it is among those before.
func TestTheExchangeWithTheMostOfTheBeginningCounts(t *testing.T) {
	short, long := reported(t, input(asked), replied, 100, 10, 0), reported(t, input(asked, replied, next), replied, 150, 10, 0)
	short.ID, long.ID = "short", "long"
	other := reported(t, input(next), replied, 77, 10, 0)
	for _, before := range [][]*Before{{short, long, other}, {other, long, short}} {
		f := Of(prompt(t, input(asked, replied, next, replied)), "m", before, NewCounter())
		if f.Method.Prefix == nil || f.Method.Prefix.ID != "long" || f.Tokens != 160 {
			t.Errorf("%+v: %d tokens", f.Method.Prefix, f.Tokens)
		}
	}
}

// TestTheVocabularyCountsWhatIsNew after what an exchange before reports.
func TestTheVocabularyCountsWhatIsNew(t *testing.T) {
	f := Of(prompt(t, input(asked, replied, next)), "gpt-5", []*Before{reported(t, input(asked), replied, 359, 781, 0)}, NewCounter())
	if f.Tokens != 359+781+3 || f.Pieces[2].About {
		t.Errorf("%d tokens: %+v", f.Tokens, f.Pieces)
	}
}

func TestAnExchangeBeforeMeasuresTheBytes(t *testing.T) {
	call := prompt(t, `{"input":[{"role":"user","content":"12345678"},{"type":"function_call","call_id":"c","name":"ab","arguments":"{}"}]}`) // 8 + 2 + 2 bytes
	long := strings.Repeat("word ", 40)
	spoken := reported(t, input(picture), strings.Replace(replied, "A dog.", long, 1), 1500, 70, 20)
	for name, c := range map[string]struct {
		before []*Before
		want   *Measure
	}{
		"a prompt": {[]*Before{{ID: "x", Prompt: call, In: 6, Out: -1}}, &Measure{ID: "x", Tokens: 6, Bytes: 12}},
		"the prompt before that, as an image is in the last": {[]*Before{spoken, {ID: "y", Prompt: call, In: 6, Out: -1}}, &Measure{ID: "y", Tokens: 6, Bytes: 12}},
		"an answer, without its reasoning":                   {[]*Before{spoken}, &Measure{ID: "x", Answer: true, Tokens: 50, Bytes: 200}},
		"an answer of a few words":                           {[]*Before{reported(t, input(picture), replied, 1500, 10, 0)}, nil},
		"more was read than was sent":                        {[]*Before{{ID: "x", Prompt: prompt(t, `{"input":"a","previous_response_id":"r"}`), In: 6}}, nil},
		"it is empty":                                        {[]*Before{{ID: "x", Prompt: prompt(t, `{"input":""}`), In: 6}}, nil},
		"no tokens are reported":                             {[]*Before{{ID: "x", Prompt: call, In: -1, Out: -1}}, nil},
	} {
		f := Of(prompt(t, `{"input":"12345678901234567890"}`), "claude", c.before, NewCounter())
		if got := f.Method.Like; (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		} else if got != nil && f.Tokens != share(20, got.Tokens, got.Bytes) {
			t.Errorf("%s: %d tokens", name, f.Tokens)
		}
	}
}
