package client

import "gatehouse/client/wire"

// Preview returns what Do would send for a call, as its capture would show it:
// credentials and known secrets are overwritten. The error is that of a call
// that cannot be made.
func (c *Client) Preview(call Call) (wire.Sent, error) {
	_, sent, err := c.request(&call)
	if err != nil {
		return wire.Sent{}, err
	}
	sent.Header, _ = c.secrets.And(credentials(call.Header)...).Header(sent.Header)
	return sent, nil
}
