package spelling

import "testing"

func TestReportCSVHasNoLineOfACell(t *testing.T) {
	rows := [][]string{{"x\n##[error]forged\r\nnot ok 1", "::error::x", " ::error::y"}, {"##vso[task.x]", "=1+1", "2026-11-20 14:00"}}
	const want = "x␊# #[error]forged␊not ok 1,'::error::x,' ::error::y\n# #vso[task.x],'=1+1,2026-11-20 14:00\n"
	if got := string(ReportCSV(rows)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
