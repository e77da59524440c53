import type { SiteFacts } from '#features/site/site-fact-rules.ts'

let facts: SiteFacts = { name: 'Promptarium', origin: null, contact: null }

/** Called by the server at startup, and by the browser with the facts that the page contains. */
export function setSiteFacts(newFacts: SiteFacts): void {
  facts = newFacts
}

/** The facts about the site that pages need, such as its name. */
export function siteFacts(): SiteFacts {
  return facts
}

/**
 * Turns a path into a full address. Without PUBLIC_URL, returns the path unchanged: a cached page is the same for
 * everybody, so it can't contain the host name from one request.
 */
export function absolute(path: string): string {
  return facts.origin ? new URL(path, facts.origin).href : path
}
