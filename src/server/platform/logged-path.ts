const secrets = /(\/feeds\/+private|\/unsubscribe)\/.*|(\/auth\/+\w+)\?.*/is

/**
 * The path of an address for the log: without its query and its host, and without the tokens of private feeds and emailed
 * links, also if it is spelled in a way that leads nowhere, as with `%3F`.
 */
export function loggedPath(address: string): string {
  const [path = ''] = address.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)
  const plain = path.includes('%') ? path.replace(/%([2-7][0-9a-f])/gi, (_, hex) => toCharacter(hex)) : path
  return secrets.test(plain) ? plain.replace(secrets, '$1$2/…') : path
}

function toCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
