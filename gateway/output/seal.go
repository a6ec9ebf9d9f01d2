package output

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// sealing is what reasoning is sealed with. The key stands in the program, so
// the seal hides nothing from anyone who wants to know: it is opaque to clients,
// and it shows whether a client has changed something, which is what there is to
// try out. The same item is sealed in the same way every time.
func sealing() (cipher.AEAD, []byte) {
	key := sha256.Sum256([]byte("gatehouse simulated reasoning"))
	block, err := aes.NewCipher(key[:])
	if err == nil {
		var aead cipher.AEAD
		if aead, err = cipher.NewGCM(block); err == nil {
			return aead, key[:]
		}
	}
	panic("output: " + err.Error()) // a key of 32 bytes always fits
}

// Seal is the encrypted_content of a reasoning item: its text, bound to its id
// (wire-notes §2: the id inside is verified).
func Seal(id, text string) string {
	aead, key := sealing()
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(id + "\x00" + text)) // a hash takes everything
	nonce := mac.Sum(nil)[:aead.NonceSize()]
	return base64.StdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), []byte(id)))
}

// Unseal is the text behind an encrypted_content. ok is false when it was sealed
// for another id or has been changed.
func Unseal(id, sealed string) (text string, ok bool) {
	aead, _ := sealing()
	b, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(b) < aead.NonceSize() {
		return "", false
	}
	n := aead.NonceSize()
	plain, err := aead.Open(nil, b[:n], b[n:], []byte(id))
	return string(plain), err == nil
}
