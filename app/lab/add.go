package lab

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
	"gatehouse/views/overlay/reply"
)

// then returns the intent that does something after an overlay was closed.
func then(do func() tea.Cmd) views.Intent { return screen.Confirmed{Do: do} }

// askAdd lists where prompts are added from.
func (s *Screen) askAdd() tea.Cmd {
	item := func(label, words string, do func() tea.Cmd) picker.Item {
		return picker.Item{Label: label, Words: words, Choose: func() views.Intent { return then(do) }}
	}
	return s.OpenList("Add prompts", []picker.Item{
		item("Type them", "one a line, or separated by blank lines", s.askTyped),
		item("A file", "text, CSV, JSON, JSONL", func() tea.Cmd {
			return s.AskExistingPath("Add the prompts of a file", s.OpenFrom(), "a text with a prompt a line, CSV, JSON or JSONL",
				func(path string) views.Intent { return then(func() tea.Cmd { return s.addFile(path, "") }) })
		}),
		item("The conversation", "every request of the shown conversation", s.addConversation),
		item("The history", "all that a filter finds", s.askFilter),
	})
}

func (s *Screen) askTyped() tea.Cmd {
	return s.OpenOverlay("Add prompts", reply.New(s.Styles, s.Keys, reply.Reply{
		What: "one prompt per line, or separated by blank lines; " + s.Keys.Name(views.ActNewLine) + " starts a new line",
		Take: func(text string) views.Intent { return then(func() tea.Cmd { return s.addTyped(text) }) },
	}))
}

func (s *Screen) addTyped(text string) tea.Cmd {
	format := dataset.Lines
	if strings.Contains(strings.TrimSpace(text), "\n\n") {
		format = dataset.Paragraphs
	}
	in, err := dataset.Read([]byte(text), format, "")
	if err != nil {
		return s.Notify("nothing added: no prompt was typed")
	}
	return s.addRequests(promptsOf(in))
}

// promptsOf returns the requests of prompts.
func promptsOf(in dataset.Intake) (all [][]byte) {
	for _, d := range in.Documents {
		all = append(all, slices.Concat([]byte(`{"input":`), scan.Quote(d.Text), []byte(`,"stream":true}`)))
	}
	return all
}

// addFile adds the prompts of a file; of CSV and JSON objects those in a field.
func (s *Screen) addFile(path, field string) tea.Cmd {
	return s.Work(progress.Reading(path), func(w *progress.Work) tea.Msg {
		in, err := files.Input(w, path, dataset.Choice{Field: field}, s.AllowFiles...)
		return screen.EffectFunc(func() tea.Cmd {
			switch {
			case err != nil:
				return s.Notify("not added: %v", err)
			case in.Set != nil || in.Run != nil || in.Images > 0:
				return s.Notify("not added: %s has no prompts; give a text, CSV, JSON or JSONL", path)
			case len(in.Fields) > 0:
				return s.chooseField(path, in.Fields)
			}
			return s.addRequests(promptsOf(in.Intake))
		})
	})
}

func (s *Screen) chooseField(path string, fields []string) tea.Cmd {
	var items []picker.Item
	for _, name := range fields {
		items = append(items, picker.Item{Label: name, Choose: func() views.Intent { return then(func() tea.Cmd { return s.addFile(path, name) }) }})
	}
	return s.OpenList("Which one holds the prompt?", items, "text", "question", "input", "prompt")
}

// addConversation adds the requests of the shown conversation.
func (s *Screen) addConversation() tea.Cmd {
	var all [][]byte
	for _, t := range s.desk.Shown().Conv.Path() {
		if x := t.Exchange; x != nil && x.Kind() == state.Responses && len(x.Request) > 0 {
			all = append(all, x.Request)
		}
	}
	if len(all) == 0 {
		return s.Notify("no request to /responses was sent yet in the conversation of Chat")
	}
	return s.addRequests(all)
}

func (s *Screen) askFilter() tea.Cmd {
	a := ask.New(s.Styles, s.Keys, func(text string) views.Intent { return then(func() tea.Cmd { return s.addFound(text) }) }, nil)
	a.SetNote(fmt.Sprintf("a filter as in the history, such as since:7d model:sim/*; at most %d requests, the latest first", maxFound))
	return s.OpenOverlay("Add the requests that a filter finds", a)
}

// maxFound is how many requests of the history are added at once.
const maxFound = 500

// addFound adds the requests of exchanges that a filter of the history finds.
func (s *Screen) addFound(filter string) tea.Cmd {
	return s.Work(progress.Step{Verb: "reading", What: "the history"}, func(w *progress.Work) tea.Msg {
		all, err := s.found(w, filter)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				return s.Notify("not added: %v", err)
			}
			return s.addRequests(all)
		})
	})
}

func (s *Screen) found(w *progress.Work, filter string) (all [][]byte, err error) {
	a := s.History.Archive(w.Context())
	if a == nil {
		return nil, errors.New("nothing is saved in this run, so there is no history to look in")
	}
	f := share.Filter{Text: filter, Now: time.Now(), Index: func(q query.Query) error {
		return a.IndexLeft(w.Context(), q, func(done, total int) error { return w.Counted("indexing", done, total, "exchanges") })
	}}
	q, _, err := f.On(w.Context(), a)
	if err != nil {
		return nil, err
	}
	list, err := a.List(w.Context(), archive.Page{Query: q, Limit: maxFound})
	for i := range list {
		if e := &list[i]; e.Kind.IsNative() && !e.Rerank() {
			x, err := share.Load(w.Context(), a, e)
			if err != nil {
				return nil, err
			}
			all = append(all, x.Capture.Sent.Body)
		}
		if err := w.Counted("reading", i+1, len(list), "exchanges"); err != nil {
			return nil, err
		}
	}
	if err == nil && len(all) == 0 {
		err = errors.New("no request to /responses matches " + filter)
	}
	return all, err
}

// addRequests adds cases for requests, but for those that there are, without the models: these are the variants.
func (s *Screen) addRequests(all [][]byte) tea.Cmd {
	taken, known := map[string]bool{}, map[string]bool{}
	for _, c := range s.lab.Cases {
		taken[c.Name], known[string(c.Request)] = true, true
	}
	text, added := s.lab.Text[:len(s.lab.Text):len(s.lab.Text)], 0
	for _, body := range all {
		if scan.KindOf(body) != scan.Object || !scan.Valid(body) {
			continue
		}
		if without, err := talk.MergePatch(body, []byte(`{"model":null,"previous_response_id":null}`)); err == nil {
			body = without
		}
		if known[string(body)] {
			continue
		}
		known[string(body)] = true
		words := screen.Short(strings.Join(strings.Fields(history.Prompt(body, false, maxPrompt)), " "), maxName)
		text = append(text, expect.CaseText(unique(cmp.Or(words, "no prompt"), taken), body)...)
		added++
	}
	if added == 0 {
		return s.Notify("nothing added: the lab has these prompts")
	}
	return s.write(text, "added "+figures.Counted(added, "prompt"))
}

// maxName is how many cells the name of a case has that is made of its prompt.
const maxName = 48

// askVariant lists the models; any other name can be typed.
func (s *Screen) askVariant() tea.Cmd {
	return s.OpenModels(&screen.ModelList{
		Title: "Add a variant: a model", None: "the server lists no models",
		Choose: func(slug string) views.Intent {
			return then(func() tea.Cmd { return s.addVariant(slug, talk.ModelPatch(slug)) })
		},
		State: func(slug string) string {
			if slices.ContainsFunc(s.lab.Variants, func(v expect.Variant) bool { return v.Name == slug }) {
				return "added"
			}
			return ""
		},
	}, "")
}

func (s *Screen) addVariant(name string, patch []byte) tea.Cmd {
	taken := map[string]bool{}
	for _, v := range s.lab.Variants {
		if taken[v.Name] = true; bytes.Equal(v.Patch, patch) && v.Profile+v.BaseURL == "" {
			return s.Notify("%s is this variant already", v.Name)
		}
	}
	name = unique(name, taken)
	return s.write(append(s.lab.Text[:len(s.lab.Text):len(s.lab.Text)], expect.VariantText(name, patch, "")...), "added the variant "+name)
}

// pin lists who served, of the selected answer first, to pin one.
func (s *Screen) pin() tea.Cmd {
	r := s.results()
	_, first, selected := s.cases.Selected()
	selected = selected && s.Focus() == CasePane
	var items []picker.Item
	for v, name := range r.Variants {
		for _, served := range r.Served(v) {
			if served.Model == "" || selected && v != first {
				continue
			}
			label, patch := figures.ServedBy(served.Model, served.Provider), pinning(served.Model, served.Provider)
			items = append(items, picker.Item{
				Label: label, Words: "served " + figures.Share(served.Share) + " of " + name,
				Choose: func() views.Intent { return then(func() tea.Cmd { return s.pinAs(v, label, patch) }) },
			})
		}
	}
	if items == nil {
		return s.Notify("it is not known who served; %s runs the lab", s.key(views.ActRankRunAll))
	}
	return s.OpenList("Pin who served", items)
}

// pinning returns the merge patch that leads to a model of a provider; without a known provider, to the model alone.
func pinning(model, provider string) []byte {
	if provider == "" {
		return slices.Concat([]byte(`{"model":`), scan.Quote(model), []byte(`,"models":[`), scan.Quote(model), []byte("]}"))
	}
	return slices.Concat([]byte(`{"model":`), scan.Quote(model), []byte(`,"provider":{"only":[`), scan.Quote(provider), []byte(`],"allow_fallbacks":false}}`))
}

// pinAs asks what is to be done with a pin.
func (s *Screen) pinAs(variant int, label string, patch []byte) tea.Cmd {
	items := []picker.Item{{Label: "A new variant", Words: string(patch), Choose: func() views.Intent {
		return then(func() tea.Cmd { return s.addVariant(label, patch) })
	}}}
	if s.at < len(s.lab.Cases) && variant < len(s.lab.Variants) {
		items = append(items, picker.Item{Label: "In Build", Words: "the request of " + s.lab.Cases[s.at].Name + " with it", Choose: func() views.Intent {
			return then(func() tea.Cmd { return s.build(variant, patch) })
		}})
	}
	return s.OpenList("Pin "+label, items)
}

// build opens the request of the shown case and a variant in Build, with a patch.
func (s *Screen) build(variant int, patch []byte) tea.Cmd {
	body := s.lab.Cases[s.at].Request
	var err error
	for _, p := range [][]byte{s.lab.Variants[variant].Patch, patch} {
		if p != nil && err == nil {
			body, err = talk.MergePatch(body, p)
		}
	}
	var conv *talk.Conversation
	if err == nil {
		conv, err = talk.Open(body)
	}
	if err != nil {
		return s.Notify("not opened: %v", err)
	}
	return tea.Batch(s.Host.Do(screen.ShowFile{File: files.File{Session: files.Session{Path: "the lab", Conversation: conv}}}), s.Host.Run(views.ActBuild))
}
