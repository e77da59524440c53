const address = /\bhttps?:\/\/([\w.-]+)|\bwww\.([\w-]+\.[\w.-]+)/gi
/** Host names reserved for examples (RFC 2606). */
const example = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i

/** The hosts that a text links to, in lower case, without reserved example names. */
export function linkedHosts(text: string): Set<string> {
  const hosts = [...text.matchAll(address)].map((match) =>
    (match[1] ?? match[2] ?? '').toLowerCase().replace(/\.+$/, ''),
  )
  return new Set(hosts.filter((host) => host !== '' && !example.test(host)))
}
