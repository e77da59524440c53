/** Host names that refer to this machine. */
export const localHosts = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether the host name of a URL refers to this machine. */
export function isLocalUrl(url: string): boolean {
  return localHosts.has(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}
