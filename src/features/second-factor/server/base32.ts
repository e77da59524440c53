const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in the letters of RFC 4648, section 6, without padding: what authenticators take, and people can type. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}
