package views

import (
	"strconv"

	"gatehouse/client/scan"
)

// Section is a heading of the builder's list of places.
type Section uint8

// The sections, in the order of the list.
const (
	RequestSection Section = iota // groups of fields, and the headers
	PluginsSection
	ToolsSection
	ItemsSection
)

// HeadersGroup is the name of the group of what is sent in addition to the document.
const HeadersGroup = "headers"

// Pointer returns the JSON Pointer of the section's list; that of the
// document for the groups of fields.
func (s Section) Pointer() string {
	switch s {
	case PluginsSection:
		return "/plugins"
	case ToolsSection:
		return "/tools"
	case ItemsSection:
		return "/input"
	}
	return ""
}

// PromptGroup is the name of the place that shows what fills the prompt.
const PromptGroup = "prompt"

// Place is what one form of the builder shows: a group of fields, or an
// element of a list.
type Place struct {
	Section Section
	Group   string // of RequestSection: the group's name
	Index   int    // of a list: which element; the list's length is the place where one is added
}

// Pointer returns the JSON Pointer of the object whose members the place
// shows.
func (p Place) Pointer() string {
	if p.Section == RequestSection {
		return ""
	}
	return p.Section.Pointer() + "/" + strconv.Itoa(p.Index)
}

// PlaceOf returns the place that shows what a JSON Pointer names. ok is false
// for the document as a whole and for a list itself. groupOf gives the group
// of a member of the document; it may be nil.
func PlaceOf(pointer string, groupOf func(member string) string) (p Place, ok bool) {
	path, _ := scan.PathOf(pointer)
	if len(path) == 0 || path[0] == "" {
		return Place{}, false
	}
	for _, s := range []Section{PluginsSection, ToolsSection, ItemsSection} {
		if "/"+path[0] != s.Pointer() {
			continue
		}
		if len(path) == 1 {
			return Place{Section: s}, false
		}
		index, err := strconv.Atoi(path[1])
		return Place{Section: s, Index: index}, err == nil && index >= 0
	}
	p = Place{Section: RequestSection}
	if groupOf != nil {
		p.Group = groupOf(path[0])
	}
	return p, p.Group != ""
}
