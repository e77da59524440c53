/** The legal pages that an operator can write. The site has no imprint unless they write one. */
export const legalPages = ['terms', 'privacy', 'cookies', 'imprint'] as const
export type LegalPageName = (typeof legalPages)[number]
