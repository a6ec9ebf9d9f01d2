// Package answer makes an exchange without a screen and prints it as it arrives:
// gatehouse send does so once, the plain chat for each message.
package answer
