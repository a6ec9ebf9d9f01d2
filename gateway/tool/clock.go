package tool

import "time"

// inZone is a time in a time zone, and the name of the zone that it really is
// in.
func inZone(t time.Time, zone string) (time.Time, string) {
	if zone != "" && zone != "Local" { // the machine's own zone is nobody's business
		if place, err := time.LoadLocation(zone); err == nil {
			return t.In(place), zone
		}
	}
	return t.UTC(), "UTC"
}
