/** The host names of this machine. */
export const localHosts = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether a URL has a host name of this machine. */
export function isLocalUrl(url: string): boolean {
  return localHosts.has(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}
