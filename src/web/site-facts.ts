import type { SiteFacts } from '#features/site/site-fact-rules.ts'

let facts: SiteFacts = { name: 'Promptarium', origin: null, contact: null }

/** Sets the facts once: on the server at start, in the browser from the document. */
export function setSiteFacts(newFacts: SiteFacts): void {
  facts = newFacts
}

export function siteFacts(): SiteFacts {
  return facts
}

/**
 * A path as a full address. Without PUBLIC_URL it stays a path: pages are the same for everybody, so they can't contain
 * the host name of one request.
 */
export function absolute(path: string): string {
  return facts.origin ? new URL(path, facts.origin).href : path
}
