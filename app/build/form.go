package build

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/kit/form"
	"gatehouse/views/kit/text"
)

// toolsGroup is the group of fields in which tools are named.
const toolsGroup = "tools"

// goToForm shows the form of a place, and with enter moves the focus there.
func (s *Screen) goToForm(p views.Place, enter bool) tea.Cmd {
	s.showForm(p)
	if p.Section != views.RequestSection { // a group of fields is not one place of the JSON
		s.source.Show(p.Pointer())
	}
	if enter {
		return s.SetFocus(FormPane)
	}
	return nil
}

// ShowPlace shows the screen and goes to what a JSON Pointer names: in the form
// where that shows it, else in the JSON.
func (s *Screen) ShowPlace(pointer string) tea.Cmd {
	from := s.Focus()
	cmd := s.Refreshed(s.Enter())
	s.source.Show(pointer)
	p, ok := s.outline.Show(pointer)
	switch {
	case !ok && from == SourcePane:
		return tea.Batch(cmd, s.Notify("no form has this value; edit the JSON here"))
	case !ok:
		return tea.Batch(cmd, s.SetFocus(SourcePane))
	}
	s.showForm(p)
	s.form.Show(pointer)
	return tea.Batch(cmd, s.SetFocus(FormPane))
}

// showForm shows a place of the document in the form.
func (s *Screen) showForm(p views.Place) {
	was := s.promptSelected()
	if s.place = p; s.promptSelected() != was {
		s.Host.Arrange() // the page of the prompt replaces the form
	}
	s.forms++
	doc := s.doc
	if p.Group == views.HeadersGroup {
		head := append(append([]byte("{"), scan.Quote(desk.HeadersPointer[1:])...), ':')
		doc = append(append(head, s.desk.Shown().Headers.Document()...), '}')
	}
	s.form.SetForm(s.formOf(p))
	s.form.SetDocument(doc, s.forms)
	s.showFindings()
}

// formOf returns the form of a place.
func (s *Screen) formOf(p views.Place) form.Form {
	switch p.Section {
	case views.RequestSection:
		if p.Group == toolsGroup {
			s.suggestTools()
		}
		return groupForm(p.Group, s.doc)
	case views.PluginsSection:
		plugin := elementAt(s.doc, p)
		f := pluginForm(p, plugin, s.Link.ServiceWord())
		s.previewPlugin(&f, plugin)
		return f
	case views.ToolsSection:
		tool := elementAt(s.doc, p)
		f := toolForm(p, tool, s.Link.ServiceWord())
		kind, name := scan.Text(scan.Get(tool, "type")), scan.Text(scan.Get(tool, "name"))
		if name != "" && (kind == "function" || kind == "custom") {
			f.Extra = append(f.Extra, s.commandLine(name))
		}
		return f
	}
	return itemForm(p, elementAt(s.doc, p))
}

// commandLine returns the line of a function or a custom tool that shows its command, and binds one.
func (s *Screen) commandLine(tool string) form.Extra {
	e := form.Extra{Name: "command", Text: "none: you answer its calls", Choose: func() views.Intent { return views.AskCommand{Tool: tool} }}
	if command, ok := s.Tools[tool]; ok {
		e.Text = text.SanitizeLine(spelling.ShellLine(command.Argv))
	}
	return e
}

// elementAt returns the element at a place; nil for none.
func elementAt(doc []byte, p views.Place) []byte {
	from, to, ok := talk.SpanOf(doc, p.Pointer())
	if !ok {
		return nil
	}
	return doc[from:to]
}

func groupForm(group string, doc []byte) form.Form {
	if group == views.HeadersGroup {
		return form.Form{
			Title: "headers", Base: desk.HeadersPointer, Fields: desk.HeaderFields(scan.Get(doc, "session_id") != nil),
			Intro: []string{"HTTP headers, not saved with the request."},
		}
	}
	f := form.Form{Title: group}
	for _, g := range field.Groups() {
		if g.Name == group {
			f.Fields = g.Fields
		}
	}
	return f
}

func pluginForm(p views.Place, plugin []byte, service string) form.Form {
	if plugin == nil {
		return emptyPlaceForm("plugins", "A plugin changes how the gateway handles the request.")
	}
	kind, ok := field.FindPlugin(scan.Text(scan.Get(plugin, "id")))
	if !ok {
		return form.Form{Title: "plugin", Base: p.Pointer(), Others: true,
			Intro: []string{"Unknown plugin, shown as JSON."}}
	}
	return form.Form{Title: kind.ID, Base: p.Pointer(), Fields: field.WithTools(kind.Fields, service), Others: true,
		Hide: []string{"id"}, Intro: []string{kind.Help}}
}

func toolForm(p views.Place, tool []byte, service string) form.Form {
	if tool == nil {
		return emptyPlaceForm("tools", "A tool is something the model can call.")
	}
	kind, ok := field.FindTool(tool)
	f := elementForm(p, kind.Title, field.WithTools(kind.Fields, service), kind.Help)
	if !ok {
		f.Hide, f.Intro = nil, []string{"Unknown kind of tool, shown as JSON."}
	}
	return f
}

func itemForm(p views.Place, item []byte) form.Form {
	if item == nil {
		return emptyPlaceForm("input", "The items of the conversation, in their order.")
	}
	kind, ok := field.FindItem(item)
	f := elementForm(p, kind.Title, kind.Fields, kind.Help)
	if !ok {
		f.Hide, f.Intro = nil, []string{"Unknown kind of item, shown as JSON."}
	}
	return f
}

// elementForm returns the form of a tool or an item, whose kind is its type.
func elementForm(p views.Place, title string, fields []field.Field, help string) form.Form {
	return form.Form{Title: title, Base: p.Pointer(), Fields: fields, Others: true, Hide: []string{"type"}, Intro: []string{help}}
}

// emptyPlaceForm returns the form of the place after the last element of a list. It
// has no fields.
func emptyPlaceForm(title, help string) form.Form {
	return form.Form{Title: title, Base: "/(none)", Intro: []string{help, "Press enter in the list to add one."}}
}

// ModelsChanged shows what is known of the server's models now.
func (s *Screen) ModelsChanged() {
	if s.Link.Models.Err != nil {
		return
	}
	s.suggestModels()
	if s.doc != nil {
		s.showForm(s.place)
	}
}

// suggestModels gives the form what the catalogue offers for its fields.
func (s *Screen) suggestModels() {
	c := s.Link.Models.Catalogue
	var models, rerankers, providers, patterns []form.Suggestion
	names := map[string]string{}
	for _, listed := range s.Link.Models.List {
		names[listed.ID] = listed.Name
	}
	for _, one := range c.Models {
		model := form.Suggestion{Value: one.Slug, Words: names[one.Slug]}
		if one.Priced() && one.Text() {
			model.Right = fmt.Sprintf("$%.2f/M", one.Prompt)
		}
		switch {
		case one.Rerank:
			rerankers = append(rerankers, model)
		case !one.Other:
			models = append(models, model)
		}
	}
	for _, name := range c.Providers() {
		providers = append(providers, form.Suggestion{Value: name})
	}
	for _, value := range c.Patterns() {
		pattern := form.Suggestion{Value: value, Words: names[value]}
		if pattern.Words == "" {
			pattern.Words = fmt.Sprintf("%d models", countSelected(c.Match([]string{value}, nil)))
		}
		patterns = append(patterns, pattern)
	}
	s.form.SetSuggestions(field.Models, models)
	s.form.SetSuggestions(field.Rerankers, rerankers)
	s.form.SetSuggestions(field.Providers, providers)
	s.form.SetSuggestions(field.Patterns, patterns)
}

// suggestTools gives the form the names of the function tools in the request.
func (s *Screen) suggestTools() {
	var names []form.Suggestion
	tools := scan.Get(s.doc, "tools")
	if scan.KindOf(tools) == scan.Array {
		for _, tool := range scan.Elements(tools) {
			if name := scan.Text(scan.Get(tool, "name")); name != "" {
				names = append(names, form.Suggestion{Value: name, Words: scan.Text(scan.Get(tool, "description"))})
			}
		}
	}
	s.form.SetSuggestions(field.Names, names)
}
