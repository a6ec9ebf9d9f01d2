package rank

// TauB is tauB for the tests.
func TauB(x, y []float64) float64 {
	tau, _ := tauB(x, y)
	return tau
}
