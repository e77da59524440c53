/**
 * All tables, as Kysely types them. Empty here: each feature's `*.table.ts` adds the tables that it owns,
 * so the platform knows no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their tables by declaration merging
export interface Tables {}
