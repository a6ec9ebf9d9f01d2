package app

// desk holds this run's conversations, in the order of their making.
type desk struct {
	bench   bench
	chats   []*chat
	shown   int
	refused checkedToSend // the request whose faults are listed
	saved   *chat         // for which a path was asked last; nil: the shown one
	folder  string        // that a file was last saved in or opened from
}

func (d *desk) chat() *chat { return d.chats[d.shown] }

// running counts the exchanges on their way, and those of them that are not
// shown.
func (d *desk) running() (all, others int) {
	for i, c := range d.chats {
		if c.run == nil {
			continue
		}
		all++
		if i != d.shown {
			others++
		}
	}
	return all, others
}
