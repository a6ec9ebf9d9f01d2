package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Model is a reranker's slug, and the members of its requests besides query and documents, as spelled by the user.
type Model struct {
	Slug     string
	Settings []scan.Member
}

// NewModel returns a model without settings.
func NewModel(slug string) Model { return Model{Slug: slug} }

// Setting returns the value of a setting as JSON, or nil.
func (m Model) Setting(name string) []byte {
	for _, s := range slices.Backward(m.Settings) {
		if s.Key == name {
			return s.Value
		}
	}
	return nil
}

// TopN returns top_n; 0 for none.
func (m Model) TopN() int {
	return int(max(0, min(gjson.ParseBytes(m.Setting("top_n")).Num, 1<<30)))
}

// With sets a setting to a JSON value; nil removes it. The error is one of scan.Check, or names a member that the set writes.
func (m Model) With(name string, value []byte) (Model, error) {
	if name == "query" || name == "documents" || name == "model" {
		return m, fmt.Errorf("%s: this comes from the set and is no setting", name)
	}
	if value != nil {
		if err := scan.Check(value); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
	}
	named := func(s scan.Member) bool { return s.Key == name }
	if value == nil {
		m.Settings = slices.DeleteFunc(slices.Clone(m.Settings), named)
	} else {
		m.Settings = with(m.Settings, slices.IndexFunc(m.Settings, named), scan.Member{Key: name, Value: value})
	}
	return m, nil
}

// Same reports whether two models are asked alike.
func (m Model) Same(as Model) bool {
	return m.Slug == as.Slug && slices.EqualFunc(m.Settings, as.Settings, func(a, b scan.Member) bool {
		return a.Key == b.Key && bytes.Equal(a.Value, b.Value)
	})
}

// JSON writes the model as an object: model, then the settings.
func (m Model) JSON() []byte {
	return object(append([]scan.Member{{Key: "model", Value: scan.Quote(m.Slug)}}, m.Settings...))
}

// ReadModel reads a model from an object like a request's.
func ReadModel(object []byte) Model {
	var m Model
	for member := range scan.Members(object) {
		switch member.Key {
		case "model":
			m.Slug = scan.Text(member.Value)
		case "query", "documents": // they are those of the set
		default:
			m.Settings = append(m.Settings, member)
		}
	}
	return m
}

// Labels returns a unique name for each model: a repeated slug has its settings, and a number if these are the same.
func (s Set) Labels() []string {
	count := map[string]int{}
	for _, m := range s.Models {
		count[m.Slug]++
	}
	labels := make([]string, 0, len(s.Models))
	for _, m := range s.Models {
		label := m.Slug
		if count[m.Slug] > 1 {
			label = m.withSettings()
		}
		labels = append(labels, spelling.Unique(label, func(label string) bool { return slices.Contains(labels, label) }))
	}
	return labels
}

// Words returns the name of the model with its settings.
func (m Model) Words() string {
	if len(m.Settings) == 0 {
		return m.Slug + " without settings"
	}
	return m.withSettings()
}

func (m Model) withSettings() string {
	words := []string{m.Slug}
	for _, s := range m.Settings {
		words = append(words, s.Key+" "+compact(s.Value))
	}
	return strings.Join(words, " ")
}

// compact writes a value on one line, shortened.
func compact(value []byte) string {
	return clipped(strings.Join(strings.Fields(string(value[:min(len(value), 4*maxClipped)])), " "))
}
