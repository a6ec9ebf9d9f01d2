package transcript

import (
	"bytes"
	"strings"
	"testing"

	"gatehouse/state/text/rope"
	"gatehouse/views/kit/text"
)

// TestDeliveredTextIsDrawnFromItsSpelling: a text of any kind that arrived with escapes
// is drawn, found and folded as any other, and not stored decoded.
func TestDeliveredTextIsDrawnFromItsSpelling(t *testing.T) {
	for name, item := range map[string]string{
		"text":            `{"type":"message","content":[{"type":"output_text","text":"say \"hello\" now"}]}`,
		"refusal":         `{"type":"message","content":[{"type":"refusal","refusal":"say \"hello\" now"}]}`,
		"reasoning":       `{"type":"reasoning","summary":[{"type":"summary_text","text":"first \u0041"},{"type":"summary_text","text":"say \"hello\" now"}]}`,
		"JSON arguments":  `{"type":"function_call","name":"f","arguments":"{\"a\":\"say 'hello' now\"}"}`,
		"other arguments": `{"type":"custom_tool_call","name":"f","input":"say \"hello\" now"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(80, 30)
			x := s.ask("go")
			item = `{"beside":"` + strings.Repeat("-", 4<<10) + `",` + item[1:] // the text of a small item is another one each time
			x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":%s}`, item))
			s.View()
			if name == "reasoning" {
				s.press("g", "K", "space")
			}
			has(t, s, "hello")
			s.SetSize(60, 30)
			has(t, s, "hello")
			seen := 0
			for _, sec := range s.path[len(s.path)-1].sections {
				if sec.key.part != partItem || sec.body == nil {
					continue
				}
				texts := x.Items[0].TextBuffers()
				bodies := []text.Long{sec.body}
				if p, ok := sec.body.(*joinedTexts); ok {
					bodies = nil
					for _, text := range p.texts {
						bodies = append(bodies, text.content)
					}
				}
				for i, b := range bodies {
					seen++
					if c, ok := b.(interface {
						From(text *rope.Rope) bool
					}); !ok || !c.From(texts[i].Rope()) {
						t.Errorf("text %d is held decoded", i)
					}
				}
				if all := sec.body.Source(); sec.part(3, len(all)-2) != all[3:len(all)-2] {
					t.Errorf("its part is %q, all is %q", sec.part(3, len(all)-2), all)
				}
			}
			if seen != len(x.Items[0].TextBuffers()) {
				t.Errorf("%d texts are drawn", seen)
			}
			s.press("/")
			s.write("hello")
			has(t, s, "1 of 1")
		})
	}
}

// TestAnEncodedPictureMayHoldEscapes: some services escape the slashes of base64.
func TestAnEncodedPictureMayHoldEscapes(t *testing.T) {
	for _, head := range []string{"", "data:image\\/png;base64,"} {
		s := newStage(80, 20)
		x := s.ask("draw")
		x.Apply(s.talk.head(200), s.talk.event(
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"image_generation_call","id":"i","result":"%s"}}`, head+strings.ReplaceAll(onePixel, "/", `\/`)))
		has(t, s, "image/png  1×1  68 B  V view  w write file")
		for _, sec := range s.path[len(s.path)-1].sections {
			if sec.binary != nil && !bytes.HasPrefix(decoded(sec.binary.text()), []byte("\x89PNG")) {
				t.Errorf("what is saved is %.20q", decoded(sec.binary.text()))
			}
		}
	}
}
