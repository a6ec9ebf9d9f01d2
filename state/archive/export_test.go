package archive

import "context"

// Tidy removes what the limits select, as Open does.
func (a *Archive) Tidy(ctx context.Context, l Limits) error {
	return a.wait(ctx, func() error { return a.tidy(ctx, l) })
}
