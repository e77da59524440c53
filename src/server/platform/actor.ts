/** Who acts. Never a nullable user: every write says which of these it serves. */
export type Actor =
  | { kind: 'visitor'; address: string; browser: string }
  | { kind: 'user'; id: string; role: 'user' | 'moderator' | 'admin' }
  | { kind: 'system'; name: string }

/** The site's own account (made by the first migration): author of imported prompts. */
export const siteAccountId = '01900000-0000-7000-8000-000000000001'
