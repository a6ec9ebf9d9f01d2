package app

import "testing"

func TestTheColumnWithTheTextIsProposed(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.csv", "id,title,text\n1,a,first\n2,b,second\n")
		d.keys("o")
		d.answer("do") // the only file that there is
		d.shows("Which column holds the texts?")
		d.keys("enter")
		if set := d.m.rankings.set; len(set.Documents) != 2 || set.Documents[0].Text != "first" {
			t.Errorf("%d documents\n%s", len(set.Documents), d.screen())
		}
		d.keys("o")
		d.answer("docs.csv")
		d.typeText("qqq")
		d.shows("no such column; there are id, title, text")
	})
}
