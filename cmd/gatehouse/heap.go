package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Go lets as much garbage lie as there is in use. Beside a capture that is too
// much: more than spareHeap may lie only where it is leastPercent of what is in
// use, so that a large heap is not gone through all the time.
const (
	spareHeap    = 12 << 20 // bytes
	leastPercent = 15
)

// For the first startTime the heap may grow four times as far as Go lets it.
const (
	startTime = 100 * time.Millisecond
	startHeap = 400 // percent
)

// paceHeap sets how much garbage may lie, now and after every collection. The
// libraries' own start leaves the heap just short of a collection, which would
// fall between here and the first paint: until then it waits.
//
// What GOGC asks for is the most that may lie; a person who switches collecting
// off has it off.
func paceHeap() {
	most := debug.SetGCPercent(startHeap)
	if most < 0 {
		debug.SetGCPercent(most)
		return
	}
	time.AfterFunc(startTime, func() { collected(startHeap, most)(&cycle{}) })
}

// cycle is nothing but garbage: that it is collected tells that a collection is
// over. What has no pointer may be kept together with other things.
type cycle struct{ _ *cycle }

// collected returns what is to happen after a collection that was made at a
// percentage, of at most most percent.
func collected(percent, most int) func(*cycle) {
	return func(*cycle) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		next := heapPercent(live[0].Value.Uint64(), most)
		if next != percent {
			debug.SetGCPercent(next)
		}
		runtime.SetFinalizer(&cycle{}, collected(next, most))
	}
}

// heapPercent is how much garbage may lie beside so many bytes in use, in percent
// of them. It goes in steps, since each change stops the program for a moment.
func heapPercent(live uint64, most int) int {
	if live <= spareHeap {
		return most
	}
	percent := int(spareHeap * 100 / live)
	return min(max(percent-percent%5, leastPercent), most)
}
