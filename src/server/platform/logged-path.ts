/** The path of an address for the log: without its query, and without the tokens of private feeds and unsubscribe links. */
export function loggedPath(address: string): string {
  const [path = ''] = address.split('?', 1)
  return path.replace(/^(\/feeds\/private|\/unsubscribe)\/.*/s, '$1/…')
}
