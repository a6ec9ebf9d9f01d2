package grammar

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	maxRules   = 500
	maxNesting = 50 // of parentheses
	maxTimes   = 20_000
)

// grammar is a grammar in Lark's notation.
type grammar struct {
	rules   map[string]*node
	ignored []*node // what may stand between two tokens
	heights map[string]int
}

// kind is a kind of node.
type kind int

const (
	literal kind = iota
	pattern
	name
	sequence
	choice
	repeat
)

// node is one part of a rule.
type node struct {
	kind  kind
	text  string // of a literal, a pattern or a name
	inner []*node
	least int // of a repetition
	open  bool
	// height is how many rules stand in each other, at least, in its text.
	height int
}

type parser struct {
	tokens  []lexeme
	nesting int
	grammar
}

func parse(text string) (*grammar, error) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, grammar: grammar{rules: map[string]*node{}}}
	for len(p.tokens) > 0 {
		if err := p.statement(); err != nil {
			return nil, err
		}
		if len(p.rules) > maxRules {
			return nil, fmt.Errorf("it has more than %d rules", maxRules)
		}
	}
	p.measure()
	return &p.grammar, nil
}

func (p *parser) peek() byte {
	if len(p.tokens) == 0 {
		return 0
	}
	return p.tokens[0].kind
}

func (p *parser) next() lexeme {
	if len(p.tokens) == 0 {
		return lexeme{}
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// take takes the next token when it is of a kind.
func (p *parser) take(kind byte) (lexeme, bool) {
	if p.peek() != kind {
		return lexeme{}, false
	}
	return p.next(), true
}

// statement reads a rule, a terminal or a directive.
func (p *parser) statement() error {
	for p.peek() == '?' || p.peek() == '!' {
		p.next() // they shape a tree, not the text
	}
	switch t := p.next(); t.kind {
	case 'n':
		return nil
	case '%':
		return p.directive(t.text)
	case 'w':
		if _, ok := p.take('.'); ok {
			p.next() // the priority
		}
		if _, ok := p.take(':'); !ok {
			return fmt.Errorf("%s is followed by something else than a colon", t.text)
		}
		if p.rules[t.text] != nil {
			return fmt.Errorf("it defines %s twice", t.text)
		}
		n, err := p.choice()
		if err != nil {
			return err
		}
		if end := p.next(); end.kind != 'n' {
			return fmt.Errorf("it knows no %q in a rule", end.text)
		}
		p.rules[t.text] = n
		return nil
	default:
		return fmt.Errorf("no rule begins with %q", t.text)
	}
}

// directive reads %ignore and %import.
func (p *parser) directive(word string) error {
	switch word {
	case "%ignore":
		n, err := p.choice()
		p.ignored = append(p.ignored, n)
		return err
	case "%import":
		return p.imports()
	}
	return fmt.Errorf("it has the directive %s", word)
}

// imports reads what is imported from the library: common.NAME, common.NAME ->
// OTHER or common (NAME, NAME).
func (p *parser) imports() error {
	if library := p.next(); library.text != "common" {
		return fmt.Errorf("it imports from %s", library.text)
	}
	bring := func(from, as string) error {
		expression, ok := common(from)
		if !ok {
			return fmt.Errorf("it imports %s", from)
		}
		p.rules[as] = &node{kind: pattern, text: expression}
		return nil
	}
	if _, list := p.take('('); list {
		for {
			if err := bring(p.peekText(), p.peekText()); err != nil {
				return err
			}
			p.next()
			if _, more := p.take(','); !more {
				break
			}
		}
		p.take(')')
		return nil
	}
	p.take('.')
	from := p.next().text
	as := from
	if _, renamed := p.take('>'); renamed {
		as = p.next().text
	}
	return bring(from, as)
}

func (p *parser) peekText() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0].text
}

// choice reads alternatives.
func (p *parser) choice() (*node, error) {
	if p.nesting++; p.nesting > maxNesting {
		return nil, errors.New("its parentheses are nested too deeply")
	}
	defer func() { p.nesting-- }()
	n := &node{kind: choice}
	p.take('|') // one may stand before the first
	for {
		s := &node{kind: sequence}
		for strings.IndexByte("srw([", p.peek()) >= 0 {
			part, err := p.part()
			if err != nil {
				return nil, err
			}
			s.inner = append(s.inner, part)
		}
		if _, named := p.take('>'); named {
			p.next() // the name of a branch of the tree
		}
		n.inner = append(n.inner, s)
		if _, more := p.take('|'); !more {
			return n, nil
		}
	}
}

// part reads one element with its repetition.
func (p *parser) part() (*node, error) {
	n, err := p.atom()
	if err != nil {
		return nil, err
	}
	for {
		switch p.peek() {
		case '?':
			n = &node{kind: repeat, inner: []*node{n}}
		case '*':
			n = &node{kind: repeat, inner: []*node{n}, open: true}
		case '+':
			n = &node{kind: repeat, inner: []*node{n}, least: 1, open: true}
		case '~':
			p.next()
			times, err := strconv.Atoi(p.peekText())
			if err != nil || times > maxTimes {
				return nil, fmt.Errorf("it repeats something ~%s", p.peekText())
			}
			n = &node{kind: repeat, inner: []*node{n}, least: times}
			p.next()
			if _, ok := p.take('-'); !ok {
				continue
			}
		default:
			return n, nil
		}
		p.next()
	}
}

// atom reads a string, a range of characters, an expression, a name, or what
// stands in parentheses.
func (p *parser) atom() (*node, error) {
	switch t := p.next(); t.kind {
	case 's':
		text, err := strconv.Unquote(strings.TrimSuffix(t.text, "i"))
		if err != nil {
			return nil, fmt.Errorf("it knows no escape such as in %s", t.text)
		}
		if _, ranged := p.take('-'); ranged {
			p.next() // the first character of a range is one of it
		}
		return &node{kind: literal, text: text}, nil
	case 'r':
		end := strings.LastIndexByte(t.text, '/')
		expression, flags := strings.ReplaceAll(t.text[1:end], `\/`, `/`), t.text[end+1:]
		if strings.Trim(flags, "imsul") != "" {
			return nil, fmt.Errorf("it knows no expression with the flags %s", flags)
		}
		if flags = strings.Trim(flags, "ul"); flags != "" {
			expression = "(?" + flags + ":" + expression + ")"
		}
		return &node{kind: pattern, text: expression}, nil
	case 'w':
		return &node{kind: name, text: t.text}, nil
	default:
		n, err := p.choice()
		if err != nil {
			return nil, err
		}
		if end := p.next(); end.kind != map[byte]byte{'(': ')', '[': ']'}[t.kind] {
			return nil, fmt.Errorf("%s is not closed", t.text)
		}
		if t.kind == '[' {
			n = &node{kind: repeat, inner: []*node{n}}
		}
		return n, nil
	}
}
