import type { SiteFacts } from '#features/site/site-fact-rules.ts'

let facts: SiteFacts = { name: 'Promptarium', origin: null, contact: null }

/** Sets the facts once: the server does so at startup, and the browser reads them from the document. */
export function setSiteFacts(newFacts: SiteFacts): void {
  facts = newFacts
}

/** What pages have to know about the site, such as its name. */
export function siteFacts(): SiteFacts {
  return facts
}

/**
 * Turns a path into a full address. Without PUBLIC_URL, it stays a path: pages are the same for everybody, so they
 * can't contain the host name of a single request.
 */
export function absolute(path: string): string {
  return facts.origin ? new URL(path, facts.origin).href : path
}
