/**
 * The types of all tables for Kysely. Each feature's `*.table.ts` adds its own tables, so that the platform doesn't
 * depend on features.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their tables by declaration merging
export interface Tables {}
