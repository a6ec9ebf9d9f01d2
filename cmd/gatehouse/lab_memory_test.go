package main

import (
	"fmt"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/progress"
	"gatehouse/gateway"
)

// TestALabHoldsAtMostTwiceItsAnswers: 5 variants × 50 cases × 3 repeats on the local gateway, counted by what the lab
// refers to. Its requests are counted too.
func TestALabHoldsAtMostTwiceItsAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("sends 750 requests")
	}
	t.Parallel()
	var file strings.Builder
	file.WriteString("repeat = 3\n")
	for v := range 5 {
		fmt.Fprintf(&file, "[[variant]]\nname = \"variant %d\"\nrequest = { model = \"sim/writer\", temperature = 0.%d }\n", v, v)
	}
	for c := range 50 {
		fmt.Fprintf(&file, "[[check]]\nname = \"case %d\"\nrequest = { input = \"What is the rotation of key %d?\", stream = true }\n[check.expect]\ntext_contains = [\"key %d\"]\n", c, c, c)
	}
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	l := labAgain(t, writeLab(t, file.String()), server.URL+"/api/v1")
	l.Jobs = 8
	var err error
	l.Known, _, err = l.Run(progress.Begin(t.Context(), checks.Step(0, 0)))
	if err != nil {
		t.Fatal(err)
	}
	answers := 0
	for v := range l.Variants {
		if s := l.Known.Summary(v); s.Of != 150 || s.Failures["failed"] > 0 {
			t.Fatalf("%+v", s)
		}
	}
	for _, row := range l.Known.Trials {
		for _, trials := range row {
			for _, trial := range trials {
				answers += len(trial.Text)
			}
		}
	}
	size := sizeOf(reflect.ValueOf(l), map[any]bool{})
	t.Logf("%d bytes in memory for %d bytes of answers", size, answers)
	if size > 2*answers {
		t.Errorf("%d bytes in memory for %d bytes of answers", size, answers)
	}
}

// sizeOf returns how many bytes a value refers to, each once, without the gateway and the functions.
func sizeOf(v reflect.Value, seen map[any]bool) (bytes int) {
	once := func(at uintptr, size int) bool {
		key := [2]uintptr{at, uintptr(size)}
		if at == 0 || seen[key] {
			return false
		}
		seen[key] = true
		bytes += size
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type() != reflect.TypeFor[*checks.Gateway]() && once(v.Pointer(), int(v.Type().Elem().Size())) {
			bytes += sizeOf(v.Elem(), seen)
		}
	case reflect.Slice:
		if once(v.Pointer(), v.Cap()*int(v.Type().Elem().Size())) {
			for i := range v.Len() {
				bytes += sizeOf(v.Index(i), seen)
			}
		}
	case reflect.Map:
		if once(v.Pointer(), v.Len()*int(v.Type().Key().Size()+v.Type().Elem().Size())) {
			for i := v.MapRange(); i.Next(); {
				bytes += sizeOf(i.Key(), seen) + sizeOf(i.Value(), seen)
			}
		}
	case reflect.String:
		once(uintptr(unsafe.Pointer(unsafe.StringData(v.String()))), v.Len())
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += sizeOf(v.Field(i), seen)
		}
	case reflect.Interface:
		if !v.IsNil() {
			bytes += sizeOf(v.Elem(), seen)
		}
	}
	return bytes
}
