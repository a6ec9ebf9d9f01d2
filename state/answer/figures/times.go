package figures

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// All times are written here and rounded to the nearest of their last digit, so that a moment reads the
// same everywhere, up to its number of digits. Less than a second is written in milliseconds: two units
// would hide which of two times is greater.

// Duration writes microseconds for people: 0.68 ms, 212 ms, 2.6 s, 1m 04s; a dash for a moment that did
// not happen.
func Duration(us int64) string {
	switch {
	case us < 0:
		return "–"
	case us < 5:
		return "0 ms"
	case us < 995:
		return fixed(us, 10, 2) + " ms"
	case us < 999_500:
		return fixed(us, 1000, 0) + " ms"
	case us < 59_950_000:
		return fixed(us, 100_000, 1) + " s"
	}
	return minutes(us)
}

// DurationInUnitOf writes a span in the unit of a longer one, seconds or minutes, so that the times of a row
// compare at a glance; in a smaller unit if it would be written as 0.
func DurationInUnitOf(us, longest int64) string {
	switch {
	case us < 0:
		return Duration(us)
	case longest >= 59_950_000 && us >= 500_000:
		return minutes(us)
	case longest >= 999_500 && us < 999_500 && us >= 5_000:
		return fixed(us, 10_000, 2) + " s"
	}
	return Duration(us)
}

// Moment writes a moment in microseconds after the start of the request: in seconds, to the millisecond,
// so that the moments of a list compare; a dash for one that did not happen.
func Moment(us int64) string {
	switch {
	case us < 0:
		return "–"
	case us >= 1000_000_000:
		return fixed(us, 1_000_000, 0) + " s"
	}
	return fixed(us, 1000, 3) + " s"
}

func minutes(us int64) string {
	s := nearest(us, 1_000_000)
	return fmt.Sprintf("%dm %02ds", s/60, s%60)
}

// Scale is one unit with its digits for times that add up to a total, finer than Duration from a
// millisecond on. A span is written as the ticks between its ends, so that the written spans add up too.
type Scale struct {
	Unit     string
	tick     int64 // microseconds that the last digit stands for
	decimals int
}

// ScaleOf returns the scale for the parts of a total, in microseconds.
func ScaleOf(totalUS int64) Scale {
	switch {
	case totalUS < 100_000:
		return Scale{Unit: "ms", tick: 10, decimals: 2}
	case totalUS < 59_950_000:
		return Scale{Unit: "ms", tick: 100, decimals: 1}
	}
	return Scale{Unit: "s", tick: 10_000, decimals: 2}
}

// Ticks returns a moment in ticks, rounded.
func (s Scale) Ticks(us int64) int64 { return nearest(us, s.tick) }

// Write writes ticks in the scale's unit, without its name.
func (s Scale) Write(ticks int64) string {
	integer, rest, _ := strings.Cut(point(ticks, s.decimals), ".")
	n, _ := strconv.Atoi(integer)
	return Thousands(n) + "." + rest
}

// nearest returns how many times a unit goes into microseconds, rounded half up.
func nearest(us, unit int64) int64 { return (us + unit/2) / unit }

// fixed writes microseconds that are not negative, rounded to a unit, with the
// point before the last decimals of its digits.
func fixed(us, unit int64, decimals int) string { return point(nearest(us, unit), decimals) }

func point(n int64, decimals int) string {
	if decimals == 0 {
		return strconv.FormatInt(n, 10)
	}
	digits := fmt.Sprintf("%0*d", decimals+1, n)
	at := len(digits) - decimals
	return digits[:at] + "." + digits[at:]
}

// When returns a time as short as it can be: today the hour, this year the day.
func When(t, now time.Time) string {
	t = t.In(now.Location())
	switch {
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Jan _2 15:04")
	}
	return t.Format("2006-01-02")
}
