package intent

import (
	"gatehouse/gateway/words"
	"slices"
	"strings"
	"unicode"
)

// maxName is how much of a name is read, in bytes.
const maxName = 256

// Split is the words of a name in lower case: getWeather and get_weather are both
// get and weather.
func Split(name string) []string { return split(name[:min(len(name), maxName)]) }

func split(text string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		if unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before)) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return slices.Collect(words.Each(strings.ToLower(b.String())))
}

// changing is words of names that write, delete, run, or reach out in somebody's
// name. A tool with one of them in its name is called only on an order.
func changing() []string {
	return strings.Fields(`add append archive ban buy cancel change clean clear close commit copy create delete deploy
		destroy disable download drop edit enable erase grant insert install kill merge modify move
		overwrite patch pay post prune publish purge push put reboot refund remove rename replace reset restart
		restore resume revert revoke rewrite rm save schedule send set shutdown spawn stop submit sync terminate
		transfer truncate uninstall unlink update upload upsert wipe write`)
}

// runners is words of names of what runs commands or programs.
func runners() []string {
	return strings.Fields(`bash cmd command exec execute powershell process run runner script sh shell terminal zsh`)
}

// languages is names of tools that run programs of a language.
func languages() []string {
	return strings.Fields(`eval interpreter javascript js node perl php python repl ruby typescript`)
}

// filler is words of names that say nothing about what a tool is for.
func filler() []string {
	return strings.Fields(`a an and apply by content contents data do document documents file files for from function get in
		item items line lines list local many multi my name names new object of on or out path str string stdio text
		the to tool tools use user value values with`)
}

// readers is words that a name of a tool begins with that only looks.
func readers() []string {
	return strings.Fields(`browse check count describe fetch find get grep glob list look lookup ls query read search show stat view`)
}

// Harmful reports whether a name speaks of a tool, an operation or a choice that
// writes, deletes, overwrites or runs. In get_post the second word is a noun.
func Harmful(name string) bool {
	parts := Split(name)
	looks := len(parts) > 0 && slices.Contains(readers(), parts[0])
	return slices.ContainsFunc(parts, func(w string) bool {
		if looks {
			return slices.Contains(strings.Fields("create delete edit exec execute overwrite remove run update write"), w)
		}
		return slices.Contains(changing(), w) || slices.Contains(runners(), w) || slices.Contains(languages(), w)
	})
}

// Runner reports whether a name is that of a tool that runs commands.
func Runner(name string) bool {
	return slices.ContainsFunc(Split(name), func(w string) bool { return slices.Contains(runners(), w) })
}

// Wants reports whether a prompt orders what the name of a harmful tool says: it
// names the tool, or it commands the verb and names the rest.
func (in Intent) Wants(name string) bool {
	if in.Named(name) {
		return true
	}
	runner := Runner(name)
	ordered := runner && in.Runs()
	for _, w := range Split(name) {
		switch {
		case slices.Contains(filler(), w), slices.Contains(runners(), w):
		case !runner && slices.Contains(changing(), w) && in.commanded(w):
			ordered = true
		case !in.asked[w]:
			return false
		}
	}
	return ordered
}
