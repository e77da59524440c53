/** The beginnings of paths with secrets, and the secrets. */
const secrets = /(\/feeds\/+private|\/unsubscribe)\/.*|(\/auth\/+\w+)\?.*/is

/**
 * The path of an address for the log: without its query and its host, and without the tokens of private feeds and emailed
 * links. Also removes a token from a misspelled address, for example with `%3F` instead of a question mark.
 */
export function loggedPath(address: string): string {
  const [path = ''] = address.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)
  const plain = path.includes('%') ? path.replace(/%([2-7][0-9a-f])/gi, (_, hex) => toCharacter(hex)) : path
  return secrets.test(plain) ? plain.replace(secrets, '$1$2/…') : path
}

function toCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
