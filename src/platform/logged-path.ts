/** Matches the beginning of a path that contains a secret, and the secret. */
const secrets = /(\/(?:feeds|skills)\/+private|\/unsubscribe|\/oauth\/+(?:auth|consent))\/.*|(\/auth\/+\w+)\?.*/is

/**
 * Returns the path of an address as the log may contain it: without host and query, and without the tokens of private
 * feeds, of private addresses of skills, of links in emails and of the requests of apps. Recognizes tokens even in a
 * mistyped address, for example with `%3F` in place of the question mark.
 */
export function loggedPath(address: string): string {
  const [path = ''] = address.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)
  // Decodes escaped ASCII characters (%20 to %7F).
  const plain = path.includes('%') ? path.replace(/%([2-7][0-9a-f])/gi, (_, hex) => toCharacter(hex)) : path
  return secrets.test(plain) ? plain.replace(secrets, '$1$2/…') : path
}

function toCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
